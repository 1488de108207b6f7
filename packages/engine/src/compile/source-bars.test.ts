import { type Bar, type EpochMs, type Interval, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBacktest } from '../backtest/index.ts';
import { BarClock } from '../bars/index.ts';
import { createRun, type Signal } from '../run/index.ts';
import { baseFacts, CALENDAR, candles, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';

interface Known {
  readonly at: EpochMs;
  readonly value: number | undefined;
}

const VALUES = ['close', 'ema(close, 3)', 'close[2]', 'macd(close, 2, 4, 2).signal', 'volume', 'day_change_percent'];
const DAILY = {
  product: 'DELIVERY',
  exit: { long: 'close < 0' },
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
};

/** What a value is on each bar of an instrument's own, as rules on it read it, and from when that bar was known. */
function valuesOn(interval: Interval, value: string, bars: readonly Bar[]): Known[] {
  const known: Known[] = [];
  let at = 0;
  const kind = interval === '1d' ? DAILY : {};
  const run = createRun({
    ...configOf(definitionOf({ interval, ...kind, entry: { long: `${value} > 0` } })),
    watch: (_, read) => known.push({ at, value: operand(read(), value) }),
  });
  const minutes = new BarClock(CALENDAR, '1m');
  for (const bar of bars) {
    at = minutes.closeOfBar(bar.openAt);
    run.onBar(0, bar, '1m', 'warmup');
  }
  return known;
}

function operand({ conditions }: Signal, text: string): number | undefined {
  return conditions[0]?.operands.find((one) => one.text === text)?.value;
}

/** The same read from beside another instrument. */
function valuesBeside(text: string, own: readonly Bar[], other: readonly Bar[], inTurns = false): Known[] {
  const known: Known[] = [];
  const run = createRun({
    ...configOf(definitionOf({ interval: '5m', entry: { long: `${text} > 0` } })),
    watch: (_, read) => {
      const said = read();
      known.push({ at: said.closeAt, value: operand(said, text) });
    },
  });
  if (!inTurns) {
    for (const bar of other) run.onSourceBar(0, bar, '1m');
    for (const bar of own) run.onBar(0, bar, '1m', 'warmup');
    return known;
  }
  // As they come live: what closed by a moment, then the bar that closed at it.
  let next = 0;
  for (const bar of own) {
    for (let read = other[next]; read && read.openAt <= bar.openAt; read = other[next]) {
      run.onSourceBar(0, read, '1m');
      next += 1;
    }
    run.onBar(0, bar, '1m', 'warmup');
  }
  return known;
}

const anyCase = fc.record({
  seed: fc.integer(),
  days: fc.integer({ min: 1, max: 4 }),
  minutes: fc.constantFrom(375, 130),
  missing: fc.constantFrom(0, 0.05, 0.7),
  interval: fc.constantFrom('5m' as const, '15m' as const, '1h' as const, '1d' as const),
  value: fc.constantFrom(...VALUES),
});
const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1_000) / 1_000);

test('what is read of another instrument is what rules on it read at its last bar that was known by then', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyCase, ({ interval, value, seed, ...shape }) => {
      const own = randomBars({ seed: seed + 1, ...shape });
      const other = randomBars({ seed, ...shape });
      const text = interval === '5m' ? `${value} @ NIFTY` : `${value} @ NIFTY ${interval}`;
      const seen = valuesBeside(text, own, other);
      const known = valuesOn(interval, value, other);
      const expected = seen.map(({ at }) => known.findLast((one) => one.at <= at)?.value);
      expect(seen.map((one) => rounded(one.value))).toEqual(expected.map(rounded));
      expect(valuesBeside(text, own, other, true)).toEqual(seen);
      compared += seen.filter((one) => one.value !== undefined).length;
    }),
    chosenThenRandom([anyCase], { chosen: 30, random: scaledCount('other instruments compared', 8) }),
  );
  expect(compared).toBeGreaterThan(1_500);
  console.log(`values of other instruments compared: ${compared}`);
}, 60_000);

test('a bar counts from the moment in which it closes, also for one that closes in the same moment', () => {
  const rise = (from: number, minutes: number) =>
    candles(Array.from({ length: minutes }, (_, i) => [from + i, from + i, from + i, from + i] as const));
  const seen = valuesBeside('close @ NIFTY 15m', rise(10, 60), rise(1_000, 60));
  const at = (minute: number) => seen.find((one) => one.at === indiaMoment(DAY, 555 + minute))?.value;
  expect([at(5), at(10), at(15), at(20), at(30)]).toEqual([undefined, undefined, 1_014, 1_014, 1_029]);
});

