import type { BrokerOrder } from '@trickdesk/brokers';
import type { Bus } from '@trickdesk/db';
import { createCalendar, isTerminal, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { insertBasketOrder, insertLiveBasket, type LiveBasket } from '../baskets/testing/live-rows.ts';
import { createMarketData } from '../market-data/index.ts';
import { putClock } from '../market-data/store.ts';
import { createRiskService, type RiskService } from '../risk/index.ts';
import { seedCatalogue } from '../strategies/index.ts';
import { bookRow, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { openSimMarket, type SimMarket } from './testing/sim-market.ts';
import { SimRun } from './testing/sim-run.ts';
import { insertRun, readTold } from './testing/sim-run-rows.ts';

const DATASET = 'simulator:test';
const DAY = '2025-07-07';
let testDb: TestDatabase;
let market: SimMarket;
let risk: RiskService;
let clients = 100_500;
beforeAll(async () => {
  testDb = await withTestDatabase();
  market = await openSimMarket();
  const { db } = testDb;
  await seedCatalogue(db, new Date());
  const clock = { now: () => Date.now() };
  await putClock(db.kysely, DATASET, { exchangeAt: market.now(), seenAt: Date.now(), speed: 1, feed: 'live' });
  const calendar = createCalendar(NSE_CALENDAR);
  const marketData = createMarketData({ db, clock, dataset: DATASET, simulated: true, speed: 1, calendar });
  const bus: Bus = {
    publish: () => undefined,
    subscribe: () => Promise.reject(new Error('nobody listens here')),
    flush: async () => undefined,
    isConnected: () => true,
    droppedCount: () => 0,
    close: async () => undefined,
  };
  risk = createRiskService({
    database: db,
    bus,
    clock,
    marketData,
    accounts: { assertPassword: async () => undefined },
  });
});
afterAll(async () => {
  await market.close();
  await testDb.drop();
});

const tick = (paise: number): number => Math.round(paise / 5) * 5;

/** An order by hand, as the call keeps it. */
async function placeByHand(
  run: SimRun,
  order: {
    readonly tag: string;
    readonly side: 'buy' | 'sell';
    readonly pricePaise: number;
    readonly product?: string;
    readonly basket?: LiveBasket;
  },
): Promise<void> {
  const { accountId, linkId } = run.parts.rows;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO broker_order (account_id, broker_link_id, role, tag, exchange, symbol, token, trading_symbol, side,
      product, kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day, updated_at)
    VALUES (${accountId}, ${linkId}, 'own', ${order.tag}, 'NSE', 'SBIN', '3045', 'SBIN-EQ', ${order.side}, ${order.product ?? 'intraday'},
      'limit', 'limit', 10, ${tick(order.pricePaise)}, 'intended', now(), ${new Date(market.now())}, ${DAY},
      now()) RETURNING id`.execute(testDb.db.kysely);
  if (order.basket && rows[0]) await insertBasketOrder(testDb.db, order.basket, rows[0].id);
  await run.wake();
}

interface OrderRow {
  readonly role: string;
  readonly tag: string;
  readonly side: string;
  readonly state: string;
  readonly filled: number;
  readonly closes: boolean;
}

async function rowsOf({ parts }: SimRun): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT role, tag, side, state, filled_quantity AS filled, hand_exit_id IS NOT NULL AS closes FROM broker_order
    WHERE broker_link_id = ${parts.rows.linkId} ORDER BY id`.execute(testDb.db.kysely);
  return rows;
}

async function wishOf({ parts }: SimRun): Promise<string | null | undefined> {
  const { rows } = await sql<{ outcome: string | null }>`
    SELECT outcome FROM hand_exit WHERE broker_link_id = ${parts.rows.linkId}`.execute(testDb.db.kysely);
  return rows[0]?.outcome;
}

/** @throws when it has not come to that within half a minute */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it did not come to that');
}

async function signedIn(): Promise<SimRun> {
  clients += 1;
  const clientCode = `S${clients}`;
  const accountId = await insertAccount(testDb.db, `h${clients}`);
  const rows = await insertRun(testDb.db, accountId, clientCode);
  // Screens are told of it: it has to be a trick that they can show.
  await sql`UPDATE deployment SET strategy_version_id = (SELECT min(id) FROM strategy_version)
    WHERE id = ${rows.deploymentId}`.execute(testDb.db.kysely);
  const run = new SimRun({ database: testDb.db, market, rows, clientCode }, await market.signIn(clientCode));
  await run.open();
  return run;
}

/** Ten bought by hand with a sale that rests for them, and ten that a trick holds in the same share. */
async function openedByHand(): Promise<SimRun> {
  const run = await signedIn();
  const { clientCode, rows } = run.parts;
  await run.enter(10);
  await until(async () => (await readTold(testDb.db, rows.deploymentId)).held === 10);
  const last = market.lastPaise();
  await placeByHand(run, { tag: `buy${clientCode}`, side: 'buy', pricePaise: last * 1.005 });
  await until(async () =>
    (await rowsOf(run)).some(({ tag, state }) => tag === `buy${clientCode}` && state === 'filled'),
  );
  await placeByHand(run, { tag: `rest${clientCode}`, side: 'sell', pricePaise: last * 1.04 });
  await until(async () =>
    (await rowsOf(run)).some(({ tag, state }) => tag === `rest${clientCode}` && state === 'open'),
  );
  return run;
}

function throwSwitch(run: SimRun) {
  const origin = { requestId: 'r', address: '127.0.0.1', device: 'a test' };
  const caller = { accountId: run.parts.rows.accountId, sessionId: 's', ability: [], origin };
  return risk.kill(caller, { flatten: true, idempotencyKey: 'k' });
}

async function ended(run: SimRun): Promise<readonly BrokerOrder[]> {
  await until(async () => typeof (await wishOf(run)) === 'string');
  await run.settled();
  return market.book(run.access);
}

const filled = (book: readonly BrokerOrder[], side: 'buy' | 'sell'): number =>
  book.reduce((sum, order) => (order.side === side ? sum + order.filledQuantity : sum), 0);

/** Orders that closed what was bought by hand, as the broker has them. */
async function closings(run: SimRun, book: readonly BrokerOrder[]): Promise<BrokerOrder[]> {
  const tags = new Set((await rowsOf(run)).filter(({ closes }) => closes).map(({ tag }) => tag));
  return book.filter(({ tag }) => tag !== undefined && tags.has(tag));
}

test.concurrent('the kill switch sells what was bought by hand, and leaves what a basket bought of the same share', async () => {
  const run = await signedIn();
  const { clientCode, rows } = run.parts;
  const basket = await insertLiveBasket(testDb.db, { ...rows, dataset: DATASET });
  const bought = { side: 'buy', product: 'delivery', pricePaise: market.lastPaise() * 1.005 } as const;
  await placeByHand(run, { ...bought, tag: `hand${clientCode}` });
  await placeByHand(run, { ...bought, tag: `bask${clientCode}`, basket });
  await until(async () => (await rowsOf(run)).filter(({ state }) => state === 'filled').length === 2);
  expect(await throwSwitch(run)).toMatchObject({ handExits: 1 });
  await run.wake();
  const book = await ended(run);
  expect([filled(book, 'buy'), filled(book, 'sell'), await wishOf(run)]).toEqual([20, 10, 'closed']);
  expect(await closings(run, book)).toMatchObject([{ side: 'sell', product: 'delivery', filledQuantity: 10 }]);
});

test.concurrent('the kill switch cancels what rests by hand, sells exactly what was bought by hand, and the trick sells its own', async () => {
  const run = await openedByHand();
  const report = await throwSwitch(run);
  expect(report).toMatchObject({ tricks: 1, exits: 1, handExits: 1, cancelled: 1 });
  await run.wake();
  await run.leave(10);
  const book = await ended(run);
  expect(book.find(({ tag }) => tag === `rest${run.parts.clientCode}`)).toMatchObject({
    state: 'cancelled',
    filledQuantity: 0,
  });
  expect(await closings(run, book)).toMatchObject([{ side: 'sell', filledQuantity: 10 }]);
  await until(async () => filled(await market.book(run.access), 'sell') === 20);
  expect((await market.book(run.access)).every(({ state }) => isTerminal(state))).toBe(true);
  expect([await wishOf(run), filled(book, 'buy')]).toEqual(['closed', 20]);
  // The page that waits for it is told, and reads how it ended.
  const { rows: events } = await sql<{ payload: unknown }>`SELECT payload FROM user_event
    WHERE account_id = ${run.parts.rows.accountId} AND name = 'handexit'`.execute(testDb.db.kysely);
  expect(events).toEqual([{ payload: { outcome: 'closed' } }]);
  const { closingByHand, closedByHand } = await risk.read(run.parts.rows.accountId);
  expect([closingByHand, closedByHand?.outcome]).toEqual([false, 'closed']);
  const { rows: log } = await sql<{ sentence: string }>`SELECT sentence FROM activity
    WHERE account_id = ${run.parts.rows.accountId} AND kind = 'broker' AND sentence LIKE 'Kill switch:%'`.execute(
    testDb.db.kysely,
  );
  expect(log.map(({ sentence }) => sentence)).toEqual([
    'Kill switch: 10 SBIN sold. Nothing that you opened by hand through Trickdesk today is left.',
  ]);
  await run.close();
}, 120_000);

test.concurrent.each([
  ['before it is stored', 'before_write', 0],
  ['before it is sent', 'after_write', 1],
  ['before it is answered', 'after_send', 1],
] as const)(
  'a desk that dies with the wish, %s, leaves it to the next, and nothing is sold twice',
  async (_name, point, spared) => {
    const run = await openedByHand();
    await throwSwitch(run);
    run.crashAt = point;
    // The cancellation of what rests.
    run.spared = spared;
    await run.wake().catch(() => undefined);
    const book = await ended(run);
    expect(run.crashes).toBe(1);
    expect(await closings(run, book)).toMatchObject([{ side: 'sell', filledQuantity: 10 }]);
    // The trick holds its ten, with its stop.
    expect([filled(book, 'buy'), filled(book, 'sell')]).toEqual([20, 10]);
    expect(book.filter(({ state }) => !isTerminal(state))).toMatchObject([
      { side: 'sell', kind: 'stop_limit', quantity: 10 },
    ]);
    await run.close();
  },
  120_000,
);

test.concurrent.each(['before', 'after'] as const)(
  'an answer that is lost %s the broker took the order doubles nothing',
  async (when) => {
    const run = await openedByHand();
    const fault = { route: 'placeOrder', client: run.parts.clientCode, times: 1, kind: 'hang', ms: 3_000 };
    await market.control('faults', { routes: [when === 'after' ? { ...fault, when } : fault] });
    await throwSwitch(run);
    await run.wake();
    const book = await ended(run);
    expect(await closings(run, book)).toMatchObject([{ side: 'sell', filledQuantity: 10 }]);
    expect([filled(book, 'buy'), filled(book, 'sell')]).toEqual([20, 10]);
    await run.close();
  },
  120_000,
);

test.concurrent('shares bought for delivery today go, and those that the account has since earlier days stay', async () => {
  const run = await signedIn();
  const { clientCode } = run.parts;
  const held = { token: '3045', quantity: 25, averagePaise: 500_00 };
  await market.control('account', { client: clientCode, holdings: [held] });
  const bought = { tag: `buy${clientCode}`, side: 'buy', product: 'delivery' } as const;
  await placeByHand(run, { ...bought, pricePaise: market.lastPaise() * 1.005 });
  await until(async () => (await rowsOf(run)).some(({ tag, state }) => tag === bought.tag && state === 'filled'));
  expect(await throwSwitch(run)).toMatchObject({ handExits: 1, cancelled: 0 });
  await run.wake();
  const book = await ended(run);
  expect(await closings(run, book)).toMatchObject([{ side: 'sell', product: 'delivery', filledQuantity: 10 }]);
  expect(filled(book, 'sell')).toBe(10);
  expect(await wishOf(run)).toBe('closed');
  await run.close();
}, 120_000);

test.concurrent('a switch that is lifted before anything was sent ends it', async () => {
  const run = await openedByHand();
  await throwSwitch(run);
  const origin = { requestId: 'r', address: '127.0.0.1', device: 'a test' };
  const caller = { accountId: run.parts.rows.accountId, sessionId: 's', ability: [], origin };
  await risk.lift(caller, 'a password');
  await run.wake();
  await until(async () =>
    (await rowsOf(run)).every(({ tag, state }) => !tag.startsWith('rest') || state === 'cancelled'),
  );
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(await wishOf(run)).toBe('lifted');
  expect((await rowsOf(run)).filter(({ closes }) => closes)).toEqual([]);
  await run.close();
}, 120_000);

test.concurrent('an order that is being stored when the switch is lifted is not stored and never leaves', async () => {
  clients += 1;
  const { db } = testDb;
  const accountId = await insertAccount(db, `h${clients}`);
  const { linkId } = await insertRun(db, accountId, `S${clients}`);
  const broker = new ScriptedBroker();
  const bought = { tag: 'mine', state: 'filled', filledQuantity: 10, averagePaise: 600_00 } as const;
  broker.book = [bookRow({ brokerOrderId: 'b1', ...bought })];
  await sql`
    INSERT INTO broker_order (account_id, broker_link_id, role, tag, exchange, symbol, token, trading_symbol, side,
      product, kind, placed_kind, quantity, price_paise, state, decided_at, sent_at, exchange_at, day, updated_at)
    VALUES (${accountId}, ${linkId}, 'own', 'mine', 'NSE', 'SBIN', 'tSBIN', 'SBIN-EQ', 'buy', 'intraday',
      'limit', 'limit', 10, 60000, 'sent', now(), now(), now(), ${DAY}, now())`.execute(db.kysely);
  await sql`INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    VALUES (${accountId}, ${linkId}, ${DAY}, now())`.execute(db.kysely);
  const tried: number[] = [];
  const lifting: typeof db = {
    ...db,
    kysely: db.kysely,
    transaction: async (work, options) => {
      const isClosing = [...desk.core.orders.values()].some(({ handExitId, rowId }) => handExitId && rowId === 0);
      if (isClosing) {
        tried.push(1);
        await sql`UPDATE hand_exit SET ended_at = now(), outcome = 'lifted' WHERE broker_link_id = ${linkId}`.execute(
          db.kysely,
        );
      }
      return db.transaction(work, options);
    },
  };
  let desk = await openDesk({ database: db, linkId, broker });
  await desk.close();
  desk = await openDesk({ database: db, linkId, broker }, { database: lifting });
  await until(async () => tried.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await desk.settled();
  expect([tried.length, broker.placed]).toEqual([1, []]);
  await desk.close();
}, 60_000);
