import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownOrderPartsOf } from '../../compose/own-orders.ts';
import { createOwnOrdersService, findPlaced, readOwnProgress } from '../orders/index.ts';
import { type HandWorld, openHandWorld, type Trader } from '../orders/testing/hand-world.ts';
import { createLiveBasketDesk } from './live-desk.ts';
import type { BasketDesk } from './parts.ts';
import { type MarketOfFive, openMarketOfFive } from './testing/market-of-five.ts';

let world: HandWorld;
let market: MarketOfFive;
let asha: Trader;
let token: string;
let basketId: number;
let desk: BasketDesk;
let keys = 0;
const key = (): string => `live-basket-${++keys}`;
const kysely = () => world.api.database.db.kysely;

beforeAll(async () => {
  world = await openHandWorld();
  market = await openMarketOfFive(world.api);
  asha = await world.trader('asha_live');
  const constituents = [
    { symbol: 'SBIN', weightPercent: 50 },
    { symbol: 'ITC', weightPercent: 50 },
  ];
  const { data } = await world.api.send('addBasket', { name: 'Two', constituents }, { token: asha.person.accessToken });
  basketId = data.basketId;
  const { bus, marketData } = world.api.services;
  const orders = createOwnOrdersService({ ...ownOrderPartsOf(world.api.foundation, { bus, marketData }), waitMs: 0 });
  const database = world.api.database.db;
  desk = createLiveBasketDesk({ orders, database, findPlaced, progressOf: readOwnProgress });
});
afterAll(() => world.api.close());
beforeEach(async () => {
  const { username, password } = asha.person;
  token = (await world.api.send('login', { email: username, password })).data.accessToken;
});

async function open(): Promise<number> {
  const asked = { basketId, amountPaise: 50_000_00, is_live: 1 as const, idempotencyKey: key() };
  const { data, message } = await world.api.send('openBasket', asked, { token });
  if (!data) throw new Error(message);
  return data.myBasketId;
}

const details = async (myBasketId: number) => (await world.api.send('mybasketdetails', { myBasketId }, { token })).data;

interface BrokerRow {
  id: number;
  symbol: string;
  side: string;
  quantity: number;
  price_paise: number;
  product: string;
}

/** Orders that were kept for the account's desk and have not ended. */
async function atBroker(): Promise<BrokerRow[]> {
  const { rows } = await sql<BrokerRow>`SELECT id, symbol, side, quantity, price_paise, product FROM broker_order
    WHERE account_id = ${asha.person.userId} AND state IN ('intended', 'open') ORDER BY id`.execute(kysely());
  return rows;
}

/** What the account's desk would write. */
async function fate(id: number, state: string, filled: number, reject = ''): Promise<void> {
  await sql`UPDATE broker_order SET state = ${state}, filled_quantity = ${filled},
    filled_value_paise = ${filled} * (price_paise - 5)::bigint, reject_text = ${reject} WHERE id = ${id}`.execute(
    kysely(),
  );
}

async function fillAll(): Promise<void> {
  for (const { id, quantity } of await atBroker()) await fate(id, 'filled', quantity);
}

async function lookUntilIdle(): Promise<void> {
  for (let i = 0; i < 8; i += 1) {
    await market.look(desk);
    await fillAll();
    await market.tick(2);
  }
}

test('orders of a basket are limit orders for delivery at the account’s desk, and their fills and charges count', async () => {
  const id = await open();
  await market.look(desk);
  const orders = await atBroker();
  expect(orders.map(({ symbol, side, product }) => `${side} ${symbol} ${product}`).toSorted()).toEqual([
    'buy ITC delivery',
    'buy SBIN delivery',
  ]);
  expect(orders.find(({ symbol }) => symbol === 'SBIN')?.price_paise).toBeGreaterThan(812_00);
  await lookUntilIdle();
  const { my_basket: basket, run_list: runs } = await details(id);
  expect(basket).toMatchObject({ status: 'open', badge: 'live_simulated', brokerId: asha.brokerId });
  expect(runs[0]?.orders.every((order) => order.orderId !== undefined && order.chargesPaise > 0)).toBe(true);
  const [first] = runs[0]?.orders ?? [];
  const own = await world.api.send('ownorderdetails', { orderId: first?.orderId ?? 0 }, { token });
  expect(own.data.basket).toEqual({ myBasketId: id, name: 'Two', kind: 'open' });
  const { data } = await world.api.send('userlog', {}, { token });
  expect(data.log_list.some(({ sentence }) => sentence.includes('Placed an order for the basket “Two”'))).toBe(true);
});

