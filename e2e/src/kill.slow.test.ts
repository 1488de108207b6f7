import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketData } from '@trickdesk/brokers';
import { createSmartApi, totpAt } from '@trickdesk/brokers/smartapi';
import { type Instrument, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditDatabase } from './audit.ts';
import { type Client, newPerson, registered } from './client.ts';
import { allowLive, brokerCalls, goLive } from './live-person.ts';
import { busyTrick, turningTrick } from './own-trick.ts';
import { catalogueIdSoon, linkSimulated, SIM_TOTP_SECRET, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { seeded } from './seeded.ts';
import { startWitness } from './witness.ts';

const RUNNING = [
  'Quick cross SBIN',
  'Quick cross SBIN',
  'VWAP stretch',
  'VWAP reclaim',
  'RSI dip, 5 minutes',
  'Bank trend, both ways',
  'Opening range 15, SBIN and ICICI Bank',
];
const PARTS = ['api,jobs', 'feed', 'runner-test', 'runner-live'];
const CLIENT_CODE = 'S100302';
const START_DATE = '2025-07-09';
const CHECKED_SYMBOLS = ['SBIN', 'ICICIBANK', 'HDFCBANK', 'ITC'];
/** The specification's limit until another process has taken over. */
const GOES_ON_WITHIN_MS = 10_000;
const PAUSED_BEFORE_MS = 3_000;
/** The account, its tricks and the first orders; the audits at the end. */
const AROUND_MS = 180_000;
const KILLS = scaledCount('kill -9 of a process of the product', 2, PARTS.length);
const REPAIRED_WITHIN_MS = 30_000;
/** Nobody is hurried past the session's end: a bar closes each half second, and the day lasts three minutes. */
const SPEED = 120;

let product: Product;
let database: pg.Pool;
beforeEach(async () => {
  product = await startProduct({ hasDemo: false, settings: { SIM_SPEED: String(SPEED), CALLS_PER_MINUTE: '0' } });
  database = openPool();
});
afterEach(async () => {
  await database?.end();
  await product?.stop();
});

// Processes are found and killed by what Linux tells in /proc.
test.skipIf(process.platform !== 'linux')(
  'kill -9 of the product’s processes loses nothing acknowledged, doubles nothing, and the tricks go on',
  async () => {
    const person = newPerson();
    const client = await registered(product.url, person);
    const busy = await busyTrick(client);
    const tricks = await startTricks(client, busy);
    const strategyId = await catalogueIdSoon(client, 'Quick cross SBIN');
    await linkSimulated(client, CLIENT_CODE);
    await allowLive(database, person.email);
    await goLive(client, busy);
    await goLive(client, await turningTrick(client));
    await untilOrders(client);
    await untilSent();
    const witness = startWitness(client, tricks, strategyId);
    const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
    const random = seeded(seed);
    console.log(`KILL_SEED=${seed}`);
    const waiting: string[] = [];
    for (let i = 0; i < KILLS; i += 1) {
      await sleep(500 + random() * (PAUSED_BEFORE_MS - 500));
      if (waiting.length === 0) waiting.push(...PARTS);
      // At random, but every part once before any of them a second time.
      const [part = 'feed'] = waiting.splice(Math.floor(random() * waiting.length), 1);
      const tookMs = await killAndWait(part);
      console.log(`kill ${i + 1}: ${part}; bars are decided on again after ${(tookMs / 1_000).toFixed(1)} s`);
      expect(tookMs).toBeLessThan(GOES_ON_WITHIN_MS);
    }
    await sleep(2_000);
    await witness.stop();
    console.log(
      `witnessed: ${witness.acknowledged.length} acknowledged calls, ${witness.orders.size} orders, ` +
        `${witness.decisions.size} decisions, ${witness.unanswered()} calls without an answer`,
    );
    expect(witness.orders.size).toBeGreaterThan(0);
    expect(await auditDatabase(product.databaseUrl(), witness)).toEqual([]);
    expect(witness.internalErrors).toEqual([]);
    await expectSentOnce();
    const { clock } = await product.control('state');
    const lacking = (): Promise<string[]> => missingMinutes(client, clock.epochMs - 2 * MINUTE_MS);
    // Minutes that were missed are fetched from the broker, within its rate limits.
    await expect.poll(lacking, { timeout: REPAIRED_WITHIN_MS, interval: 1_000 }).toEqual([]);
  },
  // Each kill keeps to its own limit; together they take the longer, the more there are.
  AROUND_MS + KILLS * (PAUSED_BEFORE_MS + GOES_ON_WITHIN_MS),
);

// As above.
test.skipIf(process.platform !== 'linux')(
  'the tricks go on after kill -9 of the simulator and of PostgreSQL, and nothing acknowledged is missing',
  async () => {
    const client = await registered(product.url);
    const tricks = await startTricks(client, await busyTrick(client));
    await untilOrders(client);
    const witness = startWitness(client, tricks, await catalogueIdSoon(client, 'Quick cross SBIN'));
    for (const part of ['simulator', 'postgres']) {
      await sleep(1_000);
      const tookMs = await killAndWait(part, ['paper']);
      console.log(`kill: ${part}; bars are decided on again after ${(tookMs / 1_000).toFixed(1)} s`);
    }
    await witness.stop();
    expect(await auditDatabase(product.databaseUrl(), witness)).toEqual([]);
  },
);

/** Each order of the live trick was stored before it was sent, and the broker took it once at most. */
async function expectSentOnce(): Promise<void> {
  const taken = (await brokerCalls(product, CLIENT_CODE)).get('placeOrder')?.accepted ?? 0;
  const { rows } = await database.query('SELECT count(*)::int AS stored FROM broker_order WHERE tag IS NOT NULL');
  const [{ stored }] = rows;
  console.log(`live: ${stored} orders stored, ${taken} taken by the broker`);
  expect(taken).toBeLessThanOrEqual(stored);
  expect(taken).toBeGreaterThan(0);
}

async function untilSent(): Promise<void> {
  const accepted = async () => (await brokerCalls(product, CLIENT_CODE)).get('placeOrder')?.accepted ?? 0;
  await expect.poll(accepted, { timeout: 60_000, interval: 250 }).toBeGreaterThan(0);
}

/** @param busy a trick that always trades, beside those of the catalogue */
async function startTricks(client: Client, busy: number): Promise<number[]> {
  const ids: number[] = [];
  const catalogue = [];
  for (const name of RUNNING) catalogue.push(await catalogueIdSoon(client, name));
  for (const strategyId of [busy, ...catalogue]) {
    const { TricksId } = await client.send('toptenclone', { TricksId: strategyId });
    await startSoon(client, TricksId);
    ids.push(TricksId);
  }
  return ids;
}

async function untilOrders(client: Client): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const { totalOrder } = await client.send('orderhistory', { is_live: 0 });
    if (totalOrder >= 2) return;
    await sleep(250);
  }
  throw new Error('no trick has traded within a minute');
}

