import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import type { AccountDesk } from './account-desk.ts';
import { type Alarm, type DeskEffects, type HandExitEnd, noEffects } from './effects.ts';
import { newOrder } from './make-order.ts';
import type { DeskOrder } from './model.ts';
import { DeskLost, takeDesk } from './store.ts';
import { stepOf, storeStep } from './store-step.ts';
import { DeskWorld } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';
import { insertRun, type RunRows } from './testing/sim-run-rows.ts';

const now = new DeskWorld().moment();
const CLOSED = { severity: 'info', title: 'Closed', body: 'All of it was closed.' } as const;
let testDb: TestDatabase;
let accounts = 0;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

const kysely = () => testDb.db.kysely;

/** A desk that has just taken an account, and what it tells. */
async function openDesk() {
  accounts += 1;
  const rows = await insertRun(testDb.db, await insertAccount(testDb.db, `step${accounts}`), `X${accounts}`);
  const { accountId, linkId } = rows;
  const fence = (await takeDesk(kysely(), linkId))?.fence ?? 0n;
  const alarms: Alarm[] = [];
  const tellAlarm = async (_tx: unknown, _account: number, alarm: Alarm): Promise<void> => void alarms.push(alarm);
  const desk = { accountId, linkId, parts: { database: testDb.db, tellAlarm } } as unknown as AccountDesk;
  const store = (effects: Partial<DeskEffects>): Promise<void> =>
    storeStep(
      desk,
      stepOf({ ...noEffects(), ...effects }, { brokerLinkId: linkId, at: now.at, wall: now.wall }),
      fence,
    );
  return { rows, alarms, store };
}

function entryOf({ accountId, deploymentId }: RunRows, more: Partial<DeskOrder> = {}): DeskOrder {
  const line = Object.assign(lineOf(), { accountId, deploymentId, runNumber: 1 });
  const shape = { kind: 'limit', quantity: 10, pricePaise: 600_00 } as const;
  return Object.assign(newOrder(line, { role: 'entry', side: 'buy', shape, tag: `s${accounts}`, now }), more);
}

async function wishOf({ accountId, linkId }: RunRows): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    VALUES (${accountId}, ${linkId}, ${now.today}, now()) RETURNING id`.execute(kysely());
  return rows[0]?.id ?? 0;
}

async function countOf({ accountId }: RunRows) {
  const { rows } = await sql<{ orders: number; events: number; log: number }>`SELECT
    (SELECT count(*)::int FROM broker_order WHERE account_id = ${accountId}) AS orders,
    (SELECT count(*)::int FROM user_event WHERE account_id = ${accountId} AND name = 'handexit') AS events,
    (SELECT count(*)::int FROM activity WHERE account_id = ${accountId} AND kind = 'broker') AS log`.execute(kysely());
  return rows[0];
}

test('a new order has its row, and its history hangs on that', async () => {
  const { rows, store } = await openDesk();
  const order = entryOf(rows);
  await store({ created: [order], changed: new Set([order]), timeline: [{ order, what: 'asked' }] });
  expect(order.rowId).toBeGreaterThan(0);
  const told = await kysely()
    .selectFrom('broker_order_event')
    .select(['broker_order_id', 'what'])
    .where('broker_order_id', '=', order.rowId)
    .execute();
  expect(told).toEqual([{ broker_order_id: order.rowId, what: 'asked' }]);
});

test('a desk whose account was taken over stores nothing', async () => {
  const { rows, alarms, store } = await openDesk();
  await takeDesk(kysely(), rows.linkId);
  const order = entryOf(rows);
  await expect(store({ created: [order] })).rejects.toThrow(DeskLost);
  expect([order.rowId, alarms.length, (await countOf(rows))?.orders]).toEqual([0, 0, 0]);
});

test('orders for a wish to close what was opened by hand are made while that stands, and not after', async () => {
  const { rows, store } = await openDesk();
  const handExitId = await wishOf(rows);
  const closing = (tag: string): DeskOrder => entryOf(rows, { role: 'own', line: undefined, tag, handExitId });
  await store({ created: [closing(`a${accounts}`)] });
  await sql`UPDATE hand_exit SET ended_at = now(), outcome = 'lifted' WHERE id = ${handExitId}`.execute(kysely());
  await expect(store({ created: [entryOf(rows), closing(`b${accounts}`)] })).rejects.toThrow('has ended');
  expect((await countOf(rows))?.orders).toBe(1);
});

test.each<[HandExitEnd['outcome'], HandExitEnd['told'], number]>([
  ['closed', CLOSED, 1],
  ['nothing', undefined, 0],
])('a wish that ends with “%s” is told to the page that waits for it, once', async (outcome, told, words) => {
  const { rows, alarms, store } = await openDesk();
  const id = await wishOf(rows);
  await store({ handEnds: [{ id, outcome, told }] });
  await store({ handEnds: [{ id, outcome, told }] });
  expect(await countOf(rows)).toEqual({ orders: 0, events: 1, log: words });
  expect(alarms).toEqual(told ? [{ ...told, key: `hand exit ${id}`, deploymentId: undefined }] : []);
  const row = await kysely().selectFrom('hand_exit').select('outcome').where('id', '=', id).executeTakeFirst();
  expect(row?.outcome).toBe(outcome);
});
