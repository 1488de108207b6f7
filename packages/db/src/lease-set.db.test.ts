import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
});
afterAll(() => testDatabase.drop());

test('of two sets that ask for the same keys at once, each key goes to one', async () => {
  const { db } = testDatabase;
  const sets = [await db.openLeaseSet(), await db.openLeaseSet()];
  const keys = Array.from({ length: 40 }, (_, i) => `deployment ${i}`);
  const answers = await Promise.all(keys.map((key) => Promise.all(sets.map((set) => set.tryAcquire(key)))));
  for (const answer of answers) expect(answer.filter(Boolean)).toHaveLength(1);
  await Promise.all(sets.map((set) => set.close()));
});

test('what a set holds it holds however often it asks, and one release gives it back', async () => {
  const { db } = testDatabase;
  const [first, second] = [await db.openLeaseSet(), await db.openLeaseSet()];
  expect([await first.tryAcquire('a'), await first.tryAcquire('a')]).toEqual([true, true]);
  expect(await second.tryAcquire('a')).toBe(false);
  await first.release('a');
  expect(await second.tryAcquire('a')).toBe(true);
  // The end of another set takes nothing away.
  await first.close();
  const third = await db.openLeaseSet();
  expect(await third.tryAcquire('a')).toBe(false);
  await Promise.all([second.close(), third.close()]);
});

test('a set whose connection is cut is told, and all its keys can be taken over', async () => {
  const { db } = testDatabase;
  const set = await db.openLeaseSet();
  for (const key of ['x', 'y']) await set.tryAcquire(key);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`.execute(db.kysely);
  expect((await set.lost) instanceof Error).toBe(true);
  const next = await db.openLeaseSet();
  for (const key of ['x', 'y']) await expect.poll(() => next.tryAcquire(key)).toBe(true);
  await next.close();
});
