import { createMemoryStore, createSyntheticSource, type Simulator, startSimulator } from '@trickdesk/brokers/simulator';
import { type Bus, createBus } from '@trickdesk/db';
import { type Bar, createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketData, type MarketDataService, subscribeMarket } from '../index.ts';
import { subscribePrices } from '../shown-prices.ts';
import { DATASET, runTestFeed } from './testing/test-feed.ts';

const SPEED = 120;
const CONTROL = 'control-token';
const calendar = createCalendar(NSE_CALENDAR);
const source = createSyntheticSource({ seed: 1, startAt: indiaMoment('2025-07-08', 600), style: 'spread' });

let testDb: TestDatabase;
let simulator: Simulator;
let bus: Bus;
let market: MarketDataService;
const told: { id: number; bar: Bar }[] = [];
const disorder: string[] = [];
/** Instrument, moment and price of what screens were shown, and of the ticks that were told in order. */
const shown = new Set<string>();
const ticks: string[] = [];
let stop = new AbortController();
let feed: Promise<void>;

beforeAll(async () => {
  testDb = await withTestDatabase();
  bus = await createBus(testDb.url);
  simulator = await startSimulator({
    source,
    store: createMemoryStore(),
    speed: SPEED,
    seed: 1,
    port: 0,
    controlToken: CONTROL,
    rateLimit: false,
  });
  market = createMarketData({
    db: testDb.db,
    clock: { now: () => Date.now() },
    dataset: DATASET,
    simulated: true,
    speed: SPEED,
    calendar,
  });
  const closedUntil = new Map<number, number>();
  await subscribePrices(bus, (id, at, pricePaise) => void shown.add(`${id} ${at} ${pricePaise}`));
  await subscribeMarket(bus, {
    onTick: (id, at, pricePaise) => {
      ticks.push(`${id} ${at} ${pricePaise}`);
      if (at < (closedUntil.get(id) ?? 0)) disorder.push(`a tick of ${at} after the bar of its minute`);
    },
    onBar: (id, bar) => {
      if (bar.openAt < (closedUntil.get(id) ?? 0)) disorder.push(`the bar of ${bar.openAt} again`);
      closedUntil.set(id, bar.openAt + MINUTE_MS);
      told.push({ id, bar });
    },
  });
  feed = startFeed();
});
afterAll(async () => {
  await stopFeed();
  await simulator.close();
  await bus.close();
  await testDb.drop();
});

async function stopFeed(): Promise<void> {
  stop.abort();
  await feed;
}

function startFeed(): Promise<void> {
  stop = new AbortController();
  return runTestFeed({ database: testDb, bus, simulator, speed: SPEED, signal: stop.signal });
}

const fault = (order: object): Promise<void> => control('faults', order);

async function control(path: 'faults' | 'clock', order: object): Promise<void> {
  const answer = await fetch(`${simulator.url}/__sim/${path}`, {
    method: 'POST',
    headers: { 'x-sim-control': CONTROL },
    body: JSON.stringify(order),
  });
  expect(answer.status).toBe(200);
}

/** Waits until so many market minutes have passed. */
async function marketMinutes(minutes: number): Promise<void> {
  const until = simulator.exchange.now() + minutes * MINUTE_MS;
  await expect.poll(() => simulator.exchange.now(), { timeout: 30_000, interval: 100 }).toBeGreaterThan(until);
}

/** What the exchange says about today's closed minutes, up to two minutes ago. */
function truth(symbol: string, until: number): Bar[] {
  const instrument = source.instruments.find((one) => one.symbol === symbol);
  if (!instrument) throw new Error(symbol);
  const day = source.dayBars(instrument.token, '2025-07-08')?.bars ?? [];
  return day
    .filter((bar) => bar.openAt < until)
    .map(({ openAt, open, high, low, close, volume }) => ({ openAt, open, high, low, close, volume }));
}

/** Repairs may take a few seconds on a busy machine; what they leave must be the exchange's own candles. */
async function expectNoMissingMinute(): Promise<void> {
  const until = Math.floor(simulator.exchange.now() / MINUTE_MS) * MINUTE_MS - 3 * MINUTE_MS;
  for (const symbol of ['SBIN', 'NIFTY', 'GOLDBEES']) {
    const stored = () => market.bars({ symbol, interval: '1m', from: indiaMoment('2025-07-08'), to: until });
    await expect.poll(stored, { timeout: 15_000, interval: 250 }).toEqual(truth(symbol, until));
  }
}

