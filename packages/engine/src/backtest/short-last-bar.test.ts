import { createCalendar, indiaMoment, MINUTE_MS, toIndiaIso } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { BarClock } from '../bars/index.ts';
import { barPath } from '../run/path.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import type { ClosedTrade } from '../run/types.ts';
import { type BacktestInput, runBacktest } from './backtest.ts';
import { columnsOf } from './columns.ts';

// 375 minutes are no whole number of such bars: the last one of a day is cut off by the close at 15:30.
const MINUTES = { '10m': 10, '30m': 30, '1h': 60 } as const;
type Cut = keyof typeof MINUTES;

const HELD = { product: 'DELIVERY', session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] } };
const LEFT_AT_TWENTY_PAST = {
  session: { entryFrom: '09:15', entryTo: '15:00', squareOff: '15:20', weekdays: [1, 2, 3, 4, 5] },
};
type Row = readonly [open: number, high: number, low: number, close: number];

/** Bought at ₹100 at the opening of the day's second bar; nothing moves before the last one. */
function dayOf(interval: Cut, rules: object, [open, high, low, close]: Row, more: Partial<BacktestInput> = {}) {
  const minutes = MINUTES[interval];
  const count = Math.ceil(375 / minutes);
  const still = { open: 100_00, high: 100_00, low: 100_00, close: 100_00, volume: 10 };
  const last = { open: open * 100, high: high * 100, low: low * 100, close: close * 100, volume: 10 };
  const bars = Array.from({ length: count }, (_, i) => ({
    openAt: indiaMoment(DAY, 555) + i * minutes * MINUTE_MS,
    ...(i === count - 1 ? last : still),
  }));
  const definition = definitionOf({ interval, entry: { long: 'close > 0' }, exit: { long: 'close < 0' }, ...rules });
  const { strategy, bases, settings } = configOf(definition);
  return runBacktest({
    ...{ strategy, bases, settings, series: [columnsOf(bars)], interval, calendar: CALENDAR, costs: 'none' },
    ...{ slippageBps: 0, ...more },
  });
}

const exitsOf = (trades: readonly ClosedTrade[]): string[] =>
  trades.map(({ exitRule, exitAt, exitPaise }) => `${exitRule} ${toIndiaIso(exitAt).slice(11, 19)} ${exitPaise}`);

/** In blocks, and bar by bar. */
const WALKS: readonly Partial<BacktestInput>[] = [{}, { watch: () => undefined }];

test.each([
  ['10m', '15:27:30'],
  ['30m', '15:22:30'],
  ['1h', '15:22:30'],
] as const)('a stop inside the short last bar of %s is hit before the close', (interval, time) => {
  const rules = { ...HELD, risk: { stopLoss: { kind: 'percent', percent: 1 } } };
  // High first, then low: the second quarter of what is left of the day.
  for (const walk of WALKS) {
    expect(exitsOf(dayOf(interval, rules, [100, 101, 95, 100], walk).trades)).toEqual([`stop ${time} 9900`]);
  }
});

test.each(['10m', '30m', '1h'] as const)('a position at the last bar of %s ends with the session', (interval) => {
  for (const walk of WALKS) {
    const { trades } = dayOf(interval, HELD, [100, 101, 95, 100.5], walk);
    expect(exitsOf(trades)).toEqual(['end_of_data 15:30:00 10050']);
  }
});

test.each(['30m', '1h'] as const)(
  'square-off at 15:20 takes the price of then from the short last bar of %s',
  (interval) => {
    // 15:15 open, 15:18:45 high, 15:22:30 low, 15:26:15 close.
    for (const walk of WALKS) {
      const { trades } = dayOf(interval, LEFT_AT_TWENTY_PAST, [100, 104, 95, 100.5], walk);
      expect(exitsOf(trades)).toEqual(['square_off 15:22:30 9500']);
    }
  },
);

test('a daily bar of a short session has its prices within it', () => {
  const calendar = createCalendar({
    ...{ years: [2026], holidays: [], opens: '09:15', closes: '15:30' },
    special: [{ date: DAY, opens: '13:45', closes: '14:45' }],
  });
  const bar = { openAt: indiaMoment(DAY, 825), open: 1, high: 2, low: 1, close: 2, volume: 0 };
  const times = barPath(bar, '1d', new BarClock(calendar, '1d')).map(({ at }) => toIndiaIso(at).slice(11, 16));
  expect(times).toEqual(['13:45', '14:00', '14:15', '14:30']);
});

test('charges are those of all orders, of one whose position is still open too', () => {
  const { report, trades } = dayOf('1h', HELD, [100, 101, 95, 100], { costs: 'angelone', closeAtEnd: false });
  expect(trades).toEqual([]);
  const kinds = Object.values(report.chargesByKind ?? {}).reduce((sum, paise) => sum + paise, 0);
  expect(kinds).toBeGreaterThan(0);
  expect(report.chargesPaise).toBe(kinds);
  expect(report.grossPaise).toBe(report.netPaise + kinds);
});
