import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createCalendar, weekdayOf } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SIMULATED_CALENDAR } from './simulated-calendar.ts';
import { INDICES, SYNTHETIC_FACTS, tickPaiseFor } from './universe.ts';

test('the market has about thirty shares, eight ETFs and two indices, each token and symbol once', () => {
  const instruments = [...SYNTHETIC_FACTS, ...INDICES].map((facts) => facts.instrument);
  const count = (kind: string): number => instruments.filter((instrument) => instrument.kind === kind).length;
  expect([count('equity'), count('etf'), count('index')]).toEqual([31, 8, 2]);
  expect(new Set(instruments.map((instrument) => instrument.token)).size).toBe(instruments.length);
  expect(new Set(instruments.map((instrument) => instrument.symbol)).size).toBe(instruments.length);
});

test('every constituent of an index is a share of the market, and its weights are about a hundred percent', () => {
  const shares = new Set(
    SYNTHETIC_FACTS.filter((facts) => facts.instrument.kind === 'equity').map((facts) => facts.instrument.symbol),
  );
  for (const { weights } of INDICES) {
    expect(weights.filter(([symbol]) => !shares.has(symbol))).toEqual([]);
    expect(weights.reduce((sum, [, percent]) => sum + percent, 0)).toBeGreaterThan(80);
  }
});

test.each([
  [249.99, 1],
  [250, 5],
  [1_000, 5],
  [1_000.1, 10],
  [5_000, 10],
  [5_001, 50],
  [10_001, 100],
  [20_001, 500],
])('a share at ₹%d has a tick of %d paise', (price, tick) => {
  expect(tickPaiseFor('equity', price)).toBe(tick);
});

test('the simulated calendar names weekdays of its own years only, and the first day is a session', () => {
  for (const date of SIMULATED_CALENDAR.holidays) {
    expect([1, 2, 3, 4, 5]).toContain(weekdayOf(date));
    expect(SIMULATED_CALENDAR.years).toContain(Number(date.slice(0, 4)));
  }
  const calendar = createCalendar(SIMULATED_CALENDAR);
  expect(calendar.kindOf('2025-07-07')).toBe('session');
  expect(calendar.kindOf('2028-01-03')).toBe('unknown');
});

const extract = resolve('../shared/data/instruments/angel_scripmaster_extract.json.gz');
const holidays = resolve('../shared/data/calendar/nse_holidays.csv');
const present = existsSync(extract) && existsSync(holidays);
if (!present)
  console.log('the real instrument master is not here (../shared/data): tokens and holidays are not compared');

// The recorded lists may not be redistributed, so they are beside the checkout on some machines only.
test.skipIf(!present)('tokens, symbols and ticks are those of the real instrument master', () => {
  const zRows = z.array(
    z.looseObject({ token: z.string(), symbol: z.string(), exch_seg: z.string(), tick_size: z.string() }),
  );
  const rows = zRows
    .parse(JSON.parse(gunzipSync(readFileSync(extract)).toString()))
    .filter((row) => row.exch_seg === 'NSE');
  const real = new Map(rows.map((row) => [row.token, row]));
  // The extract's rows are of months before BAJFINANCE's split, with WIPRO below ₹250 and JSWSTEEL below ₹1,000.
  const otherMonth = ['BAJFINANCE', 'WIPRO', 'JSWSTEEL'];
  for (const { instrument } of [...SYNTHETIC_FACTS, ...INDICES]) {
    const row = real.get(instrument.token);
    expect(row?.symbol).toBe(instrument.tradingSymbol);
    if (instrument.kind !== 'index' && !otherMonth.includes(instrument.symbol)) {
      expect([instrument.symbol, Number(row?.tick_size)]).toEqual([instrument.symbol, instrument.tickPaise]);
    }
  }
});

// As above.
test.skipIf(!present)('weekday closures of 2023 to 2026 are those that the exchange had', () => {
  const observed = readFileSync(holidays, 'utf8')
    .split('\n')
    .map((line) => line.slice(0, 10))
    .filter((date) => date >= '2023' && date < '2027');
  // Days on which the exchange opened for an evening hour only: closed in the simulation.
  const evenings = ['2024-11-01', '2025-10-21'];
  const simulated = SIMULATED_CALENDAR.holidays.filter((date) => date < '2027' && !evenings.includes(date));
  expect(simulated).toEqual(observed.filter((date) => /^\d/.test(date)));
});
