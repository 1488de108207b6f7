import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDeployment, insertOrder, insertPosition } from '../risk/testing/desk-facts.ts';
import { type HandWorld, openHandWorld, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
let owner: Trader;
let stranger: Trader;

beforeAll(async () => {
  world = await openHandWorld();
  [owner, stranger] = [await world.trader('detail_owner'), await world.trader('detail_stranger')];
});
afterAll(() => world.api.close());

const as = ({ person }: Trader) => ({ token: person.accessToken });
const wall = (ms: number) => new Date(Date.UTC(2026, 0, 5, 4, 0) + ms);

const DECISION = {
  ...{ sequence: 1, at: wall(0).getTime(), base: 0, symbol: 'SBIN', action: 'enter', direction: 'long', rule: 'entry' },
  ...{ quantity: 100, pricePaise: 600_00, condition: 'close > sma(20)' },
  operands: [
    { text: 'close', value: 600 },
    { text: 'sma(20)', value: 597.5 },
  ],
};

/** An entry that a run decided, with its order at the broker and a stop that was moved. @returns numbers */
async function liveEntry(): Promise<{ orderId: number; entryId: number; stopId: number }> {
  const { db } = world.api.database;
  const accountId = owner.person.userId;
  const deploymentId = await insertDeployment(db, { accountId, linkId: owner.brokerId });
  const common = { account_id: accountId, broker_link_id: owner.brokerId, deployment_id: deploymentId, base: 0 };
  const entryId = await insertOrder(db, {
    ...common,
    ...{ tag: `entry${deploymentId}`, broker_order_id: `E${deploymentId}`, algo_id: 'ALGO-7', version_hash: 'abc123' },
    ...{ decided_at: wall(0), sent_at: wall(12), acknowledged_at: wall(40), first_fill_at: wall(140) },
  });
  const stopId = await insertOrder(db, {
    ...common,
    ...{ role: 'protective', side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit', state: 'cancelled' },
    ...{ price_paise: 585_00, trigger_paise: 590_00, filled_quantity: 0, filled_value_paise: 0n },
    exchange_at: wall(1_000),
  });
  await insertPosition(db, { accountId, deploymentId });
  await sql`INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id,
      body) SELECT ${deploymentId}, 1, 1, ${new Date('2026-01-05T03:50:00Z')}, 'SBIN', 'enter', 'Bought: close above.',
      strategy_version_id, ${JSON.stringify(DECISION)} FROM deployment WHERE id = ${deploymentId}`.execute(db.kysely);
  await sql`INSERT INTO broker_order_event (broker_order_id, what, state, note, price_paise, trigger_paise, exchange_at, at)
    VALUES (${entryId}, 'asked', 'intended', NULL, 60000, NULL, ${wall(10)}, ${wall(10)}),
      (${entryId}, 'answered', 'pending', NULL, NULL, NULL, ${wall(40)}, ${wall(40)}),
      (${entryId}, 'reported', 'filled', NULL, NULL, NULL, ${wall(140)}, ${wall(140)}),
      (${stopId}, 'asked', 'intended', NULL, 58500, 59000, ${wall(1_000)}, ${wall(1_000)}),
      (${stopId}, 'unclear', 'unknown', 'timeout', NULL, NULL, ${wall(1_700)}, ${wall(1_700)}),
      (${stopId}, 'reported', 'cancelled', NULL, NULL, NULL, ${wall(9_000)}, ${wall(9_000)})`.execute(db.kysely);
  const row = await db.kysely
    .selectFrom('broker_order')
    .select('trade_order_id')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  return { orderId: row.trade_order_id ?? 0, entryId, stopId };
}

async function deploymentOf(orderId: number): Promise<number> {
  const { kysely } = world.api.database.db;
  const row = await kysely
    .selectFrom('trade_order')
    .select('deployment_id')
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row?.deployment_id ?? 0;
}

test('a live order tells its story from the decision to the fate of its stop, in the order of time', async () => {
  const { orderId, entryId, stopId } = await liveEntry();
  const { data, status, message } = await world.api.send('orderdetails', { orderId }, as(owner));
  expect(status, message).toBe(200);
  expect(data.decision).toMatchObject({ sentence: 'Bought: close above.', operands: DECISION.operands, price: 600 });
  expect(data.timeline.map(({ what, brokerRowId }) => [what, brokerRowId])).toEqual([
    ['decided', undefined],
    ['asked', entryId],
    ['answered', entryId],
    ['reported', entryId],
    ['asked', stopId],
    ['unclear', stopId],
    ['reported', stopId],
  ]);
  expect(data.broker_orders).toHaveLength(1);
  expect(data.broker_orders[0]).toMatchObject({ algoId: 'ALGO-7', versionHash: 'abc123' });
  expect(data.protective_stops).toMatchObject([{ brokerRowId: stopId, triggerPrice: 590, status: 'cancelled' }]);
  expect(data.latency).toEqual({
    decidedToSentMs: 12,
    sentToAcknowledgedMs: 28,
    acknowledgedToFilledMs: 100,
    decidedToFilledMs: 140,
  });
  const { totalPaise, ...kinds } = data.charges ?? { totalPaise: 0 };
  expect(Object.values(kinds).reduce((sum, paise) => sum + paise, 0)).toBe(totalPaise);
  expect(totalPaise).toBeGreaterThan(0);
});

test('the stop of what was held next is none of this order’s, on whichever side it stands', async () => {
  const { orderId, stopId } = await liveEntry();
  const { kysely } = world.api.database.db;
  const accountId = owner.person.userId;
  // Turned within the same minute; and closed and bought again.
  for (const [direction, seconds] of [
    ['short', 10],
    ['long', 20],
  ] as const) {
    await sql`UPDATE position SET status = 'closed', exit_at = ${wall(seconds * 1_000)} WHERE status = 'open'
      AND deployment_id = (SELECT deployment_id FROM trade_order WHERE id = ${orderId})`.execute(kysely);
    await sql`WITH entry AS (
        INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
          quantity, filled_quantity, average_paise, state, reason, at, day)
        SELECT account_id, deployment_id, mode, run_number, ${seconds}, symbol, exchange, side, purpose, quantity,
          filled_quantity, average_paise, state, reason, ${wall(seconds * 1_000)}, day FROM trade_order WHERE id = ${orderId}
        RETURNING id, deployment_id)
      INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity, status,
        entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise)
      SELECT ${accountId}, deployment_id, 'live', 1, 'SBIN', 'NSE', ${direction}, 100, 'open', ${wall(seconds * 1_000)}, 60000,
        0, id, '-', 0 FROM entry`.execute(kysely);
    await insertOrder(world.api.database.db, {
      ...{ account_id: accountId, broker_link_id: owner.brokerId, base: 0 },
      deployment_id: await deploymentOf(orderId),
      ...{
        role: 'protective',
        side: direction === 'long' ? 'sell' : 'buy',
        kind: 'stop_limit',
        placed_kind: 'stop_limit',
      },
      ...{ state: 'trigger_pending', price_paise: 585_00, trigger_paise: 590_00 },
      ...{ filled_quantity: 0, filled_value_paise: 0n, exchange_at: wall(seconds * 1_000 + 500) },
    });
  }
  const { data } = await world.api.send('orderdetails', { orderId }, as(owner));
  expect(data.protective_stops.map(({ brokerRowId }) => brokerRowId)).toEqual([stopId]);
});

test('an exit for which its stop was changed is timed from that change, not from the day the stop was placed', async () => {
  const { orderId, entryId, stopId } = await liveEntry();
  const { kysely } = world.api.database.db;
  await sql`UPDATE broker_order SET trade_order_id = NULL, role = 'entry', deployment_id = NULL
    WHERE id = ${entryId}`.execute(kysely);
  await sql`UPDATE broker_order SET trade_order_id = ${orderId}, decided_at = ${wall(900)}, sent_at = ${wall(1_000)},
    acknowledged_at = ${wall(1_060)}, first_fill_at = ${wall(358_000)} WHERE id = ${stopId}`.execute(kysely);
  const reached = await world.api.send('orderdetails', { orderId }, as(owner));
  // Reached by the market: it was nobody's delay that this took six minutes.
  expect(reached.data.latency).toEqual({ decidedToSentMs: 100, sentToAcknowledgedMs: 60 });
  await sql`INSERT INTO broker_order_event (broker_order_id, what, state, note, price_paise, trigger_paise, exchange_at, at,
      filled_quantity)
    VALUES (${stopId}, 'asked', 'trigger_pending', 'modify', 58600, 59100, ${wall(9_000)}, ${wall(9_000)}, 0),
      (${stopId}, 'answered', 'trigger_pending', NULL, 58600, 59100, ${wall(9_050)}, ${wall(9_050)}, 0),
      (${stopId}, 'asked', 'trigger_pending', 'modify', 59500, NULL, ${wall(357_900)}, ${wall(357_900)}, 0),
      (${stopId}, 'reported', 'modify_pending', NULL, NULL, NULL, ${wall(357_930)}, ${wall(357_930)}, 0),
      (${stopId}, 'answered', 'open', NULL, 59500, NULL, ${wall(357_940)}, ${wall(357_940)}, 0),
      (${stopId}, 'reported', 'filled', NULL, NULL, NULL, ${wall(358_000)}, ${wall(358_000)}, 100)`.execute(kysely);
  const { data } = await world.api.send('orderdetails', { orderId }, as(owner));
  expect(data.latency).toEqual({ sentToAcknowledgedMs: 40, acknowledgedToFilledMs: 60 });
});

test('a paper order has its states and charges, and nothing of a broker', async () => {
  const { orderId } = await liveEntry();
  const { kysely } = world.api.database.db;
  await sql`UPDATE broker_order SET trade_order_id = NULL, role = 'entry', deployment_id = NULL
    WHERE account_id = ${owner.person.userId}`.execute(kysely);
  await sql`UPDATE trade_order SET mode = 'paper' WHERE id = ${orderId}`.execute(kysely);
  await sql`INSERT INTO order_event (order_id, state, at, note) VALUES
    (${orderId}, 'intended', ${wall(0)}, NULL), (${orderId}, 'filled', ${wall(500)}, 'At the next price.')`.execute(
    kysely,
  );
  const { data } = await world.api.send('orderdetails', { orderId }, as(owner));
  expect([data.broker_orders, data.protective_stops, data.latency]).toEqual([[], [], undefined]);
  expect(data.timeline.map(({ what, state }) => [what, state])).toEqual([
    ['decided', undefined],
    ['intended', 'intended'],
    ['paper', 'filled'],
  ]);
  expect(data.charges).toBeDefined();
});

test('the details of another person’s order are not there', async () => {
  const { orderId } = await liveEntry();
  const { status, code } = await world.api.send('orderdetails', { orderId }, as(stranger));
  expect([status, code]).toEqual([404, 'NOT_FOUND']);
});
