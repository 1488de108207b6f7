import { createMemoryStore, createSyntheticSource, type Simulator, startSimulator } from '@trickdesk/brokers/simulator';
import { createSmartApi, totpAt } from '@trickdesk/brokers/smartapi';
import { type Bus, createBus } from '@trickdesk/db';
import { createCalendar, type EpochMs, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { insertAccount } from '../../../testing/insert-account.ts';
import { createMarketData, createTokenKeep, runFeed, subscribeMarket } from '../../market-data/index.ts';
import { createDeploymentsService } from '../service.ts';
import { insertStrategy } from '../testing/world.ts';
import { Runner } from './runner.ts';

/** Simulator, broker adapter, feed, bus and runner as they are in the product, in one process. */
const DATASET = 'simulator:synthetic:1';
const SPEED = 60;
const calendar = createCalendar(NSE_CALENDAR);
const clock = { now: () => Date.now() };
const log = createLog('silent');
const stop = new AbortController();

const source = createSyntheticSource({ seed: 1, startAt: indiaMoment('2025-07-08', 600), style: 'spread' });

let testDb: TestDatabase;
let simulator: Simulator;
let bus: Bus;
let feed: Promise<void>;
/** What was told of one instrument, in its order. */
const told: ({ readonly at: EpochMs; readonly pricePaise: number } | Quote)[] = [];
const indexQuotes: Quote[] = [];

beforeAll(async () => {
  testDb = await withTestDatabase();
  bus = await createBus(testDb.url);
  simulator = await startSimulator({
    source,
    store: createMemoryStore(),
    speed: SPEED,
    seed: 1,
    port: 0,
    controlToken: 'control-token',
    rateLimit: false,
  });
  feed = startFeed();
});
afterAll(async () => {
  stop.abort();
  await feed;
  await simulator.close();
  await bus.close();
  await testDb.drop();
});

function startFeed(): Promise<void> {
  const many = [{ calls: 1_000, windowMs: 1_000 }];
  return runFeed({
    db: testDb.db,
    bus,
    broker: createSmartApi({
      baseUrl: simulator.url,
      feedUrl: `${simulator.url.replace('http', 'ws')}/smart-stream`,
      masterUrl: `${simulator.url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
      limits: { candles: many, logIn: many },
      feed: { firstDelayMs: 200, longestDelayMs: 500 },
    }),
    settings: {
      dataset: DATASET,
      simulated: true,
      speed: SPEED,
      account: {
        clientCode: 'S100999',
        apiKey: 'sim-api-key',
        pin: '1234',
        totpAt: (at) => totpAt('JBSWY3DPEHPK3PXP', at),
      },
      calendar,
      latenessMs: 1_000,
      gapMs: 15_000,
      dailyDays: 2,
      minuteDays: 1,
      first: ['SBIN'],
    },
    keep: createTokenKeep({
      db: testDb.db,
      secrets: createSecrets([{ id: 'test', bytes: Buffer.alloc(32, 3) }]),
      dataset: DATASET,
      now: clock.now,
      log,
    }),
    now: clock.now,
    log,
    signal: stop.signal,
  });
}

const market = () =>
  createMarketData({ db: testDb.db, clock, dataset: DATASET, simulated: true, speed: SPEED, calendar });

/** In and out again with nearly every minute. */
async function startTrick(): Promise<number> {
  const marketData = market();
  const deployments = createDeploymentsService({ database: testDb.db, bus, clock, marketData });
  const strategyId = await insertStrategy(testDb.db, 'restless', {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '1m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:15', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > 0' },
    risk: { maxHoldBars: 1 },
    sizing: { method: 'fixed_quantity', quantity: 40 },
  });
  const accountId = await insertAccount(testDb.db, 'asha');
  const { id } = await deployments.clone(accountId, strategyId, undefined);
  await deployments.start({ accountId, deploymentId: id }, 'start');
  return id;
}

const closedOf = (deploymentId: number) =>
  testDb.db.kysely
    .selectFrom('position')
    .innerJoin('trade_order', 'trade_order.id', 'position.entry_order_id')
    .select(['entry_at', 'entry_paise', 'position.quantity', 'spread_paise'])
    .where('position.deployment_id', '=', deploymentId)
    .where('position.status', '=', 'closed')
    .execute();

/** Minutes of the day that differ from the exchange's own. */
async function wrongMinutes(): Promise<unknown[]> {
  const until = Math.floor(simulator.exchange.now() / MINUTE_MS - 3) * MINUTE_MS;
  const token = source.instruments.find(({ symbol }) => symbol === 'SBIN')?.token ?? '';
  const stored = await market().bars({ symbol: 'SBIN', interval: '1m', from: indiaMoment('2025-07-08'), to: until });
  const kept = new Map(stored.map((bar) => [bar.openAt, bar]));
  const own = (source.dayBars(token, '2025-07-08')?.bars ?? []).filter((bar) => bar.openAt < until);
  return own.filter(({ openAt, close, volume }) => {
    const bar = kept.get(openAt);
    return bar?.close !== close || bar.volume !== volume;
  });
}

test('a trick in test mode pays the spread that the simulated market shows at that moment', async () => {
  await expect.poll(async () => (await market().marketState()).feed, { timeout: 20_000 }).toBe('live');
  const ids = await Promise.all(['SBIN', 'NIFTY'].map((symbol) => market().instrument('NSE', symbol)));
  const [sbin, nifty] = ids.map((found) => found?.id);
  await subscribeMarket(bus, {
    onTick: (id, at, pricePaise) => id === sbin && told.push({ at, pricePaise }),
    onQuote: (id, quote) => (id === sbin ? told.push(quote) : id === nifty && indexQuotes.push(quote)),
  });
  const deploymentId = await startTrick();
  const parts = { database: testDb.db, bus, marketData: market(), clock, log, slippageBps: 50 };
  const runner = new Runner(parts);
  await runner.start();
  await expect.poll(async () => (await closedOf(deploymentId)).length, { timeout: 40_000 }).toBeGreaterThan(4);
  await runner.stop();

  const quotes = told.filter((one) => 'bids' in one);
  expect(quotes.length).toBeGreaterThan(50);
  expect(indexQuotes).toEqual([]);
  for (const [i, one] of told.entries()) {
    if (!('bids' in one)) continue;
    expect([one.bids.length, one.asks.length]).toEqual([10, 10]);
    const tick = told[i + 1];
    // The simulator's last price is its bid or its ask, so the price beside a book tells that they are of one moment.
    expect(tick).toMatchObject({ at: one.at });
    expect([one.bids[0], one.asks[0]]).toContain(tick && 'pricePaise' in tick ? tick.pricePaise : undefined);
  }
  const paid = await closedOf(deploymentId);
  const crossed = paid.filter((row) => row.spread_paise !== null);
  // The wish reaches the feed within a look of the runner; until then there is no quote.
  expect(crossed.length).toBeGreaterThan(paid.length / 2);
  for (const { entry_at: entryAt, entry_paise: entryPaise, quantity, spread_paise: spread } of crossed) {
    const i = told.findIndex((one) => 'bids' in one && one.at === entryAt.getTime());
    const [quote, tick] = [told[i], told[i + 1]];
    if (!quote || !('bids' in quote) || !tick || !('pricePaise' in tick)) throw new Error('no quote of that moment');
    expect(entryPaise).toBeGreaterThanOrEqual(quote.asks[0] ?? 0);
    expect(entryPaise).toBeLessThanOrEqual(quote.asks[8] ?? 0);
    expect(spread).toBe(BigInt((entryPaise - tick.pricePaise) * quantity));
    const shown = quote.asks.reduce((sum, figure, place) => sum + (place % 2 === 1 ? figure : 0), 0);
    expect(quantity).toBeLessThanOrEqual(shown);
  }
  // No price was lost while the feed began to hear the share with its order book.
  await expect.poll(wrongMinutes, { timeout: 15_000 }).toEqual([]);
}, 90_000);
