import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../../platform/sealed-store.ts';
import { IMPERSONAL_TABLES, PERSONAL_TABLES } from './personal-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(() => database.drop());

const personal = PERSONAL_TABLES.map(({ table }) => table);
const impersonal = Object.keys(IMPERSONAL_TABLES);
const secretsOf = (name: string) => PERSONAL_TABLES.find(({ table }) => table === name)?.secrets ?? [];
const names = async (question: ReturnType<typeof sql<{ name: string }>>) =>
  (await question.execute(database.db.kysely)).rows.map(({ name }) => name);

describe('what the copy of a person’s data is made of', () => {
  test('is every table of the database: each is a person’s, or stands among the exceptions with its reason', async () => {
    const tables = await names(sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    expect([...personal, ...impersonal].toSorted()).toEqual(tables.toSorted());
    expect(Object.values(IMPERSONAL_TABLES).filter((reason) => reason.length < 5)).toEqual([]);
  });

  test('is every table that names an account, however it calls it', async () => {
    const naming = await names(sql`
      SELECT DISTINCT (SELECT relname FROM pg_class WHERE oid = conrelid) AS name FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'account'::regclass
      UNION SELECT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name IN ('account_id', 'owner_id', 'referred_id', 'referred_by')`);
    expect(naming.filter((table) => !personal.includes(table))).toEqual([]);
    expect(naming.length).toBeGreaterThan(30);
  });

  test('is every table that hangs on one of these', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      SELECT (SELECT relname FROM pg_class WHERE oid = conrelid) AS "from",
        (SELECT relname FROM pg_class WHERE oid = confrelid) AS "to" FROM pg_constraint
      WHERE contype = 'f' AND conrelid <> confrelid`.execute(database.db.kysely);
    // What many share is nobody's: a plan, an instrument.
    const hanging = rows.filter(({ to }) => personal.includes(to)).map(({ from }) => from);
    expect(hanging.filter((table) => !personal.includes(table))).toEqual([]);
  });

  test('has no secret in it: nothing that is sealed, no hash, no fingerprint', async () => {
    const bytes = await names(sql`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'bytea'`);
    // What is shown of these is the person's own: a file of theirs, or rows of theirs that are packed.
    const own = PERSONAL_TABLES.flatMap(({ table, packed, file }) => {
      const column = packed ?? file;
      return column ? [`${table}.${column}`] : [];
    });
    const shown = bytes.filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return personal.includes(table) && !secretsOf(table).includes(column);
    });
    expect(shown.toSorted()).toEqual(own.toSorted());
    for (const { table, column } of SEALED_COLUMNS) {
      if (personal.includes(table)) expect(secretsOf(table), table).toContain(column);
    }
    expect(secretsOf('account')).toEqual(['password_hash']);
  });

  test('names columns that exist', async () => {
    const columns = await names(sql`SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public'`);
    const named = PERSONAL_TABLES.flatMap(({ table, belongs, secrets = [] }) => [
      `${table}.${belongs.column}`,
      ...secrets.map((column) => `${table}.${column}`),
      ...(typeof belongs.of === 'object' ? [`${belongs.of.table}.${belongs.of.by ?? 'id'}`] : []),
    ]);
    expect(named.filter((name) => !columns.includes(name))).toEqual([]);
  });
});