test('an order is the basket’s in the transaction that keeps it: nobody finds it among those by hand', async () => {
  const id = await open();
  const told: unknown[] = [];
  const noted: unknown[] = [];
  const send: BasketDesk['send'] = async (sent) => {
    const outcome = await desk.send(sent);
    const { rows } = await sql<{ broker_order_id: number | null }>`SELECT broker_order_id FROM basket_order
      WHERE id = ${sent.order.id}`.execute(kysely());
    told.push('brokerOrderId' in outcome ? outcome.brokerOrderId : outcome);
    noted.push(rows[0]?.broker_order_id);
    return outcome;
  };
  await market.look({ ...desk, send });
  expect(noted).toEqual(told);
  expect(noted).toEqual([expect.any(Number), expect.any(Number)]);
  await lookUntilIdle();
  expect((await details(id)).my_basket.status).toBe('open');
  const { data } = await world.api.send('my-openposition', {}, { token });
  expect(data.open_positions).toEqual([]);
});

test('an order of a basket is changed by nobody else: the basket counts no more than it asked for', async () => {
  const id = await open();
  await market.look(desk);
  const [first] = await atBroker();
  if (!first) throw new Error('an order was expected');
  const change = { orderId: first.id, quantity: first.quantity + 50, price: first.price_paise / 100 };
  const { code } = await world.api.send('modifyorder', { ...change, idempotencyKey: key() }, { token });
  expect(code).toBe('ORDER_OF_BASKET');
  await lookUntilIdle();
  expect((await details(id)).my_basket.status).toBe('open');
});

