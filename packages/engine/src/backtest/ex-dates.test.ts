import { addDays, type CorporateAction, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StrategyDefinition } from '../definition/index.ts';
import { CALENDAR, candles, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import type { BaseFacts } from '../run/types.ts';
import { type BacktestInput, runBacktest } from './backtest.ts';
import { type BarColumns, columnsOf } from './columns.ts';
import { evidenceOfRun } from './evidence.ts';
import { adjustedBars, inUnitsOf } from './ex-dates.ts';
import { besideHolding } from './held-account.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';
import { inPieces } from './testing/in-pieces.ts';

const HELD = {
  product: 'DELIVERY',
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
};
const BONUS: CorporateAction = { exDate: addDays(DAY, 1), kind: 'bonus', oldUnits: 2, newUnits: 3 };

interface Case {
  readonly definition: StrategyDefinition;
  readonly series: readonly BarSeries[];
  readonly actions: readonly (readonly CorporateAction[])[];
}

function inputOf({ definition, series, actions }: Case, more: Partial<BacktestInput> = {}): BacktestInput {
  const { strategy, bases, settings } = configOf(definition);
  const withActions = bases.map((base, i): BaseFacts => ({ ...base, actions: actions[i] ?? [] }));
  const { interval } = definition;
  return {
    ...{ strategy, bases: withActions, settings, series, interval, calendar: CALENDAR },
    ...{ costs: 'none', slippageBps: 0, ...more },
  };
}

/** One price for each of three days: bought on the second minute of the first, sold by the condition given. */
function threeDays(
  prices: readonly [number, number, number],
  action: CorporateAction,
  exit: string,
  more: object = {},
) {
  const series = prices.flatMap((price, day) =>
    candles(
      Array.from({ length: 5 }, () => [price, price, price, price] as const),
      555,
      addDays(DAY, day),
    ),
  );
  const definition = definitionOf({
    ...HELD,
    entry: { long: 'close > 0' },
    exit: { long: exit },
    sizing: { method: 'fixed_quantity', quantity: 7 },
    risk: { cooldownBars: 10_000 },
    ...more,
  });
  return runBacktest(inputOf({ definition, series: [columnsOf(series)], actions: [[action]] }));
}

test('a bonus makes more units of the position; what is no whole unit is paid out at the last close', () => {
  const { trades, events, equity } = threeDays([300, 210, 210], BONUS, 'position.bars >= 7');
  // 7 shares of ₹300 became 10½ of ₹200: ten, and ₹100 for the half. Sold at ₹210 they brought ₹2,200 for ₹2,100.
  expect(trades).toMatchObject([{ quantity: 10, entryPaise: 210_00, exitPaise: 220_00, grossPaise: 100_00 }]);
  const adjusted = events.flatMap((event) => (event.kind === 'adjusted' ? [event.adjusted] : []));
  expect(adjusted).toMatchObject([{ quantityBefore: 7, quantityAfter: 10, receivedPaise: 100_00, action: BONUS }]);
  // What is held is worth what it was worth, until the market moves.
  expect(equity.map(({ equityPaise }) => equityPaise - 1_000_000_00)).toEqual([0, 100_00, 100_00]);
});

test('a demerger leaves the units as they are, and what the price falls by is received', () => {
  const demerger = { ...BONUS, kind: 'demerger', oldUnits: 3, newUnits: 5 } as const;
  const { trades, equity } = threeDays([300, 180, 190], demerger, 'position.bars >= 12');
  expect(trades).toMatchObject([{ quantity: 7, entryPaise: 300_00, exitPaise: 310_00, grossPaise: 70_00 }]);
  expect(equity.map(({ equityPaise }) => equityPaise - 1_000_000_00)).toEqual([0, 0, 70_00]);
});

test('an order that waits over the night is for as much as it was', () => {
  const late = { entry: { long: 'time >= 09:20' } };
  const { trades } = threeDays([300, 200, 200], BONUS, 'position.bars >= 3', late);
  expect(trades[0]).toMatchObject({ entryAt: indiaMoment(BONUS.exDate, 555), quantity: 10, entryPaise: 200_00 });
});

test('prices of before several ex-dates are in the units of the last, rounded once', () => {
  const rows = columnsOf(
    [0, 1, 2].flatMap((day) => candles([[100.01, 100.01, 100.01, 100.01]], 555, addDays(DAY, day))),
  );
  const thirds = { exDate: addDays(DAY, 1), kind: 'split', oldUnits: 1, newUnits: 3 } as const;
  const apart = { exDate: addDays(DAY, 2), kind: 'demerger', oldUnits: 3, newUnits: 5 } as const;
  for (const cuts of [[], [1], [2], [1, 2]]) {
    const bars = [...adjustedBars(inPieces(rows, cuts), [apart, thirds]).bars()];
    expect(bars.map(({ close }) => close)).toEqual([20_00, 60_01, 100_01]);
    expect(bars.map(({ volume }) => volume)).toEqual([3_000, 1_000, 1_000]);
  }
});

test('bars in the units of a day are those that a series of up to that day shows', () => {
  const property = fc.property(
    fc.integer(),
    fc.array(fc.tuple(fc.nat({ max: 7 }), anyRatio), { maxLength: 3 }),
    (seed, given) => {
      const bars = randomBars({ seed, days: 6, minutes: 4 });
      const days = [...new Set(bars.map(({ openAt }) => indiaDateOf(openAt)))];
      const byDay = new Map(given.map(([day, ratio]) => [addDays(days[0] ?? DAY, day), ratio]));
      const actions = [...byDay]
        .map(([exDate, ratio]) => ({ exDate, ...ratio }))
        .sort((a, b) => (a.exDate < b.exDate ? -1 : 1));
      for (const day of days) {
        const until = bars.filter(({ openAt }) => indiaDateOf(openAt) <= day);
        const known = actions.filter(({ exDate }) => exDate <= day);
        expect([...inUnitsOf(day, until, actions)]).toEqual([...adjustedBars(PiecedBars.from(until), known).bars()]);
      }
      const last = days.at(-1) ?? DAY;
      // A day that nothing traded on yet has its units all the same.
      const next = { exDate: addDays(last, 1), kind: 'split', oldUnits: 1, newUnits: 2 } as const;
      const [bar] = inUnitsOf(next.exDate, bars.slice(-1), [next]);
      expect([bar?.close, bar?.volume]).toEqual([
        Math.round((bars.at(-1)?.close ?? 0) / 2),
        (bars.at(-1)?.volume ?? 0) * 2,
      ]);
    },
  );
  fc.assert(property, { numRuns: scaledCount('series in the units of their days', 12) });
});

test('levels go over by the ratio, on the tick, and are told', () => {
  const levels = {
    stopLoss: { kind: 'percent', percent: 10 },
    target: { kind: 'points', points: 31.1 },
    cooldownBars: 10_000,
  };
  const never = 'position.bars >= 100';
  const { trades, events } = threeDays([300, 200, 200], BONUS, never, { risk: levels });
  const told = events.flatMap((event) => (event.kind === 'levels' ? [event.levels] : []));
  expect(told).toMatchObject([
    { stopPaise: 270_00, targetPaise: 331_10 },
    { stopPaise: 180_00, targetPaise: 220_75 },
  ]);
  expect(trades).toMatchObject([{ exitRule: 'end_of_data' }]);
  // A trail of ₹60 behind ₹300 is one of ₹40 behind ₹200.
  const risk = { trailing: { kind: 'points', points: 60 }, cooldownBars: 10_000 };
  for (const [last, exitRule] of [
    [165, 'end_of_data'],
    [160, 'trailing'],
  ] as const) {
    expect(threeDays([300, 200, last], BONUS, never, { risk }).trades, `${last}`).toMatchObject([{ exitRule }]);
  }
});

test('rules see no jump on an ex-date: levels, profit and history are in the day’s own rupees', () => {
  for (const exit of [
    'position.profit_percent < -1',
    'close < close[1]',
    'roc(close, 3) < -1',
    'sma(close, 6) > 201',
  ]) {
    const { trades } = threeDays([300, 200, 200], BONUS, exit);
    expect(trades, exit).toMatchObject([{ exitRule: 'end_of_data', grossPaise: 0 }]);
  }
  // Without the action the same prices are a fall of a third.
  const fallen = threeDays([300, 200, 200], { ...BONUS, exDate: addDays(DAY, 30) }, 'position.profit_percent < -1');
  expect(fallen.trades).toMatchObject([{ exitRule: 'exit' }]);
});

const RULES = [
  ['sma(close, 3) crosses above sma(close, 8)', 'sma(close, 3) crosses below sma(close, 8)'],
  ['rsi(close, 5) < 40', 'position.bars >= 9 or position.profit_percent > 1'],
  ['close > highest(high, 6)[1]', 'close < lowest(low, 6)[1]'],
  ['close crosses above vwap_cumulative()', 'close crosses below vwap_cumulative()'],
  ['close > (close @ 1d)[1]', 'macd(close, 3, 6, 3).histogram < 0'],
] as const;

/**
 * Raw prices that are eight times as high before an ex-date: by a power of two nothing is lost, not even the last bit of
 * an indicator. Without levels: those stand on the tick of their day, which is finer before it.
 */
const anySplit = fc
  .record({
    seed: fc.integer(),
    rules: fc.constantFrom(...RULES),
    day: fc.integer({ min: 1, max: 6 }),
    cuts: fc.array(fc.integer({ min: 1, max: 480 }), { maxLength: 3 }),
  })
  .map(({ seed, rules, day, cuts }) => {
    const smooth = columnsOf(randomBars({ seed, days: 8, minutes: 60 }));
    const exDate = dayOf(smooth, day);
    const raw = scaled(smooth, exDate, 8);
    const definition = definitionOf({
      ...HELD,
      entry: { long: rules[0] },
      exit: { long: rules[1] },
    });
    const action = { exDate, kind: 'split', oldUnits: 1, newUnits: 8 } as const;
    // At the ex-date itself as well.
    return { definition, smooth, raw, action, cuts: [...cuts, day * 60] };
  });

function dayOf({ time }: BarColumns, day: number): IndiaDate {
  const days = [...new Set([...time].map(indiaDateOf))];
  return days[day] ?? '';
}

function scaled(columns: BarColumns, before: IndiaDate, by: number): BarColumns {
  const factor = (i: number) => (indiaDateOf(columns.time[i] ?? 0) < before ? by : 1);
  const prices = (values: Int32Array) => values.map((value, i) => value * factor(i));
  return {
    ...{ time: columns.time, open: prices(columns.open), high: prices(columns.high) },
    ...{ low: prices(columns.low), close: prices(columns.close) },
    volume: columns.volume.map((value, i) => value / factor(i)),
  };
}

test('over raw prices with a split a strategy decides and earns as over prices that never jumped', () => {
  let [trades, across] = [0, 0];
  fc.assert(
    fc.property(anySplit, ({ definition, smooth, raw, action, cuts }) => {
      expect(adjustedBars(PiecedBars.from(raw), [action]).pieces.map(({ read }) => read())).toEqual([smooth]);
      const plain = runBacktest(inputOf({ definition, series: [smooth], actions: [] }));
      const split = runBacktest(inputOf({ definition, series: [raw], actions: [[action]] }));
      const inParts = runBacktest(inputOf({ definition, series: [inPieces(raw, cuts)], actions: [[action]] }));
      expect(inParts.events).toEqual(split.events);
      const said = ({ decisions }: typeof plain) =>
        decisions.map(({ at, action: what, rule, veto, condition }) => ({ at, what, rule, veto, condition }));
      expect(said(split)).toEqual(said(plain));
      const share = ({ trades: all }: typeof plain) =>
        all.map(({ grossPaise, quantity, entryPaise }) => (grossPaise / (quantity * entryPaise)).toFixed(9));
      expect(share(split)).toEqual(share(plain));
      trades += split.trades.length;
      across += split.events.filter(({ kind }) => kind === 'adjusted').length;
    }),
    chosenThenRandom([anySplit], { chosen: 30, random: scaledCount('splits compared', 8) }),
  );
  expect(across).toBeGreaterThan(10);
  console.log(`over a split: ${trades} trades, ${across} positions held across it`);
}, 60_000);

test('what a run is worth as evidence does not depend on a split that nobody felt', () => {
  const smooth = columnsOf(randomBars({ seed: 5, days: 8, minutes: 60 }));
  const exDate = dayOf(smooth, 4);
  const definition = definitionOf({
    ...HELD,
    entry: { long: 'rsi(close, 5) < 40' },
    exit: { long: 'position.bars >= 9' },
  });
  const action = { exDate, kind: 'split', oldUnits: 1, newUnits: 10 } as const;
  /** Of trades for `times` the quantity: as many rupees' worth on both sides. */
  const evidenceOf = (series: BarColumns, actions: readonly CorporateAction[], times: number) => {
    const run = runBacktest(inputOf({ definition, series: [series], actions: [actions] }));
    const grown = run.trades.map(({ quantity, grossPaise, netPaise, ...trade }) => {
      return { ...trade, quantity: quantity * times, grossPaise: grossPaise * times, netPaise: netPaise * times };
    });
    const bases = [{ symbol: 'SBIN', actions }];
    const given = { ...run, trades: grown.filter(({ exitAt }) => indiaDateOf(exitAt) < exDate) };
    return evidenceOfRun({ run: given, bases, series: [series], tradeFrom: 0, slippageBps: 0, seed: 'x' });
  };
  const plain = evidenceOf(smooth, [], 10);
  const split = evidenceOf(scaled(smooth, exDate, 10), [action], 1);
  expect(split.capacity).toEqual(plain.capacity);
  expect(split.randomEntries?.percentile).toBeCloseTo(plain.randomEntries?.percentile ?? Number.NaN, 9);
  const held = (series: BarColumns, actions: readonly CorporateAction[]) =>
    besideHolding({
      ...{
        equity: [
          { date: DAY, equityPaise: 1_000_000_00 },
          { date: dayOf(smooth, 7), equityPaise: 1_000_000_00 },
        ],
      },
      ...{ startCapitalPaise: 1_000_000_00, bases: [{ symbol: 'SBIN', actions }], series: [series], tradeFrom: 0 },
    });
  expect(held(smooth, [])?.compared).toBeDefined();
  expect(held(scaled(smooth, exDate, 10), [action])).toEqual(held(smooth, []));
});

const anyRatio = fc.constantFrom<Omit<CorporateAction, 'exDate'>>(
  { kind: 'split', oldUnits: 1, newUnits: 5 },
  { kind: 'bonus', oldUnits: 2, newUnits: 3 },
  { kind: 'split_and_bonus', oldUnits: 1, newUnits: 15 },
  { kind: 'demerger', oldUnits: 3, newUnits: 5 },
);

const anyCase = fc
  .record({
    seed: fc.integer(),
    rules: fc.constantFrom(...RULES),
    actions: fc.array(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), anyRatio), { maxLength: 3 }), {
      minLength: 2,
      maxLength: 2,
    }),
    trailing: fc.option(fc.constant({ kind: 'atr', multiple: 2, length: 6 }), { nil: undefined }),
    warm: fc.constantFrom(0, 130),
  })
  .map(({ seed, rules, actions, trailing, warm }) => {
    const series = [0, 1].map((i) => columnsOf(randomBars({ seed: seed + i, days: 10, minutes: 60 })));
    const definition = definitionOf({
      ...HELD,
      instruments: ['SBIN', 'INFY'].map((symbol) => ({ exchange: 'NSE', symbol })),
      entry: { long: rules[0] },
      exit: { long: rules[1] },
      risk: trailing ? { trailing } : {},
      sizing: { method: 'capital_share', percent: 40 },
    });
    const first = series[0] ?? columnsOf([]);
    const dated = actions.map((some) => [
      ...new Map(some.map(([day, ratio]) => [day, { ...ratio, exDate: dayOf(first, day) }])).values(),
    ]);
    return { definition, series, actions: dated, tradeFrom: first.time[warm] ?? 0 };
  });

