import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LeaseSet } from './lease-set.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await withTestDatabase();
  await sql`CREATE TABLE lease_holder_note (id int)`.execute(testDatabase.db.kysely);
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
  expect(first.mayAct()).toBe(false);
  const third = await db.openLeaseSet();
  expect(await third.tryAcquire('a')).toBe(false);
  await Promise.all([second.close(), third.close()]);
});

test('a set whose connection is cut is told and may not act, and all its keys can be taken over', async () => {
  const { db } = testDatabase;
  const set = await db.openLeaseSet();
  for (const key of ['x', 'y']) await set.tryAcquire(key);
  expect(set.mayAct()).toBe(true);
  // Of this test's database alone: others use the same server.
  await sql`SELECT pg_terminate_backend(lock.pid) FROM pg_locks lock JOIN pg_database ON pg_database.oid = lock.database
    WHERE locktype = 'advisory' AND datname = current_database()`.execute(testDatabase.db.kysely);
  expect((await set.lost) instanceof Error).toBe(true);
  expect(set.mayAct()).toBe(false);
  const next = await db.openLeaseSet();
  for (const key of ['x', 'y']) await expect.poll(() => next.tryAcquire(key)).toBe(true);
  await next.close();
});

test('a key that is given back while its connection is cut is given back', async () => {
  const { db } = testDatabase;
  for (let round = 0; round < 20; round += 1) {
    const set = await db.openLeaseSet();
    const keys = Array.from({ length: 30 }, (_, i) => `round ${round}, ${i}`);
    for (const key of keys) await set.tryAcquire(key);
    const cut = sql`SELECT pg_terminate_backend(lock.pid) FROM pg_locks lock
      JOIN pg_database ON pg_database.oid = lock.database
      WHERE locktype = 'advisory' AND datname = current_database()`.execute(db.kysely);
    const released = await Promise.allSettled([cut, ...keys.map((key) => set.release(key))]);
    expect(released.filter(({ status }) => status === 'rejected')).toEqual([]);
    await set.close();
  }
});

test('an old beat with the number of a backend that began later ends nobody', async () => {
  const { db } = testDatabase;
  const lease = await db.acquireLease('no beat');
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_locks WHERE locktype = 'advisory'`.execute(db.kysely);
  const pid = rows[0]?.pid ?? 0;
  const set = await db.openLeaseSet();
  await db.kysely
    .insertInto('lease_holder')
    .values({ pid, beat_at: sql`clock_timestamp() - interval '1 hour'` })
    .execute();
  expect(await set.tryAcquire('no beat')).toBe(false);
  await lease?.release();
  expect(await set.tryAcquire('no beat')).toBe(true);
  await set.close();
});

test('a set whose process was busy for long is not sure, and asks; it has lost nothing', async () => {
  const set = await testDatabase.db.openLeaseSet();
  await set.tryAcquire('busy');
  const until = performance.now() + 3_700;
  while (performance.now() < until);
  expect(set.mayAct()).toBe(false);
  expect(await set.confirm()).toBe(true);
  expect(set.mayAct()).toBe(true);
  await set.close();
  expect(await set.confirm()).toBe(false);
});

describe('a process that holds a lease', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function holdIn(
    key: string,
    ...locking: string[]
  ): Promise<{ readonly child: ChildProcess; readonly said: () => string[] }> {
    const script = fileURLToPath(new URL('testing/hold-lease.ts', import.meta.url));
    const child = spawn(process.execPath, [script, testDatabase.url, key, ...locking], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines: string[] = [];
    child.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
    await expect.poll(() => lines, { timeout: 10_000 }).toContain('may act true');
    return { child, said: () => lines };
  }

  async function takeOver(set: LeaseSet, key: string): Promise<number> {
    const startedAt = performance.now();
    await expect.poll(() => set.tryAcquire(key), { interval: 200, timeout: 10_000 }).toBe(true);
    return performance.now() - startedAt;
  }

  test('keeps it while it is awake, and is followed within ten seconds of kill -9', async () => {
    const { child } = await holdIn('killed');
    const set = await testDatabase.db.openLeaseSet();
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(await set.tryAcquire('killed')).toBe(false);
    child.kill('SIGKILL');
    expect(await takeOver(set, 'killed')).toBeLessThan(10_000);
    await set.close();
  });

  test('may not act right after a pause, though nobody has followed it, and may once it has beaten again', async () => {
    const { child, said } = await holdIn('asleep');
    child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    const before = said().length;
    child.kill('SIGCONT');
    await expect.poll(() => said().slice(before), { timeout: 5_000 }).toContain('may act true');
    expect(said().slice(before)).toContain('woke false');
    expect(said().slice(before)).not.toContain('woke true');
  });

  test('is followed within ten seconds of a pause, and knows when it wakes that it may not act', async () => {
    const { child, said } = await holdIn('paused');
    const set = await testDatabase.db.openLeaseSet();
    child.kill('SIGSTOP');
    const tookMs = await takeOver(set, 'paused');
    expect(tookMs).toBeGreaterThan(3_500);
    expect(tookMs).toBeLessThan(10_000);
    const before = said().length;
    child.kill('SIGCONT');
    await expect.poll(() => said().slice(before), { timeout: 5_000 }).toContain('lost');
    expect(said().slice(before)).toContain('woke false');
    expect(await set.tryAcquire('paused')).toBe(true);
    await set.close();
  });

  test('loses what it had locked with its leases, though a transaction of its own is in the middle', async () => {
    const { child } = await holdIn('locking', 'lease_holder_note');
    const set = await testDatabase.db.openLeaseSet();
    const before = await set.silent();
    child.kill('SIGSTOP');
    await expect.poll(set.silent, { timeout: 10_000 }).toHaveLength(before.length + 1);
    await takeOver(set, 'locking');
    const { kysely } = testDatabase.db;
    const locked = kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL lock_timeout = 500`.execute(tx);
      await sql`LOCK TABLE lease_holder_note`.execute(tx);
    });
    await expect(locked).resolves.toBeUndefined();
    await set.close();
  });

  test('is seen to be silent as soon as it is dead', async () => {
    const { child } = await holdIn('seen');
    const set = await testDatabase.db.openLeaseSet();
    const before = await set.silent();
    child.kill('SIGKILL');
    const startedAt = performance.now();
    await expect.poll(set.silent, { interval: 50 }).toHaveLength(before.length + 1);
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    await set.close();
  });
});