test('a feed that joins in mid-session has the whole day, its history, a clock and prices', async () => {
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(200);
  await marketMinutes(4);
  await expectNoMissingMinute();
  await expect.poll(() => market.historyProgress(), { timeout: 20_000 }).toEqual({ done: 41, total: 41 });
  expect(await market.marketState()).toMatchObject({ status: 'open', feed: 'live', simulated: true });
  expect(await market.lastPrices([{ symbol: 'SBIN' }, { symbol: 'NIFTY' }])).toHaveLength(2);
  const days = await market.bars({ symbol: 'SBIN', interval: '1d' });
  expect(days.length).toBeGreaterThan(15);
  expect(disorder.splice(0)).toEqual([]);
});

test('every price that is told in order was shown as it came', async () => {
  await expect.poll(() => ticks.length).toBeGreaterThan(200);
  const told = ticks.slice();
  await expect.poll(() => told.filter((tick) => !shown.has(tick))).toEqual([]);
});

test('after a dropped socket no minute is missing and none was told twice', async () => {
  await fault({ dropSockets: true });
  await marketMinutes(6);
  await expectNoMissingMinute();
  expect(disorder.splice(0)).toEqual([]);
});

test('a broker whose candles come minutes after their end costs no minute', async () => {
  await fault({ candleLagSeconds: 200, gapSeconds: 240 });
  await marketMinutes(10);
  await expectNoMissingMinute();
  await fault({ candleLagSeconds: 0 });
  expect(disorder.splice(0)).toEqual([]);
});

test('a silence inside an open connection is noticed by the market clock and repaired', async () => {
  await fault({ gapSeconds: 240 });
  await marketMinutes(8);
  await expectNoMissingMinute();
  expect(disorder.splice(0)).toEqual([]);
});

test('an expired session is renewed and nothing is missing', async () => {
  await fault({ expireTokens: 'all', dropSockets: true, allowTotpReuse: true });
  await marketMinutes(8);
  await expectNoMissingMinute();
  await expect.poll(() => market.marketState()).toMatchObject({ feed: 'live' });
  expect(disorder.splice(0)).toEqual([]);
});

test('when the next day opens, the ended one lies in blocks with its daily bar and all its minutes', async () => {
  await control('clock', { jumpTo: '2025-07-08T15:27:00+05:30' });
  const nextOpen = indiaMoment('2025-07-09', 555);
  await expect.poll(() => simulator.exchange.now(), { timeout: 20_000 }).toBeGreaterThan(nextOpen + 2 * MINUTE_MS);
  const tail = () =>
    testDb.db.kysely.selectFrom('candle_tail').select('open_at').where('open_at', '<', new Date(nextOpen)).execute();
  await expect.poll(async () => (await tail()).length, { timeout: 25_000 }).toBe(0);
  const expected = truth('SBIN', nextOpen);
  expect(await market.bars({ symbol: 'SBIN', interval: '1m', from: indiaMoment('2025-07-08'), to: nextOpen })).toEqual(
    expected,
  );
  const [day] = await market.bars({ symbol: 'SBIN', interval: '1d', from: indiaMoment('2025-07-08'), to: nextOpen });
  expect(day).toMatchObject({
    open: expected[0]?.open,
    close: expected.at(-1)?.close,
    volume: expected.reduce((sum, bar) => sum + bar.volume, 0),
  });
  expect(disorder.splice(0)).toEqual([]);
}, 60_000);

test('a market that is set back keeps nothing of the days that are to come', async () => {
  await stopFeed();
  await control('clock', { jumpTo: '2025-07-08T11:00:00+05:30', pause: true });
  const at = simulator.exchange.now();
  await control('clock', { resume: true });
  feed = startFeed();
  await expect
    .poll(
      async () => {
        const last = await market.coverage({ symbol: 'SBIN' }, '1m');
        return last !== undefined && last.to < at + 10 * MINUTE_MS;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  const days = await market.bars({ symbol: 'SBIN', interval: '1d' });
  expect(days.filter((bar) => bar.openAt > at)).toEqual([]);
  await marketMinutes(4);
  await expectNoMissingMinute();
}, 60_000);
