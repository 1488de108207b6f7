import { type Bar, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StrategyDefinition } from '../definition/index.ts';
import { pathStepMs } from '../run/path.ts';
import { Run } from '../run/run.ts';
import { SessionClock } from '../run/session-clock.ts';
import { configOf, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { BlockWalk } from './block-walk.ts';
import { type BarColumns, columnsOf } from './columns.ts';
import { PointWalk } from './point-walk.ts';
import { Tally } from './tally.ts';
import { inPieces } from './testing/in-pieces.ts';

const CONDITIONS = [
  'close > open',
  'sma(close, 3) crosses above sma(close, 8)',
  'sma(close, 3) crosses below sma(close, 8)',
  'ema(close, 5) > ema(hl2, 9)[2] and time >= 10:00',
  'rsi(close, 5) < 30 or rsi(close, 5) > 80',
  'not rsi(sma(ohlc4, 3), 4) > 40',
  'close crosses above vwap() and day_change_percent > -5',
  'macd(close, 3, 6, 3).histogram > 0 and macd(close, 3, 6, 3).line > 0',
  'max(close, close[1], open[4]) - min(hlc3, low) > atr(5) / 2 and weekday != 3',
  'volume > 1.5 * sma(volume, 10) and abs(close - open) > 0.3',
  'close > opening_range(15).high or close < opening_range(15).low',
  'close / (close[3] - close[4]) > 0',
  'highest(high, 6)[1] < close and -close < -lowest(low, 4)',
  'ema(close, 3) @ 30m > sma(close, 2)[1] @ 30m',
  'close crosses above ((high + low) / 2) @ 1h',
  'close > (close @ 1d)[1] or close < open @ 1d',
  'close @ NIFTY > sma(close, 3) @ NIFTY and close > open',
  'rsi(close, 3) @ NIFTY 30m > 40 or close crosses above ema(close @ BANKNIFTY, 4)',
];
const EXITS = [
  ...CONDITIONS,
  'position.bars >= 7',
  'position.profit_percent > 0.2 or close < sma(close, 5)',
  'in_position and close crosses below sma(close, 4)',
];
const STOPS = [
  { kind: 'percent', percent: 0.4 },
  { kind: 'points', points: 1.5 },
  { kind: 'atr', multiple: 1.5, length: 5 },
  { kind: 'price', price: 'lowest(low, 5) - 0.1' },
  { kind: 'price', price: 'close - 0.05' },
  { kind: 'price', price: 'close + 0.1' },
];
const TARGETS = [
  ...STOPS.slice(0, 2),
  { kind: 'price', price: 'close + 0.05' },
  { kind: 'price', price: 'close - 0.1' },
  { kind: 'price', price: 'highest(high, 4)' },
];
const TRAILS = [
  { kind: 'percent', percent: 0.5 },
  { kind: 'atr', multiple: 2, length: 6 },
];

const some = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const anyDefinition = fc
  .record({
    interval: fc.constantFrom('1m' as const, '15m' as const),
    direction: fc.constantFrom('long', 'short', 'both'),
    symbols: fc.integer({ min: 1, max: 3 }),
    long: fc.constantFrom(...CONDITIONS),
    short: fc.constantFrom(...CONDITIONS),
    exitLong: some(EXITS),
    exitShort: some(EXITS),
    stopLoss: some(STOPS),
    target: some(TARGETS),
    trailing: some(TRAILS),
    maxHoldBars: some([1, 5, 40]),
    cooldownBars: some([1, 6]),
    maxTradesPerDay: some([1, 3]),
    maxOpenPositions: some([1, 2]),
    sizing: fc.constantFrom(...[20, 60, 100].map((percent) => ({ method: 'capital_share', percent })), {
      method: 'volatility_target',
      percent: 15,
      length: 7,
    }),
  })
  .map(({ interval, direction, symbols, long, short, exitLong, exitShort, sizing, ...risk }): StrategyDefinition => {
    const goes = (side: string) => direction === side || direction === 'both';
    return definitionOf({
      interval,
      direction,
      instruments: ['SBIN', 'INFY', 'TCS'].slice(0, symbols).map((symbol) => ({ exchange: 'NSE', symbol })),
      entry: { ...(goes('long') ? { long } : {}), ...(goes('short') ? { short } : {}) },
      exit: {
        ...(goes('long') && exitLong !== undefined ? { long: exitLong } : {}),
        ...(goes('short') && exitShort !== undefined ? { short: exitShort } : {}),
      },
      risk: Object.fromEntries(Object.entries(risk).filter(([, value]) => value !== undefined)),
      sizing,
    });
  });

interface Case {
  readonly definition: StrategyDefinition;
  readonly series: readonly BarColumns[];
  readonly tradeFrom: number;
  readonly stopFrom: 'entry_bar' | 'next_bar';
  readonly sourceSeed?: number;
}

/** Everything that a walk leaves behind, as text: figures may differ in their last bit, text may not. */
function outcomeOf(
  { definition, series: whole, tradeFrom, stopFrom, sourceSeed = 7 }: Case,
  blockBars: number | undefined,
  cuts: readonly number[] = [],
): string {
  const series = whole.map((columns) => inPieces(columns, cuts));
  const config = {
    ...configOf(definition, { costs: 'angelone', slippageBps: 2, stopFrom }),
    blockBars: blockBars ?? 1,
  };
  const run = new Run(config);
  run.sources.forEach((source, i) => {
    for (const bar of randomBars({ seed: sourceSeed + i, days: 4, missing: 0.1 })) source.push(bar, '1m');
  });
  const done: number[] = [];
  const tally = new Tally(run, 100, (bars) => done.push(bars));
  const { interval, risk } = definition;
  const clock = new SessionClock(config);
  if (blockBars === undefined)
    new PointWalk({ run, tally }, series, { clock, tradeFrom, until: Number.NEGATIVE_INFINITY }).all();
  else {
    const parts = { run, tally, tradeFrom, clock, stepMs: pathStepMs(interval) };
    const walk = new BlockWalk({ ...parts, maxHoldBars: risk.maxHoldBars }, series);
    // In turns of some blocks, and the rest at once.
    for (let turns = 0; turns < 3; turns += 1) walk.goOn(1 + turns);
    walk.all();
  }
  const { events, equity, traded, inPosition, lastAt } = tally;
  return JSON.stringify([{ traded, inPosition, lastAt, done: done.at(-1) }, equity, events, run.state()], undefined, 1);
}

/** Bars of a minute as bars of a longer interval: those of a morning fill a day. */
function spread(bars: readonly Bar[], barMinutes: number): Bar[] {
  return bars.map((bar) => {
    const opening = indiaMoment(indiaDateOf(bar.openAt), 555);
    return { ...bar, openAt: opening + (bar.openAt - opening) * barMinutes };
  });
}

const anyCase = fc
  .record({
    definition: anyDefinition,
    seed: fc.integer(),
    days: fc.integer({ min: 1, max: 3 }),
    minutes: fc.constantFrom(40, 130, 375),
    missing: fc.constantFrom(0, 0.05, 0.6),
    warm: fc.constantFrom(0, 0, 17, 200),
    stopFrom: fc.constantFrom('entry_bar' as const, 'next_bar' as const),
  })
  .map(({ definition, seed, days, minutes, missing, warm, stopFrom }): Case => {
    const barMinutes = definition.interval === '15m' ? 15 : 1;
    const shape = { days: days * barMinutes, minutes: Math.min(minutes, 375 / barMinutes), missing };
    const series = definition.instruments.map((_, i) =>
      columnsOf(spread(randomBars({ seed: seed + i, ...shape }), barMinutes)),
    );
    return {
      definition,
      series,
      stopFrom,
      sourceSeed: seed + 100,
      tradeFrom: series[0]?.time[warm] ?? Number.NEGATIVE_INFINITY,
    };
  });

/** Rows at which one piece of a series ends and the next begins. */
const anyCuts = fc.array(fc.integer({ min: 1, max: 1_200 }), { maxLength: 4 });
const anyBlockBars = fc.constantFrom(1, 2, 7, 64, 1_024);

test('blocks of any size in pieces of any size, with the bars between events passed at once, lead to the same bytes as bar after bar', () => {
  let [events, trades] = [0, 0];
  fc.assert(
    fc.property(anyCase, anyBlockBars, anyCuts, (each, blockBars, cuts) => {
      const expected = outcomeOf(each, undefined);
      expect(outcomeOf(each, blockBars, cuts)).toBe(expected);
      if (cuts.length > 0) expect(outcomeOf(each, undefined, cuts)).toBe(expected);
      events += expected.split('"kind":').length - 1;
      trades += expected.split('"kind": "trade"').length - 1;
    }),
    chosenThenRandom([anyCase, anyBlockBars, anyCuts], { chosen: 30, random: scaledCount('walks compared', 24) }),
  );
  // Cases in which nothing happens would prove nothing.
  expect(trades).toBeGreaterThan(500);
  console.log(`walks compared: ${events} events, ${trades} trades, byte for byte`);
}, 60_000);

test('a series without bars, and one that ends inside the warm-up, lead to nothing', () => {
  const definition = definitionOf();
  const series = [columnsOf(randomBars({ seed: 1, days: 1, minutes: 30 }))];
  const none = { definition, series, stopFrom: 'entry_bar', tradeFrom: Number.POSITIVE_INFINITY } as const;
  expect(outcomeOf(none, 8)).toBe(outcomeOf(none, undefined));
  const empty = { ...none, series: [columnsOf([])], tradeFrom: 0 };
  expect(outcomeOf(empty, 8)).toBe(outcomeOf(empty, undefined));
});

test('the end of a day without a price at square-off is told where all later bars pass at once', () => {
  const definition = definitionOf({ entry: { long: 'time == 09:20' } });
  const bars = randomBars({ seed: 3, days: 2 });
  const [first, second] = [...new Set(bars.map(({ openAt }) => indiaDateOf(openAt)))];
  const morning = bars.filter(({ openAt }) => openAt < indiaMoment(first ?? '', 660));
  const afternoon = bars.filter(({ openAt }) => openAt > indiaMoment(second ?? '', 660));
  const series = [columnsOf([...morning, ...afternoon])];
  const each = { definition, series, stopFrom: 'entry_bar', tradeFrom: Number.NEGATIVE_INFINITY } as const;
  const expected = outcomeOf(each, undefined);
  expect(expected).toContain('no price came at square-off');
  for (const blockBars of [1, 7, 1_024]) expect(outcomeOf(each, blockBars)).toBe(expected);
});

test('an entry that goes on holding is refused anew after a bar on which its stop was undefined', () => {
  const definition = definitionOf({
    entry: { long: 'close > 0' },
    // Undefined where two closes are equal.
    risk: { stopLoss: { kind: 'price', price: 'close * 0.9 - 0 / (close - close[1])' } },
  });
  const series = [columnsOf(randomBars({ seed: 4, days: 1 }))];
  const each = { definition, series, stopFrom: 'entry_bar', tradeFrom: Number.NEGATIVE_INFINITY } as const;
  const expected = outcomeOf(each, undefined);
  expect(expected.split('"veto": "already_in_position"').length).toBeGreaterThan(3);
  for (const blockBars of [1, 7, 1_024]) expect(outcomeOf(each, blockBars)).toBe(expected);
});