describe('what dies, is refused or is filled in part', () => {
  test('an order whose number was not noted is found by its key, not placed again, and not lost to a refusal', async () => {
    const id = await open();
    await market.look(desk);
    const placed = await atBroker();
    await sql`UPDATE basket_order SET state = 'intended', broker_order_id = NULL WHERE owned_basket_id = ${id}`.execute(
      kysely(),
    );
    // The broker's session has ended meanwhile: placing anew would be refused.
    await sql`UPDATE broker_link SET status = 'expired' WHERE account_id = ${asha.person.userId}`.execute(kysely());
    await market.tick(2);
    await market.look(desk);
    await sql`UPDATE broker_link SET status = 'linked' WHERE account_id = ${asha.person.userId}`.execute(kysely());
    expect((await atBroker()).map((order) => order.id)).toEqual(placed.map((order) => order.id));
    await lookUntilIdle();
    const { my_basket: basket, run_list: runs } = await details(id);
    expect(basket.status).toBe('open');
    const counted = runs[0]?.orders.filter((order) => order.filledQuantity > 0) ?? [];
    // Each order at the broker is one of the basket's, and each of the basket's is one at the broker.
    const { rows } = await sql<{ id: number }>`SELECT id FROM broker_order WHERE account_id = ${asha.person.userId}
      AND filled_quantity > 0 AND id >= ${placed[0]?.id ?? 0} ORDER BY id`.execute(kysely());
    expect(rows.map((row) => row.id)).toEqual(counted.map((order) => order.orderId).toSorted((x = 0, y = 0) => x - y));
  });

  test('a part that was filled counts, and the rest is bought with another order', async () => {
    const id = await open();
    await market.look(desk);
    const [first, second] = await atBroker();
    if (!first || !second) throw new Error('two orders were expected');
    await fate(first.id, 'cancelled', 10);
    await fate(second.id, 'filled', second.quantity);
    await market.tick(2);
    await lookUntilIdle();
    const { run_list: runs, holdings } = await details(id);
    expect(runs[0]?.state).toBe('done');
    expect(runs[0]?.orders.filter((order) => order.symbol === first.symbol).length).toBeGreaterThanOrEqual(2);
    expect(holdings.find((one) => one.symbol === first.symbol)?.quantity).toBeGreaterThan(first.quantity - 3);
  });

  test('what the broker rejects twice waits for the next session, with the broker’s words', async () => {
    const id = await open();
    for (let i = 0; i < 6; i += 1) {
      await market.look(desk);
      for (const order of await atBroker()) await fate(order.id, 'rejected', 0, 'RMS: margin exceeds available funds');
      await market.tick(2);
    }
    const { my_basket: basket } = await details(id);
    expect(basket.run).toMatchObject({ state: 'waiting' });
    expect(basket.run?.note).toContain('RMS: margin exceeds available funds');
    expect(basket.run?.orders).toHaveLength(4);
    const stopped = await world.api.send(
      'repairbasket',
      { myBasketId: id, verb: 'stop', idempotencyKey: key() },
      { token },
    );
    expect(stopped.data.status).toBe('closed');
    expect((await details(id)).my_basket).toMatchObject({ investedPaise: 0, valuePaise: 0 });
  });

  test('an order that is not filled for half a minute is taken back', async () => {
    const id = await open();
    await market.look(desk);
    const orders = await atBroker();
    await sql`UPDATE broker_order SET state = 'open', broker_order_id = 'B' || id WHERE account_id = ${asha.person.userId}
      AND state = 'intended'`.execute(kysely());
    await market.tick(31);
    await market.look(desk);
    const { rows } = await sql<{ broker_order_id: number }>`SELECT broker_order_id FROM broker_order_request
      WHERE verb = 'cancel' AND broker_order_id = ANY (${orders.map((order) => order.id)}) ORDER BY 1`.execute(
      kysely(),
    );
    expect(rows.map((row) => row.broker_order_id)).toEqual(orders.map((order) => order.id));
    for (const order of orders) await fate(order.id, 'cancelled', 0);
    await market.tick(2);
    await lookUntilIdle();
    expect((await details(id)).my_basket.status).toBe('open');
  });
});

