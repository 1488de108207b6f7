import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await withTestDatabase({ empty: true });
});
afterEach(() => testDatabase.drop());

/** Slow enough that the others arrive while it runs. */
const createTable = (name: string): Migration => ({
  up: async (db) => {
    await sql`SELECT pg_sleep(0.05)`.execute(db);
    await sql`CREATE TABLE ${sql.table(name)} (id integer)`.execute(db);
  },
  down: () => Promise.reject(new Error('forward only')),
});
const first = { '0001-accounts': createTable('account') };
const both = { ...first, '0002-orders': createTable('trade_order') };

async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1
  `.execute(testDatabase.db.kysely);
  return rows.rows.map((row) => row.name);
}

test('of three that migrate at once one does the work and all succeed', async () => {
  const reports = await Promise.all([1, 2, 3].map(() => migrate(testDatabase.url, both)));
  expect(reports.flatMap((report) => report.applied)).toEqual(['0001-accounts', '0002-orders']);
  expect(await tables()).toEqual(['account', 'trade_order']);
});

test('a later release adds its steps, and the earlier one may still start', async () => {
  await migrate(testDatabase.url, first);
  expect(await migrate(testDatabase.url, both)).toEqual({ applied: ['0002-orders'], unknown: [] });
  expect(await migrate(testDatabase.url, first)).toEqual({ applied: [], unknown: ['0002-orders'] });
  expect(await tables()).toEqual(['account', 'trade_order']);
});

test('a step that fails is named and takes the whole release back', async () => {
  const broken = { ...both, '0003-broken': { up: () => Promise.reject(new Error('no such thing')) } };
  await expect(migrate(testDatabase.url, broken)).rejects.toThrow('migration 0003-broken failed: no such thing');
  expect(await tables()).toEqual([]);
  expect((await migrate(testDatabase.url, both)).applied).toEqual(['0001-accounts', '0002-orders']);
});

test('the product migrates from nothing, and again without work', async () => {
  await migrate(testDatabase.url);
  expect((await migrate(testDatabase.url)).applied).toEqual([]);
});