type Mode = 'paper' | 'live';

/** @returns milliseconds from the kill until a bar that closed after it has been decided on and stored, in each mode that the part serves */
async function killAndWait(part: string, modes: readonly Mode[] = modesOf(part)): Promise<number> {
  const pid = product.processes().get(part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  const before = await newestMoments();
  process.kill(pid, 'SIGKILL');
  const killedAt = performance.now();
  for (;;) {
    await sleep(100);
    const now = await newestMoments().catch(() => undefined);
    const tookMs = performance.now() - killedAt;
    // A bar that opened after the last one that anybody had stored before the kill.
    if (now && modes.every((mode) => now.decided[mode] > before.stored)) return tookMs;
    if (tookMs > 6 * GOES_ON_WITHIN_MS) throw new Error(`nothing went on for a minute after the kill of ${part}`);
  }
}

function modesOf(part: string): readonly Mode[] {
  if (part === 'runner-live') return ['live'];
  return part === 'runner-test' ? ['paper'] : ['paper', 'live'];
}

async function newestMoments() {
  const { rows } = await database.query(
    `SELECT max(last_bar_at) FILTER (WHERE mode = 'paper') AS paper, max(last_bar_at) FILTER (WHERE mode = 'live') AS live,
            (SELECT max(open_at) FROM candle_tail) AS stored
     FROM deployment_run`,
  );
  const [row] = rows;
  const number = (value: unknown): number => Number(value ?? 0);
  return { decided: { paper: number(row?.paper), live: number(row?.live) }, stored: number(row?.stored) };
}

/** Minutes of which the product's bars and the broker's candles do not agree, from the first session's opening on. */
async function missingMinutes(client: Client, to: number): Promise<string[]> {
  const market = await brokerMarket();
  const from = indiaMoment(START_DATE, 9 * 60 + 15);
  const wrong: string[] = [];
  for (const instrument of await instrumentsOf(CHECKED_SYMBOLS)) {
    const { symbol } = instrument;
    const reply = await market.candles({ instrument, interval: '1m', from, to });
    if (reply.kind !== 'ok') throw new Error(`no candles of ${symbol}: ${JSON.stringify(reply)}`);
    const mine = await client.send('candles', { symbol, interval: '1m', from_date: START_DATE });
    const stored = new Map(mine.candles.map(([at, ...prices]) => [at * 1_000, prices.join(' ')]));
    for (const { openAt, open, high, low, close, volume } of reply.value) {
      const told = [open / 100, high / 100, low / 100, close / 100, volume].join(' ');
      const kept = stored.get(openAt);
      if (openAt < to && kept !== told) wrong.push(`${symbol} ${new Date(openAt).toISOString()}: ${told}, not ${kept}`);
    }
  }
  return wrong;
}

let market: MarketData | undefined;

async function brokerMarket(): Promise<MarketData> {
  if (market) return market;
  const api = createSmartApi({ baseUrl: product.brokerUrl });
  const account = { clientCode: 'S100555', apiKey: 'sim-api-key' };
  const totp = totpAt(SIM_TOTP_SECRET, Date.now());
  const outcome = await api.sessions.logIn({ ...account, pin: '1234', totp });
  if (outcome.kind !== 'ok') throw new Error(`the broker refused: ${JSON.stringify(outcome)}`);
  market = api.marketData({ ...account, tokens: outcome.value });
  return market;
}

async function instrumentsOf(symbols: readonly string[]): Promise<Instrument[]> {
  const { rows } = await database.query(
    `SELECT exchange, symbol, trading_symbol, token, name, kind, tick_paise, lot_size
     FROM instrument WHERE exchange = 'NSE' AND symbol = ANY($1)`,
    [symbols],
  );
  return rows.map((row) => ({
    exchange: 'NSE',
    symbol: String(row.symbol),
    tradingSymbol: String(row.trading_symbol),
    token: String(row.token),
    name: String(row.name),
    kind: 'equity',
    tickPaise: Number(row.tick_paise),
    lotSize: Number(row.lot_size),
  }));
}

/** The server may be killed under its connections: that is not this test's failure. */
function openPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: product.databaseUrl(), max: 2 });
  pool.on('error', (error) => console.log(`the test's own connection broke: ${error.message}`));
  return pool;
}