describe('the kill switch', () => {
  const kill = () => world.api.send('killswitch', { flatten: false, idempotencyKey: key() }, { token });
  const lift = () => world.api.send('killswitchlift', { password: asha.person.password }, { token });
  const endAll = async (state: string): Promise<void> => {
    for (const order of await atBroker()) await fate(order.id, state, 0);
  };
  const runOf = async (id: number) => (await details(id)).run_list[0];

  test('ends a run that buys, also where it is lifted at once: what was bought stays, and nothing is placed again', async () => {
    const id = await open();
    const sip = { myBasketId: id, status: 'active' as const, amountPaise: 20_000_00, frequency: 'monthly' as const };
    await market.look(desk);
    const [first, second] = await atBroker();
    if (!first || !second) throw new Error('two orders were expected');
    const { data: before } = await world.api.send('risksettings', {}, { token });
    expect(before.killSwitch.plan).toMatchObject({ basketRuns: 1, restingOrders: 2 });
    expect((await kill()).data).toMatchObject({ cancelled: 2, basketRuns: 1 });
    await lift();
    await fate(first.id, 'cancelled', 10);
    await market.tick(2);
    await market.look(desk);
    // The other has not ended: the run waits for it, and places nothing meanwhile.
    expect(await runOf(id)).toMatchObject({ state: 'working' });
    await fate(second.id, 'cancelled', 0);
    for (let i = 0; i < 4; i += 1) {
      await market.tick(2);
      await market.look(desk);
    }
    expect(await atBroker()).toEqual([]);
    const run = await runOf(id);
    expect(run).toMatchObject({ state: 'given_up', note: expect.stringContaining('The kill switch was set') });
    expect(run?.orders).toHaveLength(2);
    const held = await details(id);
    expect(held.my_basket.status).toBe('open');
    expect(held.holdings).toMatchObject([{ symbol: first.symbol, quantity: 10 }]);
    const { data: alerts } = await world.api.send('usernotificationlist', {}, { token });
    expect(alerts.notification_list.map(({ title }) => title)).toContain('Investing of Two was left halfway');
    // An instalment is begun by nobody after it either.
    await world.api.send('fetchSetSipStatus', { ...sip, day: 5 }, { token });
    const { data: plan } = await world.api.send('risksettings', {}, { token });
    expect(plan.killSwitch.plan).toMatchObject({ basketRuns: 0, basketSips: 1 });
    expect((await kill()).data).toMatchObject({ basketRuns: 0, basketSips: 1 });
    await lift();
    expect((await details(id)).my_basket.sip).toMatchObject({ status: 'paused' });
  });

  test('ends a sale of all as well, before an order of it that was decided leaves', async () => {
    const id = await open();
    await market.look(desk);
    await lookUntilIdle();
    await world.api.send('closeBasket', { myBasketId: id, idempotencyKey: key() }, { token });
    const outcomes: string[] = [];
    let isKilled = false;
    const send: BasketDesk['send'] = async (sent) => {
      if (!isKilled) await kill();
      isKilled = true;
      const outcome = await desk.send(sent);
      outcomes.push(outcome.kind);
      return outcome;
    };
    const oneByOne: Promise<unknown>[] = [];
    await market.look({
      ...desk,
      send: (sent) => {
        const turn = Promise.all(oneByOne).then(() => send(sent));
        oneByOne.push(turn);
        return turn;
      },
    });
    expect(outcomes).toEqual(['refused', 'refused']);
    await lift();
    await market.tick(2);
    await lookUntilIdle();
    expect(await runOf(id)).toMatchObject({ state: 'given_up' });
    const held = await details(id);
    expect([held.my_basket.status, held.holdings.length]).toEqual(['open', 2]);
  });

  test('lets nothing begin that buys while it is set, and lets a basket be closed', async () => {
    const id = await open();
    await market.look(desk);
    await lookUntilIdle();
    await kill();
    const asked = { basketId, amountPaise: 50_000_00, is_live: 1 as const, idempotencyKey: key() };
    expect((await world.api.send('openBasket', asked, { token })).code).toBe('KILL_SWITCH_ON');
    const more = { myBasketId: id, amountPaise: 20_000_00, idempotencyKey: key() };
    expect((await world.api.send('addtobasket', more, { token })).code).toBe('KILL_SWITCH_ON');
    // It is due on this very Monday.
    const sip = {
      myBasketId: id,
      status: 'active' as const,
      amountPaise: 20_000_00,
      frequency: 'weekly' as const,
      day: 1,
    };
    await world.api.send('fetchSetSipStatus', sip, { token });
    await market.look(desk);
    expect((await details(id)).run_list).toHaveLength(1);
    const { data: alerts } = await world.api.send('usernotificationlist', {}, { token });
    expect(alerts.notification_list[0]).toMatchObject({
      title: 'An instalment of Two was left out',
      body: expect.stringContaining('because the kill switch was set'),
    });
    await world.api.send('closeBasket', { myBasketId: id, idempotencyKey: key() }, { token });
    await lookUntilIdle();
    expect((await details(id)).my_basket.status).toBe('closed');
    await lift();
    await endAll('cancelled');
  });
});

test('nothing is begun live while the session at the broker has ended', async () => {
  await sql`UPDATE broker_link SET status = 'expired' WHERE account_id = ${asha.person.userId}`.execute(kysely());
  const asked = { basketId, amountPaise: 50_000_00, is_live: 1 as const, idempotencyKey: key() };
  expect((await world.api.send('openBasket', asked, { token })).code).toBe('BROKER_SESSION_CLOSED');
  await sql`UPDATE broker_link SET status = 'linked' WHERE account_id = ${asha.person.userId}`.execute(kysely());
});
