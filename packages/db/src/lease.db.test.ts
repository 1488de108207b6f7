import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireLease } from './lease.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
});
afterAll(() => testDatabase.drop());

test('a lease has one holder, and the next can take it once it is given back', async () => {
  const first = await acquireLease(testDatabase.url, 'runner 1');
  expect(first?.key).toBe('runner 1');
  expect(await acquireLease(testDatabase.url, 'runner 1')).toBeUndefined();
  const other = await acquireLease(testDatabase.url, 'runner 2');
  expect(other).toBeDefined();
  await first?.release();
  const second = await acquireLease(testDatabase.url, 'runner 1');
  expect(second).toBeDefined();
  await Promise.all([second?.release(), other?.release()]);
});

test('one who waits gets the lease when its holder gives it back', async () => {
  const holder = await acquireLease(testDatabase.url, 'waited for');
  let arrived = false;
  const waiting = acquireLease(testDatabase.url, 'waited for', { wait: true }).then((lease) => {
    arrived = true;
    return lease;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(arrived).toBe(false);
  await holder?.release();
  await (await waiting)?.release();
});

test('a holder whose connection is cut is told, and another can take over', async () => {
  const holder = await acquireLease(testDatabase.url, 'cut');
  // Of this test's database alone: others use the same server.
  await sql`SELECT pg_terminate_backend(lock.pid) FROM pg_locks lock JOIN pg_database ON pg_database.oid = lock.database
    WHERE locktype = 'advisory' AND datname = current_database()`.execute(testDatabase.db.kysely);
  expect((await holder?.lost) instanceof Error).toBe(true);
  const next = await acquireLease(testDatabase.url, 'cut', { wait: true });
  expect(next).toBeDefined();
  await Promise.all([holder?.release(), next?.release()]);
});
