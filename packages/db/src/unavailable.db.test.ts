import { createServer } from 'node:net';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnavailable } from './unavailable.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase({ empty: true });
});
afterAll(() => database.drop());

/** What the work fails with. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function withPool<T>(config: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: database.url, ...config });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

test('a connection that is not free in time is “not now”', async () => {
  // Long enough for the first one to be opened on a busy machine.
  await withPool({ max: 1, connectionTimeoutMillis: 2_000 }, async (pool) => {
    const held = await pool.connect();
    expect(isUnavailable(await failureOf(pool.query('SELECT 1')))).toBe(true);
    held.release();
  });
});

test('so is a server that takes the connection and says nothing, one that is not there, and one whose socket is gone', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  const port = await new Promise<number>((resolve, reject) => {
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('the system named no port'));
    });
  });
  const at = { connectionString: `postgresql://nobody@127.0.0.1:${port}/none`, connectionTimeoutMillis: 50 };
  expect(isUnavailable(await withPool(at, (pool) => failureOf(pool.query('SELECT 1'))))).toBe(true);
  await new Promise((resolve) => silent.close(resolve));
  expect(isUnavailable(await withPool(at, (pool) => failureOf(pool.query('SELECT 1'))))).toBe(true);
  const gone = { connectionString: 'postgresql://nobody@localhost/none?host=/nowhere' };
  expect(isUnavailable(await withPool(gone, (pool) => failureOf(pool.query('SELECT 1'))))).toBe(true);
});

test('so is a statement that took too long, and one whose connection was cut', async () => {
  await withPool({ statement_timeout: 20 }, async (pool) => {
    expect(isUnavailable(await failureOf(pool.query('SELECT pg_sleep(5)')))).toBe(true);
  });
  await withPool({}, async (pool) => {
    const cut = failureOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(isUnavailable(await cut)).toBe(true);
  });
});

test('so is a statement on a connection that broke before it, as in the middle of a transaction', async () => {
  await withPool({}, async (pool) => {
    const held = await pool.connect();
    const broken = new Promise((resolve) => held.once('error', resolve));
    await failureOf(held.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await broken;
    const next = await failureOf(held.query('SELECT 1'));
    held.release(true);
    expect(String(next)).toContain('not queryable');
    expect(isUnavailable(next)).toBe(true);
  });
});

test('a mistake of ours is none of it', async () => {
  await withPool({}, async (pool) => {
    for (const statement of ['SELECT * FROM nothing', 'SELECT 1 / 0', 'SELEC']) {
      expect(isUnavailable(await failureOf(pool.query(statement))), statement).toBe(false);
    }
  });
  expect(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
  expect(isUnavailable('57P01')).toBe(false);
});
