import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import { candles, configOf, definitionOf } from './testing/fixtures.ts';
import type { Decision, RunConfig, RunEvent } from './types.ts';

type Row = readonly [number, number, number, number];

const CAPITAL = { capitalPaise: 10_00_000_00, quantityMultiplier: 1 };
const BY_VOLATILITY = { method: 'volatility_target', percent: 20, length: 5 };
const OVER_NIGHT = {
  product: 'DELIVERY',
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  risk: { maxHoldBars: 90 },
};

const decided = (events: readonly RunEvent[]): Decision[] =>
  events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));

/** Bars of several bases side by side, each given to all of them in their order, as they close. */
function playTogether(changes: Record<string, unknown>, rows: readonly (readonly Row[])[]): string[] {
  const symbols = ['SBIN', 'INFY', 'TCS'].slice(0, rows.length);
  const instruments = symbols.map((symbol) => ({ exchange: 'NSE', symbol }));
  const run = createRun(configOf(definitionOf({ instruments, ...changes }), { settings: CAPITAL }));
  const series = rows.map((own) => candles(own));
  const events: RunEvent[] = [];
  for (let i = 0; i < (series[0]?.length ?? 0); i += 1) {
    series.forEach((bars, base) => {
      const bar = bars[i];
      if (bar) events.push(...run.onPrice(base, bar.openAt, bar.open));
    });
    series.forEach((bars, base) => {
      const bar = bars[i];
      if (bar) events.push(...run.onBar(base, bar, '1m', 'live'));
    });
  }
  return decided(events).map(({ symbol, action, veto }) => `${symbol} ${veto ?? action}`);
}

const UP: Row = [100, 101, 100, 101];
const FLAT: Row = [101, 101, 101, 101];
const DOWN: Row = [101, 101, 100, 100];

test('of two that signal on one bar the first takes the only place, and the other says why it does not', () => {
  const told = playTogether({ risk: { maxOpenPositions: 1 } }, [
    [UP, FLAT],
    [UP, FLAT],
  ]);
  expect(told).toEqual(['SBIN enter', 'INFY max_open_positions']);
  expect(
    playTogether({ risk: { maxOpenPositions: 2 } }, [
      [UP, FLAT],
      [UP, FLAT],
    ]),
  ).toEqual(['SBIN enter', 'INFY enter']);
});

test('what leaves on the next price keeps its place until it has left', () => {
  const rules = { risk: { maxOpenPositions: 1 }, exit: { long: 'close < open' } };
  const told = playTogether(rules, [
    [UP, DOWN, FLAT, FLAT],
    [FLAT, UP, UP, FLAT],
  ]);
  // At the second close SBIN is told to leave and INFY signals; at the third SBIN has left.
  expect(told).toEqual(['SBIN enter', 'SBIN exit', 'INFY max_open_positions', 'INFY enter']);
});

test('a position that turns around takes its own place again', () => {
  const rules = {
    risk: { maxOpenPositions: 1 },
    direction: 'both',
    entry: { long: 'close > open', short: 'close < open' },
    exit: { long: 'close < open', short: 'close > open' },
  };
  expect(playTogether(rules, [[UP, DOWN, FLAT]])).toEqual(['SBIN enter', 'SBIN exit', 'SBIN enter']);
});

/** Closes in rupees, one bar each that opens where the one before closed; the last one rises, which is the signal. */
function sized(changes: Record<string, unknown>, closes: readonly number[], config: Partial<RunConfig> = {}) {
  const rows = closes.map((close, i): Row => {
    const open = closes[i - 1] ?? close;
    return [open, Math.max(open, close), Math.min(open, close), close];
  });
  const last = closes.at(-1) ?? 0;
  const definition = definitionOf({ sizing: BY_VOLATILITY, ...changes, entry: { long: `close == ${last}` } });
  const run = createRun(configOf(definition, { settings: CAPITAL, ...config }));
  const bars = candles(rows);
  return decided(bars.flatMap((bar) => run.onBar(0, bar, definition.interval, 'live')));
}

/** Those that were not refused for want of a size: the price stands where it will signal before it is warm, too. */
function entered(...given: Parameters<typeof sized>) {
  return sized(...given).filter(({ veto }) => veto !== 'level_unknown');
}

/** Returns of 1 % up and 0.990099 % down in turn: mean 0.203960, deviation 0.974945. */
const SWAYING = [100, 101, 100, 101, 100, 101];

test('the size by volatility, worked by hand', () => {
  // A minute's deviation × √(252 × 375) = 299.7 % a year; 20 % of ₹10,00,000 is reached by ₹66,732, that is 660 at ₹101.
  const [entry] = entered({}, SWAYING);
  expect(entry).toMatchObject({ action: 'enter', quantity: 660 });
  expect(entry?.sizing?.volatilityPercent).toBeCloseTo(0.974_945 * Math.sqrt(252 * 375), 2);
  expect((entry?.sizing?.amountPaise ?? 0) / 100).toBeCloseTo(66_732, -1);
});

test('what moves twice as far is held for half as much', () => {
  const twice = [100, 102, 100, 102, 100, 102];
  const [calm, wild] = [entered({}, SWAYING)[0]?.quantity ?? 0, entered({}, twice)[0]?.quantity ?? 0];
  expect(wild / calm).toBeGreaterThan(0.48);
  expect(wild / calm).toBeLessThan(0.51);
});

test('what hardly moves is held for no more than the capital pays', () => {
  const calm = [100, 100.05, 100, 100.05, 100, 100.05];
  const quarter = { interval: '1d', ...OVER_NIGHT };
  expect(entered(quarter, calm)[0]?.sizing?.amountPaise).toBe(CAPITAL.capitalPaise);
  expect(entered({ interval: '1m', sizing: { ...BY_VOLATILITY, percent: 100 } }, calm)[0]?.sizing?.amountPaise).toBe(
    CAPITAL.capitalPaise * 5,
  );
});

test('a price that stood still says nothing of its size: nothing is opened, which is told once', () => {
  expect(sized({}, [101, 101, 101, 101, 101, 101]).map(({ veto }) => veto)).toEqual(['level_unknown']);
});

test('before as many returns are known nothing is opened, which each signal is told', () => {
  expect(sized({}, SWAYING.slice(1)).map(({ veto }) => veto)).toEqual(Array(3).fill('level_unknown'));
});