/** One by one, as test mode is fed. */
const WATCH = { watch: () => undefined };

test('money is kept over ex-dates of all kinds, in blocks as bar by bar, and nothing before one knows of it', () => {
  let positions = 0;
  fc.assert(
    fc.property(anyCase, ({ tradeFrom, ...each }) => {
      const costs = 'angelone' as const;
      const inBlocks = runBacktest(inputOf(each, { tradeFrom, costs }));
      const oneByOne = runBacktest(inputOf(each, { tradeFrom, costs, ...WATCH }));
      expect(JSON.stringify(inBlocks.events)).toBe(JSON.stringify(oneByOne.events));
      expect(inBlocks.equity).toEqual(oneByOne.equity);
      const { trades, equity, events } = inBlocks;
      const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
      expect(equity.at(-1)?.equityPaise).toBe(1_000_000_00 + net);
      for (const { grossPaise, chargesPaise, netPaise, quantity, entryPaise, exitPaise } of trades) {
        expect(netPaise).toBe(grossPaise - chargesPaise);
        // Both averages are rounded to a paisa.
        expect(Math.abs((exitPaise - entryPaise) * quantity - grossPaise)).toBeLessThanOrEqual(quantity);
      }
      positions += events.filter(({ kind }) => kind === 'adjusted').length;
      const last =
        each.actions
          .flat()
          .map(({ exDate }) => exDate)
          .toSorted()
          .at(-1) ?? '';
      const known = each.actions.map((some) => some.filter(({ exDate }) => exDate !== last));
      const until = ({ decisions }: typeof inBlocks) => decisions.filter(({ at }) => indiaDateOf(at) < last);
      const unknowing = runBacktest(inputOf({ ...each, actions: known }, { tradeFrom, costs }));
      expect(JSON.stringify(until(unknowing))).toBe(JSON.stringify(until(inBlocks)));
    }),
    chosenThenRandom([anyCase], { chosen: 30, random: scaledCount('ex-dates walked', 8) }),
  );
  expect(positions).toBeGreaterThan(20);
  console.log(`positions taken over an ex-date: ${positions}`);
}, 60_000);
