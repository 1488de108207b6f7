import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@trickdesk/db';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl, withAdmin } from './admin.ts';
// For its declaration of what `inject` knows.
import type {} from './provided-context.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes `db`, ends every other connection and removes the database. */
  readonly drop: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Without the product's tables: for code that brings its own migrations. */
  readonly empty?: boolean;
}

/** A database of one's own, already migrated. One for each test file: `beforeAll` makes it, `afterAll` drops it. */
export async function withTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty ? 'template0' : inject('templateName');
  await withAdmin(adminUrl, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)}`),
  );
  const url = databaseUrl(adminUrl, name);
  const db = createDatabase(url);
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await withAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
