import { type Bar, type EpochMs, type Interval, indiaMoment } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIntervalBuilder } from '../bars/index.ts';
import { createRun } from '../run/index.ts';
import { CALENDAR, candles, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';

interface Known {
  readonly closeAt: EpochMs;
  readonly value: number | undefined;
}

/** What a value was at the close of each bar of an interval, as rules on that very interval read it. */
function valuesOn(interval: Interval, value: string, bars: readonly Bar[]): Known[] {
  const known: Known[] = [];
  const conditions = { entry: { long: `${value} > 0` } };
  const isDaily = interval === '1d';
  const kind = isDaily
    ? {
        product: 'DELIVERY',
        exit: { long: 'close < 0' },
        session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
      }
    : {};
  const run = createRun({
    ...configOf(definitionOf({ interval, ...kind, ...conditions })),
    watch: (_, read) => {
      const { closeAt, conditions: said } = read();
      known.push({ closeAt, value: said[0]?.operands.find(({ text }) => text === value)?.value });
    },
  });
  for (const bar of bars) run.onBar(0, bar, '1m', 'warmup');
  return known;
}

/** Of the last longer bar that had closed by then; one with missing last minutes closes with the bar after it. */
function lastClosedBy(bars: readonly Bar[], longer: readonly Known[], interval: Interval) {
  const builder = createIntervalBuilder(interval, CALENDAR);
  let closed = 0;
  return bars.map((bar) => {
    const emit = () => {
      closed += 1;
    };
    builder.push(bar, '1m', emit);
    return longer[closed - 1]?.value;
  });
}

const VALUES = [
  'close',
  'ema(close, 3)',
  'close[2]',
  'highest(high, 2) - low',
  'macd(close, 2, 4, 2).signal',
  'volume',
];

test('a value of a longer interval is that of rules on that interval, from the close of its bar on and never before', () => {
  let compared = 0;
  const anyCase = fc.record({
    seed: fc.integer(),
    days: fc.integer({ min: 1, max: 4 }),
    minutes: fc.constantFrom(375, 130),
    missing: fc.constantFrom(0, 0.05, 0.7),
    interval: fc.constantFrom('3m' as const, '15m' as const, '1h' as const, '1d' as const),
    value: fc.constantFrom(...VALUES),
  });
  fc.assert(
    fc.property(anyCase, ({ interval, value, ...shape }) => {
      const bars = randomBars(shape);
      const isSum = value.includes(' - ');
      const text = `${isSum ? `(${value})` : value} @ ${interval}`;
      const seen = valuesOn('1m', text, bars).map((one) => one.value);
      const longer = isSum ? sumsOf(interval, value, bars) : valuesOn(interval, value, bars);
      expect(seen.map(rounded)).toEqual(lastClosedBy(bars, longer, interval).map(rounded));
      compared += seen.filter((one) => one !== undefined).length;
    }),
    chosenThenRandom([anyCase], { chosen: 30, random: scaledCount('longer intervals compared', 8) }),
  );
  expect(compared).toBeGreaterThan(5_000);
  console.log(`values of longer intervals compared: ${compared}`);
}, 60_000);

const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1_000) / 1_000);

/** On its own interval a sum is not told of, its parts are. */
function sumsOf(interval: Interval, value: string, bars: readonly Bar[]): Known[] {
  const [left = '', right = ''] = value.split(' - ');
  const minus = valuesOn(interval, right, bars);
  return valuesOn(interval, left, bars).map(({ closeAt, value: given }, i) => {
    const taken = minus[i]?.value;
    return { closeAt, value: given === undefined || taken === undefined ? undefined : given - taken };
  });
}

test('an hour counts from the minute in which it closes, the short last one from the session’s end', () => {
  const prices = Array.from({ length: 375 }, (_, i) => [100 + i, 100 + i, 100 + i, 100 + i] as const);
  const seen = valuesOn('1m', 'close @ 1h', candles(prices));
  const at = (minute: number) => seen.find(({ closeAt }) => closeAt === indiaMoment(DAY, minute))?.value;
  // 09:15 to 10:15 is closed by the bar of 10:14, whose price is 159 rupees.
  expect([at(555 + 59), at(555 + 60), at(555 + 119), at(555 + 120)]).toEqual([undefined, 159, 159, 219]);
  // 15:15 to 15:30.
  expect([at(929), at(930)]).toEqual([459, 474]);
  const days = valuesOn('1m', 'close @ 1d', [...candles(prices), ...candles(prices.slice(0, 3), 555, '2026-06-02')]);
  expect(days.at(-5)?.value).toBeUndefined();
  expect(days.slice(-4).map(({ value }) => value)).toEqual([474, 474, 474, 474]);
});

test('nothing of a longer bar is known before it has closed, whatever its later minutes bring', () => {
  const bars = randomBars({ seed: 3, days: 2 });
  const cut = bars.findIndex(({ openAt }) => openAt >= indiaMoment(DAY, 700));
  const other = bars.map((bar, i) => (i < cut ? bar : { ...bar, close: bar.high, volume: bar.volume + 1 }));
  for (const interval of ['15m', '1h', '1d'] as const) {
    const value = `ema(close, 2) @ ${interval}`;
    expect(valuesOn('1m', value, other).slice(0, cut)).toEqual(valuesOn('1m', value, bars).slice(0, cut));
  }
});
