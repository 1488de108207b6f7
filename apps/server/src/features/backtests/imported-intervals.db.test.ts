import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bar,
  createCalendar,
  type Interval,
  indiaDateOf,
  NSE_CALENDAR,
  paiseToRupees,
  toIndiaIso,
} from '@trickdesk/domain';
import { createIntervalBuilder } from '@trickdesk/engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMarketData, importFile } from '../market-data/index.ts';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-intervals-'));
const calendar = createCalendar(NSE_CALENDAR);
const MARKET = { clock: { now: () => 0 }, dataset: 'simulator:synthetic:1', simulated: true, speed: 30, calendar };
beforeAll(async () => {
  world = await openBacktestWorld();
});
beforeEach(async () => void (await world.startQueue()));
afterEach(() => world.clear());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** The minutes of the world as bars of an interval, from a share's own file. */
async function importBars(symbol: string, file: string, interval: Interval, newest = Infinity): Promise<Bar[]> {
  const bars: Bar[] = [];
  const builder = createIntervalBuilder(interval, calendar);
  for (const bar of world.bars) builder.push(bar, '1m', (longer) => bars.push(longer));
  const rows = bars.slice(-newest).map(({ openAt, volume, ...prices }) => {
    const { open, high, low, close } = prices;
    return [toIndiaIso(openAt), ...[open, high, low, close].map(paiseToRupees), volume].join(',');
  });
  const path = join(folder, `${symbol}_${file}.csv`);
  writeFileSync(path, ['ts,open,high,low,close,volume', ...rows].join('\n'));
  const importInstruments = () => Promise.reject(new Error('not asked for'));
  await importFile({ db: world.api.database.db, calendar, today: '2026-11-20', importInstruments }, { path, interval });
  return bars;
}

const rulesOf = (symbol: string, interval: Interval) => ({
  format: 1,
  instruments: [{ exchange: 'NSE', symbol }],
  interval,
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:15', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > open' },
  risk: { maxHoldBars: 3 },
  sizing: { method: 'fixed_quantity', quantity: 1 },
});

const requestOf = (definition: Record<string, unknown>) => ({
  definition,
  prices: 'imported' as const,
  from_date: world.from_date,
  to_date: world.to_date,
  capitalPaise: 5_00_000_00,
});

async function ran(definition: Record<string, unknown>, days: { from_date?: string } = {}) {
  const asked = { ...requestOf(definition), ...days };
  const { data, errors } = await world.api.send('setAndStartBacktest', asked, world.as(world.asha));
  if (!data) throw new Error(JSON.stringify(errors));
  return (await world.finished(world.asha, data.BacktestId)).report;
}

const isTraded = ({ openAt }: Bar): boolean => indiaDateOf(openAt) >= world.from_date;

test('bars of five minutes are what a trick of five or fifteen minutes is back-tested on, and one of three is refused', async () => {
  const bars = (await importBars('FIVE', '5min', '5m')).filter(isTraded);
  for (const interval of ['5m', '15m'] as const) {
    const report = await ran(rulesOf('FIVE', interval));
    expect(report.basis.bars).toBe(bars.length);
    expect(report.trades).toBeGreaterThan(20);
  }
  const { status, errors } = await world.api.send(
    'setAndStartBacktest',
    requestOf(rulesOf('FIVE', '3m')),
    world.as(world.asha),
  );
  expect(status).toBe(422);
  const message =
    'Only five-minute prices are stored for FIVE, and the rules decide on three-minute bars. Choose a longer interval, or import finer prices.';
  expect(errors).toEqual([{ path: 'interval', message }]);
  const { data } = await world.api.send(
    'backtestCoverage',
    { definition: rulesOf('FIVE', '3m'), prices: 'imported' as const },
    world.as(world.asha),
  );
  expect(data.instruments).toEqual([{ symbol: 'FIVE', onlyStored: '5m' }]);
});

