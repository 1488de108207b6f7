import { scaledCount, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database, type Tx } from './database.ts';

interface Accounts {
  readonly account: { readonly id: number; readonly paise: bigint };
}

let testDatabase: TestDatabase;
let db: Database<Accounts>;

beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
  db = createDatabase<Accounts>({ target: testDatabase.url, maxConnections: 10 });
  await sql`CREATE TABLE account (id integer PRIMARY KEY, paise bigint NOT NULL)`.execute(db.kysely);
  await sql`INSERT INTO account SELECT i, 100000 FROM generate_series(1, 4) AS i`.execute(db.kysely);
});
afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

async function totalPaise(): Promise<bigint> {
  const row = await db.kysely
    .selectFrom('account')
    .select(({ fn }) => fn.sum<string>('paise').as('total'))
    .executeTakeFirstOrThrow();
  return BigInt(row.total);
}

async function move(from: number, to: number, isolation: 'read committed' | 'serializable'): Promise<void> {
  await db.transaction(
    async (tx) => {
      for (const [id, paise] of [
        [from, -100n],
        [to, 100n],
      ] as const) {
        const row = await tx
          .selectFrom('account')
          .select('paise')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('account')
          .set({ paise: row.paise + paise })
          .where('id', '=', id)
          .execute();
      }
    },
    { isolation },
  );
}

test('connections that a burst has left idle are given up within seconds, while the one in use stays', async () => {
  const burst = createDatabase<Accounts>({ target: testDatabase.url, maxConnections: 6 });
  const open = async (): Promise<number> => {
    const { rows } = await sql<{ open: number }>`SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE application_name = ${burst.name} AND datname = current_database()`.execute(burst.kysely);
    return rows[0]?.open ?? 0;
  };
  try {
    await Promise.all(Array.from({ length: 6 }, () => sql`SELECT pg_sleep(0.2)`.execute(burst.kysely)));
    expect(await open()).toBe(6);
    await expect.poll(open, { interval: 100, timeout: 8_000 }).toBe(1);
  } finally {
    await burst.close();
  }
});

test('a prepared statement is kept once for its text, and answers each time for its own values', async () => {
  const single = createDatabase<Accounts>({ target: testDatabase.url, maxConnections: 1 });
  try {
    const paiseOf = (id: number) =>
      single.prepared(sql<{ paise: bigint }>`SELECT ${id} * 9007199254740993::bigint AS paise`);
    // More often than the five times after which the server makes one plan for all values.
    for (let id = 1; id <= 12; id += 1) expect(await paiseOf(id)).toEqual([{ paise: BigInt(id) * 9007199254740993n }]);
    expect(await single.prepared(sql<{ other: string }>`SELECT ${'x'}::text AS other`)).toEqual([{ other: 'x' }]);
    await expect(single.prepared(sql<{ none: number }>`SELECT 1 / ${0}::int AS none`)).rejects.toThrow(
      'division by zero',
    );
    const { rows } = await sql<{ kept: number }>`SELECT count(*)::int AS kept FROM pg_prepared_statements`.execute(
      single.kysely,
    );
    expect(rows).toEqual([{ kept: 3 }]);
  } finally {
    await single.close();
  }
});

test('a marked statement is planned once by its connection, inside transactions too', async () => {
  const single = createDatabase<Accounts>({ target: testDatabase.url, maxConnections: 1 });
  try {
    const kept = await single.transaction(async (tx) => {
      for (const id of [1, 2, 3]) {
        const { rows } = await sql<{ id: number }>`/* prepared */ SELECT ${id}::int AS id`.execute(tx);
        expect(rows).toEqual([{ id }]);
      }
      return sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(tx);
    });
    expect(kept.rows).toEqual([{ statement: '/* prepared */ SELECT $1::int AS id' }]);
  } finally {
    await single.close();
  }
});

