import {
  addDays,
  type Bar,
  createCalendar,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  indiaMoment,
  MINUTE_MS,
} from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf, runBacktest } from '../backtest/index.ts';
import { configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { mostEntriesPerDay, mostOrdersPerDay } from './bounds.ts';

type Intraday = Exclude<Interval, '1d'>;
interface Rules {
  readonly interval: Intraday;
  readonly product: 'DELIVERY' | 'INTRADAY';
  readonly entryFrom: string;
  readonly entryTo: string;
  readonly cooldownBars?: number;
}

/** The third of four days is an evening's hour: its last bar closes inside most entry windows. */
const SPECIAL = { date: addDays(DAY, 2), opens: '13:45', closes: '14:45' };
const CALENDAR = createCalendar({
  ...{ years: [2026], holidays: [], special: [SPECIAL], opens: '09:15', closes: '15:30' },
});
const SETTINGS = { capitalPaise: 1_000_000_00, quantityMultiplier: 1 };

function definitionFor({ interval, product, entryFrom, entryTo, cooldownBars }: Rules) {
  const squareOff = product === 'INTRADAY' ? { squareOff: '15:30' } : {};
  return definitionOf({
    ...{ interval, product, sizing: { method: 'fixed_quantity', quantity: 1 } },
    session: { entryFrom, entryTo, ...squareOff, weekdays: [1, 2, 3, 4, 5] },
    risk: { stopLoss: { kind: 'percent', percent: 0.1 }, ...(cooldownBars ? { cooldownBars } : {}) },
  });
}

/** Bars that each open a position, pass its stop, and fire again. */
function busyDays(interval: Intraday): Bar[] {
  const minutes = INTERVAL_MINUTES[interval];
  return [0, 1, 2, 3].flatMap((day) => {
    const date = addDays(DAY, day);
    const [opens, closes] = date === SPECIAL.date ? [825, 885] : [555, 930];
    return Array.from({ length: Math.ceil((closes - opens) / minutes) }, (_, i) => ({
      ...{ openAt: indiaMoment(date, opens) + i * minutes * MINUTE_MS, volume: 1_000 },
      ...{ open: 100_00, high: 101_00, low: 90_00, close: 101_00 },
    }));
  });
}

/** Entries filled on each day, in order. */
function filledOf(rules: Rules): number[] {
  const { strategy, bases } = configOf(definitionFor(rules));
  const { events } = runBacktest({
    ...{ strategy, bases, series: [columnsOf(busyDays(rules.interval))], interval: rules.interval },
    ...{ settings: SETTINGS, calendar: CALENDAR, costs: 'none', slippageBps: 0 },
  });
  const perDay = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== 'fill' || event.fill.purpose !== 'entry') continue;
    const date = indiaDateOf(event.fill.at);
    perDay.set(date, (perDay.get(date) ?? 0) + 1);
  }
  return [...perDay.values()];
}

const boundOf = (rules: Rules): number => mostEntriesPerDay(definitionFor(rules), SETTINGS);

test.for<[string, Rules, number]>([
  ['1h, and its short last bar', { interval: '1h', product: 'DELIVERY', entryFrom: '10:00', entryTo: '15:30' }, 7],
  ['1h, the whole day', { interval: '1h', product: 'DELIVERY', entryFrom: '09:15', entryTo: '15:30' }, 7],
  ['30m, and its short last bar', { interval: '30m', product: 'DELIVERY', entryFrom: '10:00', entryTo: '15:30' }, 12],
  ['30m, the whole day', { interval: '30m', product: 'DELIVERY', entryFrom: '09:15', entryTo: '15:30' }, 13],
  ['10m, and its short last bar', { interval: '10m', product: 'DELIVERY', entryFrom: '15:00', entryTo: '15:30' }, 4],
  ['15m, the whole day', { interval: '15m', product: 'DELIVERY', entryFrom: '09:15', entryTo: '15:30' }, 25],
  ['1m, the whole day', { interval: '1m', product: 'DELIVERY', entryFrom: '09:15', entryTo: '15:30' }, 375],
  // The evening's hour ends inside its hours: that signal is filled on the next day, beside all of that day's own.
  ['15m, after a short session', { interval: '15m', product: 'DELIVERY', entryFrom: '09:15', entryTo: '15:00' }, 24],
  ['1h within the day', { interval: '1h', product: 'INTRADAY', entryFrom: '09:15', entryTo: '15:30' }, 6],
  ['10m within the day', { interval: '10m', product: 'INTRADAY', entryFrom: '09:15', entryTo: '15:30' }, 37],
])('the most entries of a day are those that a busy day fills: %s', ([, rules, most]) => {
  expect(Math.max(...filledOf(rules))).toBe(most);
  expect(boundOf(rules)).toBe(most);
});

test('a stop set again and an exit of what was carried over come on top of the orders of the entries', () => {
  const rules: Rules = { interval: '1h', product: 'DELIVERY', entryFrom: '10:00', entryTo: '15:30' };
  expect(mostOrdersPerDay(definitionFor(rules), SETTINGS)).toBe(7 * 3 + 2);
});

const minute = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const anyRules = fc
  .record({
    interval: fc.constantFrom<Intraday>('3m', '5m', '10m', '15m', '30m', '1h'),
    product: fc.constantFrom('DELIVERY' as const, 'INTRADAY' as const),
    from: fc.integer({ min: 540, max: 925 }),
    length: fc.integer({ min: 1, max: 390 }),
    cooldownBars: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ from, length, ...rules }) => ({
    ...rules,
    entryFrom: minute(from),
    entryTo: minute(Math.min(930, from + length)),
  }));

test('no day fills more entries than are stated, whatever the interval, the product, the hours and the wait', () => {
  const seen = { days: 0, filled: 0, exact: 0 };
  fc.assert(
    fc.property(anyRules, (rules) => {
      const bound = boundOf(rules);
      const filled = filledOf(rules);
      for (const entries of filled) expect(entries).toBeLessThanOrEqual(bound);
      seen.days += filled.length;
      seen.filled += filled.reduce((sum, entries) => sum + entries, 0);
      if (filled.some((entries) => entries === bound)) seen.exact += 1;
    }),
    { numRuns: 200 },
  );
  // It says something: many are reached.
  expect(seen.exact).toBeGreaterThan(40);
  expect(seen.filled).toBeGreaterThan(500);
});
