import type { AskedAbout } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTrade } from '../deployments/testing/trades.ts';
import { type HandWorld, openHandWorld, type Trader } from '../orders/testing/hand-world.ts';
import { insertDeployment, insertOrder } from '../risk/testing/desk-facts.ts';
import { openSupport, type SupportWorld } from './testing/desk-world.ts';

let hand: HandWorld;
let world: SupportWorld;
let owner: Trader;
let stranger: Trader;
let trade: { readonly id: number; readonly entryId: number; readonly exitId: number };
let ownOrderId: number;
beforeAll(async () => {
  hand = await openHandWorld();
  world = await openSupport(hand.api);
  [owner, stranger] = [await hand.trader('story_owner'), await hand.trader('story_stranger')];
  trade = await closedTrade();
  const role = { role: 'own', deployment_id: null, run_number: null, broker_order_id: 'OWN1' } as const;
  const account = { account_id: owner.person.userId, broker_link_id: owner.brokerId };
  ownOrderId = await insertOrder(world.api.database.db, { ...account, ...role });
});
afterAll(() => world.close());

const OPERANDS = [
  { text: 'close', value: 600 },
  { text: 'sma(close, 20)', value: 597.5 },
];

/** A trade of a trick whose entry and exit were decided with their values. */
async function closedTrade() {
  const { db } = world.api.database;
  const accountId = owner.person.userId;
  const deploymentId = await insertDeployment(db, { accountId, mode: 'paper' });
  const now = world.api.clock.now();
  const facts = { accountId, deploymentId, runNumber: 1, symbol: 'SBIN', direction: 'long', quantity: 5 } as const;
  const exit = { at: now + 60_000, pricePaise: 590_00, chargesPaise: 500 };
  await recordTrade(db, { ...facts, intentId: 1, entryAt: now, entryPaise: 600_00, entryChargesPaise: 500, exit });
  for (const [sequence, action, sentence] of [
    [1, 'enter', 'Bought: the close was above its average.'],
    [2, 'exit', 'Sold: its stop was reached.'],
  ] as const) {
    const decided = { sequence, at: now, base: 0, symbol: 'SBIN', action, direction: 'long', rule: 'entry' };
    const body = {
      ...decided,
      quantity: 5,
      pricePaise: 600_00,
      condition: 'close > sma(close, 20)',
      operands: OPERANDS,
    };
    await sql`INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id,
        body) SELECT ${deploymentId}, 1, ${sequence}, ${new Date(now)}, 'SBIN', ${action}, ${sentence},
        strategy_version_id, ${JSON.stringify(body)} FROM deployment WHERE id = ${deploymentId}`.execute(db.kysely);
  }
  const {
    id,
    entry_order_id: entryId,
    exit_order_id: exitId,
  } = await db.kysely
    .selectFrom('position')
    .select(['id', 'entry_order_id', 'exit_order_id'])
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  return { id, entryId, exitId: exitId ?? 0 };
}

const about = (kind: AskedAbout, id: number) => world.ask(owner.person, { about: { kind, id } });

test('a ticket about an order has its decision with every value, and its story, as the server read them', async () => {
  const { data, status, message } = await about('order', trade.entryId);
  expect([status, message]).toEqual([200, 'Sent. You are told of the answer.']);
  expect(data.about).toMatchObject({ kind: 'order', id: trade.entryId });
  const [order] = data.about?.orders ?? [];
  expect(order).toMatchObject({ orderId: trade.entryId, isOwn: false, badge: 'test', symbol: 'SBIN', quantity: 5 });
  expect(order?.decision).toMatchObject({ sentence: 'Bought: the close was above its average.', operands: OPERANDS });
  expect(order?.timeline.map(({ what }) => what)).toContain('decided');
  expect(order?.timeline.at(-1)).toMatchObject({ what: 'paper', state: 'filled' });
  const details = await world.api.send('orderdetails', { orderId: trade.entryId }, world.as(owner.person));
  expect(order?.timeline).toEqual(details.data.timeline);
});

test('one about a trade has both of its orders, the one that opened it first', async () => {
  const { orders = [] } = (await about('trade', trade.id)).data.about ?? {};
  expect(orders.map(({ orderId, decision }) => [orderId, decision?.action])).toEqual([
    [trade.entryId, 'enter'],
    [trade.exitId, 'exit'],
  ]);
});

test('one about an order by hand has its story, and no decision', async () => {
  const [order] = (await about('own_order', ownOrderId)).data.about?.orders ?? [];
  expect(order).toMatchObject({ orderId: ownOrderId, isOwn: true, symbol: 'SBIN' });
  expect(order).not.toHaveProperty('decision');
});

test('support reads the same, and it stays as it was when it was asked', async () => {
  const { data } = await about('order', trade.exitId);
  const operator = await world.operator();
  await sql`UPDATE decision SET sentence = 'Something else.' WHERE sequence = 2`.execute(world.kysely);
  const ticketId = data.ticket.ticketId;
  const seen = await world.api.send('opsticket', { ticketId }, world.as(operator));
  expect(seen.data.about).toEqual(data.about);
  expect(seen.data.about?.orders[0]?.decision?.sentence).toBe('Sold: its stop was reached.');
  expect((await world.thread(owner.person, ticketId)).data.about).toEqual(data.about);
});

test('nobody attaches what is somebody else’s, or what never was, and no ticket is left of it', async () => {
  const total = async () => (await world.api.send('ticketlist', {}, world.as(stranger.person))).data.total;
  for (const [kind, id] of [
    ['order', trade.entryId],
    ['own_order', ownOrderId],
    ['trade', trade.id],
    ['order', 2_000_000_000],
    ['own_order', trade.entryId],
    ['trade', 2_000_000_000],
  ] as const) {
    const { status, code } = await world.ask(stranger.person, { about: { kind, id } });
    expect([kind, status, code]).toEqual([kind, 404, 'NOT_FOUND']);
  }
  expect(await total()).toBe(0);
  const forged = { kind: 'order', id: trade.entryId, orders: [] } as never;
  const said = await world.ask(owner.person, { about: forged });
  expect([said.status, said.errors.map(({ path }) => path)]).toEqual([422, ['about.orders']]);
});
