import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database, type Tx } from './database.ts';

interface Notes {
  readonly note: { readonly id: number; readonly text: string };
}

let testDatabase: TestDatabase;
let db: Database<Notes>;

beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
  db = createDatabase<Notes>({ target: testDatabase.url, maxConnections: 2 });
  await sql`CREATE TABLE note (id integer PRIMARY KEY, text text NOT NULL)`.execute(db.kysely);
});
beforeEach(() => db.kysely.deleteFrom('note').execute());
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

const add = (tx: Tx<Notes>, id: number): Promise<unknown> =>
  tx
    .insertInto('note')
    .values({ id, text: `note ${id}` })
    .execute();

async function ids(): Promise<number[]> {
  return (await db.kysely.selectFrom('note').select('id').orderBy('id').execute()).map((row) => row.id);
}

test('statements that are begun together are carried out in their order, each sees those before it', async () => {
  const seen = await db.transaction(async (tx) => {
    const count = () =>
      tx
        .selectFrom('note')
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow();
    const answers = await Promise.all([count(), add(tx, 1), count(), add(tx, 2), count()]);
    return [answers[0].n, answers[2].n, answers[4].n];
  });
  expect(seen).toEqual([0n, 1n, 2n]);
});

test('statements that are begun together are under way together', async () => {
  await db.transaction(async (tx) => {
    const startedAt = performance.now();
    const answers = [1, 2, 3].map(() => sql`SELECT pg_sleep(0.05)`.execute(tx));
    expect(performance.now() - startedAt).toBeLessThan(150);
    await Promise.all(answers);
    expect(performance.now() - startedAt).toBeGreaterThan(145);
  });
});

test('what nobody waited for is committed with the rest', async () => {
  await db.transaction(async (tx) => {
    void add(tx, 1);
    void add(tx, 2);
  });
  expect(await ids()).toEqual([1, 2]);
});

test('a failure that nobody waited for fails the transaction, with its own cause, and nothing is kept', async () => {
  const work = db.transaction(async (tx) => {
    for (const id of [1, 2, 1, 3]) add(tx, id).catch(() => undefined);
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

test('the first failure is told, not the refusals of what came after it', async () => {
  const together = db.transaction((tx) => Promise.all([1, 1, 2].map((id) => add(tx, id))));
  await expect(together).rejects.toMatchObject({ code: '23505' });
  const last = db.transaction(async (tx) => {
    const answers = [add(tx, 1), add(tx, 1), add(tx, 2)];
    await Promise.allSettled(answers);
    await answers[2];
  });
  await expect(last).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

test('a statement that comes after the end of its transaction is refused and changes nothing', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const work = db.transaction(async (tx) => {
    await add(tx, 1);
    // While the end is on its way to the server.
    late = new Promise((resolve) => queueMicrotask(() => resolve(undefined))).then(() => add(tx, 2));
    late.catch(() => undefined);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  await expect(late).rejects.toThrow('after the end of its transaction');
  expect(await ids()).toEqual([]);
});

test('a collision that nobody waited for repeats the whole transaction', async () => {
  let attempts = 0;
  await db.transaction(async (tx) => {
    attempts += 1;
    void add(tx, 1);
    if (attempts < 3) {
      void sql`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`.execute(tx).catch(() => undefined);
    }
  });
  expect(attempts).toBe(3);
  expect(await ids()).toEqual([1]);
});

test('a connection that breaks inside a transaction is replaced, and the cause is told', async () => {
  const single = createDatabase<Notes>({ target: testDatabase.url, maxConnections: 1 });
  try {
    const work = single.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db.kysely);
      await add(tx, 1);
    });
    await expect(work).rejects.toThrow();
    await single.transaction((tx) => add(tx, 2));
    expect(await ids()).toEqual([2]);
  } finally {
    await single.close();
  }
});

test('a database that was never used outside transactions closes all the same', async () => {
  const other = createDatabase<Notes>(testDatabase.url);
  await other.transaction((tx) => add(tx, 1));
  await other.close();
  await expect(other.transaction((tx) => add(tx, 2))).rejects.toThrow();
});