test('one whose last minutes are missing counts from the close of the bar that shows it', () => {
  const other = candles(Array.from({ length: 30 }, (_, i) => [i + 1, i + 1, i + 1, i + 1] as const)).filter(
    (_, minute) => minute < 13 || minute > 16,
  );
  const own = candles(Array.from({ length: 30 }, () => [10, 10, 10, 10] as const));
  const seen = valuesBeside('close @ NIFTY 15m', own, other).map(({ value }) => value);
  // The minutes to 09:28 and from 09:32 on are there: at 09:30 nobody knows yet that 09:28 was the last.
  expect(seen).toEqual([undefined, undefined, undefined, 13, 13, 30]);
});

test('several instruments, one of them traded too, are read in the order of their names in the text', () => {
  const entry = 'close @ TCS 5m > close @ NIFTY and close[1] @ TCS 5m > 0';
  const definition = definitionOf({
    instruments: ['SBIN', 'TCS'].map((symbol) => ({ exchange: 'NSE', symbol })),
    entry: { long: entry },
  });
  const config = configOf(definition);
  expect(config.strategy.sources).toEqual(['TCS', 'NIFTY']);
  expect(config.strategy.describe().join(' ')).toContain('Reads TCS, NIFTY as well');
  expect(() => config.strategy.createProgram()).toThrow('made without TCS');
});

test('a back-test without the bars that its conditions read is refused', () => {
  const definition = definitionOf({ entry: { long: 'close @ NIFTY > 1' } });
  const config = configOf(definition);
  const input = { ...config, series: [candles([[1, 1, 1, 1]])], interval: '1m' as const };
  expect(() => runBacktest(input)).toThrow('the conditions read NIFTY, and 0 series are given');
});

/** What the rules read, each five minutes, beside a share that is split into two on the second day and trades for a while on it. */
function overExDate(text: string, traded = 375): { readonly at: EpochMs; readonly value: number | undefined }[] {
  const flat = (paise: number, date: string): Bar[] =>
    Array.from({ length: 375 }, (_, i) => {
      const openAt = indiaMoment(date, 555) + i * MINUTE_MS;
      return { openAt, open: paise, high: paise, low: paise, close: paise, volume: 100 };
    });
  const [first, second] = [DAY, '2026-06-02'];
  const bars = [...flat(1_000_00, first), ...flat(500_00, second).slice(0, traded)];
  const seen: Known[] = [];
  runBacktest({
    ...configOf(definitionOf({ interval: '5m', entry: { long: `${text} > 1` } })),
    bases: [baseFacts()],
    series: [[...flat(10_00, first), ...flat(10_00, second)]],
    sources: [{ bars, actions: [{ exDate: second, kind: 'bonus', oldUnits: 1, newUnits: 2 }] }],
    interval: '1m',
    watch: (_, read) => {
      const said = read();
      seen.push({ at: said.closeAt, value: operand(said, text) });
    },
  });
  return seen;
}

test.each(['close @ NIFTY 1d', 'sma(close, 1) @ NIFTY 1d', 'close @ NIFTY 1h', 'close[1] @ NIFTY 1h'])(
  'on an ex-date of another instrument %s is in the units of the day before a bar of it has closed',
  (text) => {
    const seen = overExDate(text).filter(({ at }) => at > indiaMoment('2026-06-02'));
    expect(seen).toHaveLength(75);
    expect(new Set(seen.map(({ value }) => value))).toEqual(new Set([500]));
  },
);

test('so it is where the other instrument does not trade on that day', () => {
  const seen = overExDate('close @ NIFTY 1d', 0).filter(({ at }) => at > indiaMoment('2026-06-02'));
  expect(new Set(seen.map(({ value }) => value))).toEqual(new Set([500]));
});

test('over an ex-date of another instrument its earlier bars are read in the units of the day', () => {
  const flat = (paise: number, date: string): Bar[] =>
    Array.from({ length: 10 }, (_, i) => {
      const openAt = indiaMoment(date, 555) + i * MINUTE_MS;
      return { openAt, open: paise, high: paise, low: paise, close: paise, volume: 100 };
    });
  const [first, second] = [DAY, '2026-06-02'];
  const bars = [...flat(1_000_00, first), ...flat(500_00, second)];
  const signals: Signal[] = [];
  const definition = definitionOf({ entry: { long: 'sma(close, 4) @ NIFTY > 1' } });
  const config = configOf(definition);
  runBacktest({
    ...config,
    bases: [baseFacts()],
    series: [[...flat(10_00, first), ...flat(10_00, second)]],
    sources: [{ bars, actions: [{ exDate: second, kind: 'bonus', oldUnits: 1, newUnits: 2 }] }],
    interval: '1m',
    watch: (_, read) => signals.push(read()),
  });
  const values = signals.map((signal) => operand(signal, 'sma(close, 4) @ NIFTY'));
  expect(values.slice(0, 10)).toEqual([
    undefined,
    undefined,
    undefined,
    1_000,
    1_000,
    1_000,
    1_000,
    1_000,
    1_000,
    1_000,
  ]);
  expect(values.slice(10)).toEqual(Array.from({ length: 10 }, () => 500));
});