test('connections that are to be kept are there before the first statement', async () => {
  const kept = createDatabase<Accounts>({ target: testDatabase.url, maxConnections: 3, keepConnections: true });
  const count = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query = ''`.execute(db.kysely);
    return rows[0]?.n;
  };
  try {
    await expect.poll(count).toBe(3);
  } finally {
    await kept.close();
  }
});

test('paise come back as bigint and days as text', async () => {
  const answer = await sql<{ paise: bigint; day: string; at: Date }>`
    SELECT 9007199254740993::bigint AS paise, '2024-02-29'::date AS day, '2024-02-29T03:45Z'::timestamptz AS at
  `.execute(db.kysely);
  expect(answer.rows[0]).toEqual({
    paise: 9007199254740993n,
    day: '2024-02-29',
    at: new Date('2024-02-29T03:45:00Z'),
  });
});

test('a transaction that throws leaves nothing behind', async () => {
  const before = await totalPaise();
  const failed = db.transaction(async (tx) => {
    await tx.updateTable('account').set({ paise: 0n }).execute();
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await totalPaise()).toBe(before);
});

test('transfers that deadlock one another all succeed and no paisa is lost', async () => {
  const before = await totalPaise();
  const rounds = scaledCount('pairs of opposite transfers', 1);
  for (let i = 0; i < rounds; i += 1) {
    await Promise.all([move(1, 2, 'read committed'), move(2, 1, 'read committed')]);
  }
  expect(await totalPaise()).toBe(before);
});

test('serializable transactions that collide are repeated until each has counted', async () => {
  const raise = (): Promise<void> =>
    db.transaction(
      async (tx) => {
        const row = await tx.selectFrom('account').select('paise').where('id', '=', 3).executeTakeFirstOrThrow();
        await tx
          .updateTable('account')
          .set({ paise: row.paise + 1n })
          .where('id', '=', 3)
          .execute();
      },
      { isolation: 'serializable' },
    );
  const before = await totalPaise();
  await Promise.all([raise(), raise(), raise()]);
  expect(await totalPaise()).toBe(before + 3n);
});

test('a collision that repeats itself reaches the caller instead of going on for ever', async () => {
  let attempts = 0;
  const always = db.transaction(async (tx) => {
    attempts += 1;
    await sql`DO $$ BEGIN RAISE EXCEPTION 'lost again' USING ERRCODE = '40001'; END $$`.execute(tx);
  });
  await expect(always).rejects.toThrow('lost again');
  expect(attempts).toBe(5);
});

test('one caller at a time is inside the lock of a key', async () => {
  let inside = 0;
  let most = 0;
  const enter = (): Promise<void> =>
    db.withAdvisoryLock('one at a time', async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 6 }, enter));
  expect(most).toBe(1);
});

test('a process that is paused inside a transaction holds nobody up for long, and has changed nothing', async () => {
  const paused = createDatabase<Accounts>({
    target: testDatabase.url,
    maxConnections: 1,
    idleTransactionTimeoutMs: 200,
  });
  const raiseBy = (tx: Tx<Accounts>, paise: bigint) =>
    tx
      .updateTable('account')
      .set(({ eb }) => ({ paise: eb('paise', '+', paise) }))
      .where('id', '=', 4)
      .execute();
  const before = await totalPaise();
  try {
    let entered: () => void = () => undefined;
    const isInside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const lost = paused.transaction(async (tx) => {
      await raiseBy(tx, 1_000n);
      entered();
      await new Promise((resolve) => setTimeout(resolve, 900));
      await raiseBy(tx, 1_000n);
    });
    const isLost = expect(lost).rejects.toThrow();
    await isInside;
    const startedAt = performance.now();
    await db.transaction((tx) => raiseBy(tx, 1n));
    expect(performance.now() - startedAt).toBeLessThan(800);
    await isLost;
    expect(await totalPaise()).toBe(before + 1n);
    await paused.transaction((tx) => raiseBy(tx, 1n));
    expect(await totalPaise()).toBe(before + 2n);
  } finally {
    await paused.close();
  }
});
