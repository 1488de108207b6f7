import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import type { AccountDesk } from './account-desk.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import type { Alarm } from './effects.ts';
import type { DeskParts } from './parts.ts';
import { FILLED, type HeldShares, holdShares, until } from './testing/held-shares.ts';
import { bookRow, NOON, openDesk } from './testing/scripted-desk.ts';
import { insertRun, type RunRows, readTold, takeNews } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
let accounts = 0;
const open: AccountDesk[] = [];
const alarms: Alarm[] = [];
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterEach(async () => {
  alarms.length = 0;
  for (const desk of open.splice(0)) await desk.close();
});
afterAll(() => testDb.drop());

const PARTS: Partial<DeskParts> = {
  settings: { ...DESK_DEFAULTS, bookEveryMs: 50, idleBookEveryMs: 100, missingAfterMs: 300 },
  tellAlarm: async (_tx, _accountId, alarm) => void alarms.push(alarm),
};

interface Held extends HeldShares {
  readonly run: RunRows;
}

async function holding(product: 'intraday' | 'delivery'): Promise<Held> {
  accounts += 1;
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, `taken${accounts}`), `T${accounts}`);
  const held = await holdShares({ database: testDb.db, run, product, parts: PARTS });
  open.push(held.desk);
  return { ...held, run };
}

async function rowsOf({ run }: Held) {
  const { rows } = await sql<{ role: string; side: string; placed_kind: string; filled: number }>`
    SELECT role, side, placed_kind, filled_quantity AS filled FROM broker_order
    WHERE deployment_id = ${run.deploymentId} AND placed_kind = 'elsewhere'`.execute(testDb.db.kysely);
  return rows;
}

test('shares that were sold elsewhere are counted once in rows, told, and not again by the next desk', async () => {
  const held = await holding('intraday');
  const { run, broker, desk } = held;
  broker.book.push(
    bookRow({ brokerOrderId: 'x1', tag: undefined, side: 'sell', ...FILLED, averagePaise: 601_00, quantity: 10 }),
  );
  await until(() => broker.cancelled.includes('b2'));
  await desk.settled();
  expect(alarms.map(({ title }) => title)).toEqual(['10 SBIN of a trick were closed at your broker']);
  expect(await rowsOf(held)).toEqual([{ role: 'exit', side: 'sell', placed_kind: 'elsewhere', filled: 10 }]);
  const { rows: news } = await sql<{ kind: string }>`SELECT body->>'kind' AS kind FROM order_news
    WHERE deployment_id = ${run.deploymentId} ORDER BY id`.execute(testDb.db.kysely);
  expect(news.map(({ kind }) => kind)).toEqual(['fill', 'broker_exit', 'halt']);
  desk.abandon();
  const placed = broker.placed.length;
  const next = await openDesk({ database: testDb.db, linkId: run.linkId, broker }, PARTS);
  open.push(next);
  await testDb.db.transaction((tx) => takeNews(tx, run, 570_00));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await next.settled();
  expect(await rowsOf(held)).toHaveLength(1);
  expect(broker.placed).toHaveLength(placed);
  expect(await readTold(testDb.db, run.deploymentId)).toMatchObject({ held: 0 });
});

test('shares of a delivery trick that are not in the account any more are found in positions and holdings', async () => {
  const held = await holding('delivery');
  const { run, broker, desk } = held;
  const position = { exchange: 'NSE', token: 't', tradingSymbol: 'SBIN-EQ', product: 'delivery' } as const;
  const values = { buyQuantity: 10, sellQuantity: 3, buyValuePaise: 6_000_00n, sellValuePaise: 1_800_00n };
  broker.positions = [{ ...position, ...values, netQuantity: 7 }];
  broker.book = broker.book.map((row) => ({ ...row, updatedAt: NOON }));
  broker.book.push(
    bookRow({
      ...{ brokerOrderId: 'x1', tag: undefined, side: 'sell', product: 'delivery' },
      ...{ ...FILLED, filledQuantity: 3, quantity: 3, updatedAt: NOON + 1_000 },
    }),
  );
  await until(() => alarms.length > 0);
  await desk.settled();
  expect(await rowsOf(held)).toMatchObject([{ filled: 3 }]);
  expect(await readTold(testDb.db, run.deploymentId)).toMatchObject({ held: 7 });
});
