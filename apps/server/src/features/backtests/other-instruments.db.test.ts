import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, createCalendar, NSE_CALENDAR, weekdayOf } from '@trickdesk/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFile } from '../market-data/index.ts';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-others-'));
beforeAll(async () => {
  world = await openBacktestWorld();
  // Up for ten days and down for ten.
  await importDays('SBIN', (i) => 500 + 5 * Math.abs(10 - (i % 20)));
  // Falls for half of the time, then rises.
  await importDays('NIFTY50', (i) => 20_000 + 10 * Math.abs(HALF - i));
});
beforeEach(async () => void (await world.startQueue()));
afterEach(() => world.clear());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const HALF = 150;
const DATES = weekdaysFrom('2012-03-05', 2 * HALF);
const TURN = DATES[HALF] ?? '';

function weekdaysFrom(first: string, count: number): string[] {
  const days: string[] = [];
  for (let date = first; days.length < count; date = addDays(date, 1)) if (weekdayOf(date) % 6 !== 0) days.push(date);
  return days;
}

function importDays(name: string, closeOf: (day: number) => number) {
  const rows = DATES.map((date, i) => [date, ...Array.from({ length: 4 }, () => closeOf(i)), 1_000].join(','));
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, ['date,open,high,low,close,volume', ...rows].join('\n'));
  const importInstruments = () => Promise.reject(new Error('not asked for'));
  const calendar = createCalendar(NSE_CALENDAR);
  return importFile({ db: world.api.database.db, calendar, today: '2026-11-20', importInstruments }, { path });
}

/** @param filter what else must hold before anything is bought */
const rules = (filter: string) => ({
  ...{ format: 1, instruments: [{ exchange: 'NSE', symbol: 'SBIN' }], interval: '1d', product: 'DELIVERY' },
  ...{ direction: 'long', sizing: { method: 'capital_share', percent: 50 } },
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: `close > sma(close, days)${filter}` },
  exit: { long: 'close < sma(close, days)' },
  parameters: { days: { default: 3, min: 2, max: 5, step: 1 } },
});
const INDEX_RISES = ' and close @ NIFTY > sma(close, days) @ NIFTY 1d';

const asAsha = () => world.as(world.asha);
const input = (filter: string, more: object = {}) => {
  const { TricksId: _, ...usual } = world.input();
  const [from_date, to_date] = [DATES[10] ?? '', DATES.at(-1) ?? ''];
  return { ...usual, ...{ definition: rules(filter), prices: 'imported' as const, from_date, to_date }, ...more };
};

async function ran(filter: string, more: object = {}) {
  const { data, errors } = await world.api.send('setAndStartBacktest', input(filter, more), asAsha());
  expect(errors).toEqual([]);
  const { BacktestId } = data;
  const { report } = await world.finished(world.asha, BacktestId);
  const trades = await world.api.send('backtestTradeHistory', { BacktestId, pageSize: 100 }, asAsha());
  return { BacktestId, report, trades: trades.data.trade_list };
}

test('what an index must do is asked of its stored bars, in words and in a replayed day as well', async () => {
  const [plain, filtered] = [await ran(''), await ran(INDEX_RISES)];
  expect(plain.trades.some(({ entryAt }) => entryAt < TURN)).toBe(true);
  expect(filtered.trades.length).toBeGreaterThan(4);
  expect(filtered.trades.every(({ entryAt }) => entryAt > TURN)).toBe(true);
  const later = plain.trades.filter(({ entryAt }) => entryAt > addDays(TURN, 30));
  expect(filtered.trades.slice(0, later.length).map(({ entryAt }) => entryAt)).toEqual(
    later.map(({ entryAt }) => entryAt),
  );
  const [trade] = filtered.trades;
  expect(trade?.reason).toMatch(/close of NIFTY \([\d,.]+\) > SMA 3 of daily bars of NIFTY \([\d,.]+\)/);

  const { data } = await world.api.send('replaybacktest', { BacktestId: filtered.BacktestId }, asAsha());
  const { rules: shown, operands, frames } = data.replay;
  expect(shown.find(({ rule }) => rule === 'entry_long')?.text).toContain('@ NIFTY 1d');
  expect(frames.at(-1)?.values[operands.indexOf('close @ NIFTY')]).toBe(20_000 + 10 * (HALF - 1));
});

test('a sweep reads it in every thread, and brings what each set brings by itself', async () => {
  const swept = await ran(INDEX_RISES, { sweep: { days: [2, 3, 5] } });
  const alone = await ran(INDEX_RISES);
  const one = swept.report.sweep?.combinations.find(({ values }) => values[0] === 3);
  expect(one?.netPnlPaise).toBe(alone.report.netPnlPaise);
  expect(alone.report.netPnlPaise).not.toBe(0);
});

test('a form is told of it beside the instruments, and of the days that all have', async () => {
  const asked = { definition: rules(' and close @ NIFTY > 1'), prices: 'imported' as const };
  const { data } = await world.api.send('backtestCoverage', asked, asAsha());
  expect(data.instruments.map(({ symbol }) => symbol)).toEqual(['SBIN']);
  const [from_date, to_date] = [DATES[0] ?? '', DATES.at(-1) ?? ''];
  expect(data.reads).toEqual([{ symbol: 'NIFTY', from_date, to_date }]);
  const none = await world.api.send(
    'backtestCoverage',
    { ...asked, definition: rules(' and close @ NOSUCH > 1') },
    asAsha(),
  );
  expect(none.data).toMatchObject({ reads: [{ symbol: 'NOSUCH' }] });
  expect(none.data.from_date).toBeUndefined();
});

test('an instrument to be traded that nobody can buy is told of at its field', async () => {
  const { errors } = await world.api.send(
    'setAndStartBacktest',
    input('', { instruments: ['NIFTY'], interval: '1d' }),
    asAsha(),
  );
  expect(errors.map(({ path }) => path)).toEqual(['instruments']);
});

test('an instrument without prices is named, whether it is to be traded or only read', async () => {
  const others = ' and close @ BANKNIFTY > 1';
  const { status, errors } = await world.api.send('setAndStartBacktest', input(others), asAsha());
  expect(status).toBe(422);
  expect(errors).toEqual([{ path: 'instruments', message: 'No prices are stored for BANKNIFTY.' }]);
  const unknown = await world.api.send('setAndStartBacktest', input(' and close @ NOSUCH > 1'), asAsha());
  expect(unknown.errors).toEqual([{ path: 'instruments', message: 'No prices are stored for NOSUCH.' }]);
});
