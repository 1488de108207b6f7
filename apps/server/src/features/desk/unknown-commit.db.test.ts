import type { Database } from '@trickdesk/db';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { askFor, FILLED, type HeldShares, holdShares, until } from './testing/held-shares.ts';
import { bookRow } from './testing/scripted-desk.ts';
import { insertRun, type RunRows } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
let accounts = 0;
const open: HeldShares[] = [];
/** So many transactions are through, and their answers are lost. */
let lostAnswers = 0;
let database: Database;
/** Transactions that begin wait for it. */
let held: Promise<void> | undefined;
let waiting = 0;

beforeAll(async () => {
  testDb = await withTestDatabase();
  const { db } = testDb;
  database = {
    ...db,
    kysely: db.kysely,
    transaction: async (work, options) => {
      waiting += 1;
      await held;
      waiting -= 1;
      const answer = await db.transaction(work, options);
      if (lostAnswers === 0) return answer;
      lostAnswers -= 1;
      throw new Error('Connection terminated unexpectedly');
    },
  };
});
afterEach(async () => {
  for (const { desk } of open.splice(0)) await desk.close();
});
afterAll(() => testDb.drop());

async function holding(): Promise<HeldShares & { readonly run: RunRows }> {
  accounts += 1;
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, `unknown${accounts}`), `U${accounts}`);
  const settings = { ...DESK_DEFAULTS, bookEveryMs: 50, idleBookEveryMs: 100 };
  const held = await holdShares({ database, run, parts: { settings } });
  open.push(held);
  return { ...held, run };
}

async function newsOf({ deploymentId }: RunRows): Promise<readonly { kind: string; quantity: number }[]> {
  const { rows } = await sql<{ kind: string; quantity: number }>`
    SELECT body->>'kind' AS kind, (body->>'quantity')::int AS quantity FROM order_news
    WHERE deployment_id = ${deploymentId} ORDER BY id`.execute(testDb.db.kysely);
  return rows;
}

test('an exit whose commit got no answer is carried out all the same: the desk reads anew what is stored', async () => {
  const { run, broker, desk, seat } = await holding();
  lostAnswers = 1;
  await expect(askFor({ database, run }, seat, 'exit')).rejects.toThrow('terminated');
  seat.rolledBack();
  await until(() => broker.modified.some((change) => change.kind === 'limit'));
  expect(broker.modified.at(-1)).toMatchObject({ brokerOrderId: 'b2', kind: 'limit', quantity: 10 });
  expect(broker.placed).toHaveLength(2);
  expect(desk.generation).toBe(1);
});

test('a step whose commit got no answer is not stored twice: the run hears of each fill once', async () => {
  const { run, broker, desk } = await holding();
  lostAnswers = 1;
  const stop = bookRow({ ...broker.book[1], brokerOrderId: 'b2', tag: broker.placed[1]?.tag, ...FILLED });
  broker.book = [...broker.book.slice(0, 1), stop];
  await desk.look();
  await until(() => desk.generation === 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await desk.settled();
  expect(await newsOf(run)).toEqual([
    { kind: 'fill', quantity: 10 },
    { kind: 'broker_exit', quantity: 10 },
  ]);
  expect(broker.placed).toHaveLength(2);
});

test('a step that is on its way while the desk reads anew ends with what the desk knew: it is alive, and tells each fill once', async () => {
  const { run, broker, desk, seat } = await holding();
  let release = (): void => undefined;
  held = new Promise((resolve) => {
    release = resolve;
  });
  const stop = bookRow({ ...broker.book[1], brokerOrderId: 'b2', tag: broker.placed[1]?.tag, ...FILLED });
  broker.book = [...broker.book.slice(0, 1), stop];
  const looked = desk.look();
  await until(() => waiting > 0);
  const reloaded = desk.reload();
  await until(() => desk.generation === 1);
  held = undefined;
  release();
  await Promise.all([looked, reloaded]);
  await desk.look();
  await desk.settled();
  expect(await newsOf(run)).toEqual([
    { kind: 'fill', quantity: 10 },
    { kind: 'broker_exit', quantity: 10 },
  ]);
  await desk.look();
  expect(desk.moment().canAct).toBe(true);
  seat.leave();
});

test('a stop whose row got no answer is found by the desk that reads anew, and sent by nobody twice', async () => {
  const { run, broker, desk, seat } = await holding();
  lostAnswers = 1;
  broker.book = [
    ...broker.book.slice(0, 1),
    bookRow({ ...broker.book[1], brokerOrderId: 'b2', tag: broker.placed[1]?.tag, state: 'cancelled' }),
  ];
  await until(() => broker.placed.length === 3);
  expect(desk.generation).toBe(1);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM broker_order
    WHERE deployment_id = ${run.deploymentId} AND tag = ${broker.placed[2]?.tag}`.execute(testDb.db.kysely);
  expect(rows).toEqual([{ n: 1 }]);
  expect(new Set(broker.placed.map(({ tag }) => tag)).size).toBe(broker.placed.length);
  seat.leave();
});
