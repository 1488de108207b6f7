import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * Operators hold a basket of the catalogue back. And what became of reviews: most change nothing and leave no version, so
 * whether one was made is not to be seen from versions.
 */
const STATEMENTS = [
  'ALTER TABLE basket ADD COLUMN held_back_at timestamptz, ADD COLUMN held_back_reason text',
  `ALTER TABLE basket ADD CONSTRAINT basket_held_back_check
    CHECK ((held_back_at IS NULL) = (held_back_reason IS NULL) AND held_back_reason <> '')`,
  // By the catalogue's key: nobody's own basket is reviewed, so nothing of it hangs on a person.
  `CREATE TABLE basket_review (
    catalogue_key text NOT NULL,
    dataset text NOT NULL,
    reviewed_on date,
    missing text[] NOT NULL DEFAULT '{}',
    looked_at timestamptz NOT NULL,
    PRIMARY KEY (catalogue_key, dataset)
  )`,
];

export const basketDesk: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['basket']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
