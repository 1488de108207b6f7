import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bar, createCalendar, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, type Decision, parseDefinition, runBacktest } from '@trickdesk/engine';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, registered } from './client.ts';
import { catalogueIdSoon, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { recordedData } from './recorded-data.ts';

const DATE = '2021-04-13';
const SYMBOLS = ['SBIN', 'RELIANCE', 'TCS', 'HDFCBANK'];
/** One instrument on minutes, and two instruments that share their capital on five minutes. */
const TRICKS = ['Quick cross SBIN', 'RSI dip, 5 minutes'];
/** The recorded day passes in less than a minute. */
const SPEED = 600;
const DAY_WITHIN_MS = 120_000;
const LAST_MINUTE = indiaMoment(DATE, 15 * 60 + 29);

const data = recordedData();
let folder: string;
let product: Product;
let database: pg.Client;

beforeAll(async () => {
  if (!data) return;
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-replay-'));
  // Bars are replayed along their own price path, without spread: what a back-test assumes.
  for (const symbol of SYMBOLS) {
    symlinkSync(join(data, 'ticks', `20210413_${symbol}_bars1m.csv.gz`), join(folder, `${symbol}_1min.csv.gz`));
  }
  product = await startProduct({
    hasDemo: false,
    settings: {
      SIM_SOURCE: folder,
      SIM_START: `${DATE}T09:14:50+05:30`,
      // Real time until the tricks run, minutes before any of them could decide; then the day passes quickly.
      SIM_SPEED: '1',
      PAPER_SLIPPAGE_BPS: '0',
      FEED_LATENESS_MS: '0',
    },
  });
  database = new pg.Client({ connectionString: product.databaseUrl() });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

// Needs recorded prices, which are not part of this repository.
test.skipIf(!data)(
  'a recorded day gives the same decisions in test mode as in its back-test, byte for byte',
  async () => {
    const client = await registered(product.url);
    const running: number[] = [];
    for (const name of TRICKS) {
      const strategyId = await catalogueIdSoon(client, name);
      const { TricksId } = await client.send('toptenclone', { TricksId: strategyId });
      await startSoon(client, TricksId);
      running.push(TricksId);
    }
    await product.control('clock', { speed: SPEED });
    await untilDayIsOver();
    for (const TricksId of running) {
      const stored = await storedDecisions(TricksId);
      const expected = await backtestDecisions(client, TricksId);
      console.log(`trick ${TricksId}: ${stored.length} decisions in test mode, ${expected.length} in the back-test`);
      expect(firstDifference(stored, expected)).toBeUndefined();
      expect(stored.length).toBeGreaterThan(2);
    }
  },
);

async function untilDayIsOver(): Promise<void> {
  const deadline = performance.now() + DAY_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query(
      'SELECT count(*)::int AS symbols FROM candle_tail WHERE open_at >= to_timestamp($1)',
      [LAST_MINUTE / 1_000],
    );
    if (rows[0]?.symbols >= SYMBOLS.length) break;
    if (performance.now() > deadline) throw new Error(`the recorded day was not over after ${DAY_WITHIN_MS / 1_000} s`);
    await sleep(250);
  }
  // What the last bars led to is being written.
  await sleep(2_000);
}

async function storedDecisions(TricksId: number): Promise<string[]> {
  const { rows } = await database.query('SELECT body FROM decision WHERE deployment_id = $1 ORDER BY sequence', [
    TricksId,
  ]);
  return rows.map((row) => String(row.body));
}

async function backtestDecisions(client: Client, TricksId: number): Promise<string[]> {
  const { rows } = await database.query(
    `SELECT v.definition, v.version, d.capital_paise::int AS capital FROM deployment d
     JOIN strategy_version v ON v.id = d.strategy_version_id WHERE d.id = $1`,
    [TricksId],
  );
  const [row] = rows;
  const parsed = parseDefinition(row?.definition);
  if (!parsed.ok) throw new Error('the stored definition cannot be read');
  const { instruments } = parsed.definition;
  const facts = await database.query('SELECT symbol, tick_paise, lot_size FROM instrument WHERE exchange = $1', [
    'NSE',
  ]);
  const { decisions } = runBacktest({
    strategy: compileStrategy(parsed.definition, {}, `v${row?.version}`),
    bases: instruments.map(({ symbol }) => {
      const found = facts.rows.find((each) => each.symbol === symbol);
      return { exchange: 'NSE', symbol, tickPaise: found.tick_paise, lotSize: found.lot_size, enabled: true };
    }),
    series: await Promise.all(instruments.map(({ symbol }) => storedBars(client, symbol))),
    interval: '1m',
    settings: { capitalPaise: Number(row?.capital), quantityMultiplier: 1 },
    calendar: createCalendar({ years: [2021], holidays: [], special: [], opens: '09:15', closes: '15:30' }),
    costs: 'angelone',
    slippageBps: 0,
    closeAtEnd: false,
  });
  return decisions.map((decision: Decision) => JSON.stringify(decision));
}

/** What the feed stored of the day, in paise. */
async function storedBars(client: Client, symbol: string): Promise<Bar[]> {
  const { candles } = await client.send('candles', { symbol, interval: '1m', from_date: DATE, to_date: DATE });
  expect(candles).toHaveLength(375);
  return candles.map(([at, open, high, low, close, volume]) => {
    const [o, h, l, c] = [open, high, low, close].map((rupees) => Math.round(rupees * 100));
    return { openAt: at * 1_000, open: o ?? 0, high: h ?? 0, low: l ?? 0, close: c ?? 0, volume };
  });
}

function firstDifference(stored: readonly string[], expected: readonly string[]): object | undefined {
  const at = Array.from({ length: Math.max(stored.length, expected.length) }, (_, i) => i).find(
    (i) => stored[i] !== expected[i],
  );
  return at === undefined ? undefined : { decision: at + 1, testMode: stored[at], backTest: expected[at] };
}