test('of several shares only the one whose bars are too long is named', async () => {
  await importBars('FIVE', '5min', '5m');
  await importBars('OWN60MIN', '60min', '1h');
  const instruments = ['FIVE', 'OWN60MIN'].map((symbol) => ({ exchange: 'NSE', symbol }));
  const { errors } = await world.api.send(
    'setAndStartBacktest',
    requestOf({ ...rulesOf('FIVE', '5m'), instruments }),
    world.as(world.asha),
  );
  expect(errors).toMatchObject([
    { path: 'interval', message: expect.stringMatching(/^Only hourly prices .* for OWN60MIN,/) },
  ]);
});

test.each([
  ['3min', '3m'],
  ['10min', '10m'],
  ['15min', '15m'],
  ['30min', '30m'],
  ['60min', '1h'],
] as const)('a file of %s bars is what a trick of its own interval is back-tested on', async (file, interval) => {
  const symbol = `OWN${file.toUpperCase()}`;
  const bars = (await importBars(symbol, file, interval)).filter(isTraded);
  const report = await ran(rulesOf(symbol, interval));
  expect(report.basis.bars).toBe(bars.length);
  expect(report.trades).toBeGreaterThan(10);
});

test('shares in bars of different intervals are read in the finest that all have', async () => {
  await importBars('THREE', '3min', '3m');
  await importBars('FIVE', '5min', '5m');
  const fifteen = (await importBars('WHOLE', '15min', '15m')).filter(isTraded);
  const report = await ran({
    ...rulesOf('THREE', '15m'),
    instruments: ['THREE', 'FIVE'].map((symbol) => ({ exchange: 'NSE', symbol })),
  });
  expect(report.basis.bars).toBe(2 * fifteen.length);
});

test('a trick that decides by the day runs on days made of the bars that are stored', async () => {
  await importBars('FIVE', '5min', '5m');
  const { session, ...rules } = rulesOf('FIVE', '1d');
  const { squareOff: _, ...hours } = session;
  const report = await ran({ ...rules, session: hours, product: 'DELIVERY' });
  const days = new Set(world.bars.filter(isTraded).map(({ openAt }) => indiaDateOf(openAt)));
  expect(report.basis.bars).toBe(days.size);
  expect(report.trades).toBeGreaterThan(1);
});

test('days that were imported for the newest week alone leave the older ones to be made of shorter bars', async () => {
  await importBars('BOTH', '5min', '5m');
  const { session, ...rules } = rulesOf('BOTH', '1d');
  const { squareOff: _, ...hours } = session;
  const definition = { ...rules, session: hours, product: 'DELIVERY' };
  const whole = await ran(definition);
  await importBars('BOTH', 'daily', '1d', 5);
  const report = await ran(definition);
  expect(report.basis).toEqual(whole.basis);
  expect(report.equity).toEqual(whole.equity);
});

test('minutes of the newest days alone, imported beside years of longer bars, hide none of those', async () => {
  const bars = await importBars('MIXED', '5min', '5m');
  const whole = await ran(rulesOf('MIXED', '15m'));
  const minutes = await importBars('MIXED', '1min', '1m', 5 * 375 - 20);
  const both = await ran(rulesOf('MIXED', '15m'));
  expect(both.basis).toEqual(whole.basis);
  expect(both.equity).toEqual(whole.equity);
  // Days that the minutes cover are run on them.
  const from_date = indiaDateOf(minutes.at(-3 * 370)?.openAt ?? 0);
  const report = await ran(rulesOf('MIXED', '15m'), { from_date });
  expect(report.basis.bars).toBe(minutes.filter(({ openAt }) => indiaDateOf(openAt) >= from_date).length);
  const chart = { symbol: 'MIXED', interval: '5m', dataset: 'import' } as const;
  const market = createMarketData({ ...MARKET, db: world.api.database.db });
  const openings = bars.map(({ openAt }) => openAt);
  expect([...(await market.columns(chart)).time]).toEqual(openings);
  expect([...(await market.columns({ ...chart, limit: 500 })).time]).toEqual(openings.slice(-500));
});
