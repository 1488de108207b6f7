import { DAY_MS, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { runBacktest } from './backtest.ts';
import { type BarColumns, columnsOf, firstRowAt, rowsFrom } from './columns.ts';
import { openTrials, runSweep, type Sweep, type SweepInput } from './sweep.ts';

const RULES = definitionOf({
  interval: '5m',
  entry: { long: 'ema(close, fast) crosses above ema(close, slow)' },
  exit: { long: 'ema(close, fast) crosses below ema(close, slow)' },
  parameters: { fast: { default: 5, min: 2, max: 20, step: 1 }, slow: { default: 13, min: 5, max: 400, step: 1 } },
  sizing: { method: 'capital_share', percent: 50 },
});
const COLUMNS = columnsOf(randomBars({ seed: 11, days: 75 }));
const TRADE_FROM = indiaMoment(DAY) + 14 * DAY_MS;

type Values = readonly [fast: number, slow: number];

function inputOf(sets: readonly Values[], changes: Partial<SweepInput> = {}): SweepInput {
  const { bases, settings } = configOf(RULES);
  return {
    candidates: sets.map(([fast, slow]) => ({
      strategy: compileStrategy(RULES, { fast, slow }),
      values: [fast, slow],
    })),
    ...{ bases, settings },
    series: [COLUMNS],
    interval: '1m',
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 2,
    tradeFrom: TRADE_FROM,
    // A day holds 75 bars of five minutes.
    warmFrom: ({ warmupBars }, from) => from - Math.ceil(warmupBars / 75) * 2 * DAY_MS,
    ...changes,
  };
}

function plain([fast, slow]: Values, warmFrom: SweepInput['warmFrom'] = inputOf([]).warmFrom) {
  const strategy = compileStrategy(RULES, { fast, slow });
  const row = firstRowAt(COLUMNS.time, warmFrom(strategy, TRADE_FROM), 0, COLUMNS.time.length);
  const { candidates: _, ...input } = inputOf([]);
  return runBacktest({ ...input, strategy, series: [rowsFrom(COLUMNS, row)], onProgress: () => undefined });
}

const SETS: readonly Values[] = [
  [3, 8],
  [3, 13],
  [5, 8],
  [5, 13],
  [5, 300],
];

describe('a sweep', () => {
  const swept = runSweep(inputOf(SETS));

  test('of one set is the plain run, byte for byte, and judged like it', () => {
    const { run, evidence, walkForward, best } = runSweep(inputOf([[5, 13]]));
    expect(JSON.stringify(run)).toBe(JSON.stringify(plain([5, 13])));
    expect([best, evidence, walkForward]).toEqual([0, undefined, undefined]);
  });

  test('runs each set as it would be run by itself, however many bars the others need before', () => {
    expect(swept.trials.map(({ report }) => report)).toEqual(SETS.map((set) => plain(set).report));
    // Were all warmed like the slowest, the averages would stand elsewhere.
    const slowest: SweepInput['warmFrom'] = (_, from) => from - 8 * DAY_MS;
    expect(plain([3, 8], slowest).report).not.toEqual(plain([3, 8]).report);
  });

  test('keeps the run with the highest Sharpe ratio whole', () => {
    const sharpes = swept.trials.map(({ sharpe }) => sharpe ?? Number.NEGATIVE_INFINITY);
    expect(sharpes[swept.best]).toBe(Math.max(...sharpes));
    expect(JSON.stringify(swept.run)).toBe(JSON.stringify(plain(SETS[swept.best] ?? [0, 0])));
  });

  test('keeps the first of equals', () => {
    const [set = [5, 13]] = SETS.slice(swept.best);
    expect(runSweep(inputOf([set, set])).best).toBe(0);
  });

  test('tells the verdict of every trial, not of the best alone', () => {
    expect(swept.evidence?.trials).toBe(SETS.length);
    expect(swept.evidence?.trialSharpes).toEqual(swept.trials.map(({ sharpe }) => sharpe));
    expect(swept.evidence?.neighbourhood?.best.parameters).toEqual(SETS[swept.best]);
    expect(swept.evidence?.walkForward).toBe(swept.walkForward);
  });

  test('counts as gaining what ended with more, not whose days were gains on the average', () => {
    const trials = openTrials(inputOf(SETS));
    const figures = SETS.map((_, i) => ({ ...trials.run(i), sharpe: 0.01 * (i + 1) }));
    const ended = (netPaise: number) =>
      trials.judge(figures.map((own) => ({ ...own, report: { ...own.report, netPaise } }))).evidence?.neighbourhood;
    expect(ended(-1)).toMatchObject({ neighbours: 2, gainingNeighbours: 0, gainingPct: 0 });
    expect(ended(0)).toMatchObject({ neighbours: 2, gainingNeighbours: 0 });
    expect(ended(1)).toMatchObject({ neighbours: 2, gainingNeighbours: 2, gainingPct: 100 });
  });

  test('tells its progress over all runs, up to 1 and never back', () => {
    const shares: number[] = [];
    runSweep(inputOf(SETS.slice(0, 2), { onProgress: (share) => shares.push(share) }));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.filter((share) => share > 0.34 && share < 0.66).length).toBeGreaterThan(50);
    expect(shares.at(-1)).toBe(1);
  });
});

test('whatever the order of the sets, each brings the same and the same one is the best', () => {
  const inOrder = runSweep(inputOf(SETS));
  const byValues = ({ trials }: Sweep) =>
    trials.map(({ candidate, report }) => JSON.stringify([candidate.values, report])).toSorted();
  fc.assert(
    fc.property(fc.shuffledSubarray([...SETS], { minLength: SETS.length }), (sets) => {
      const shuffled = runSweep(inputOf(sets));
      expect(byValues(shuffled)).toEqual(byValues(inOrder));
      expect(sets[shuffled.best]).toEqual(SETS[inOrder.best]);
      expect(shuffled.walkForward?.outOfSampleReturns).toEqual(inOrder.walkForward?.outOfSampleReturns);
    }),
    { numRuns: 4 },
  );
});

describe('the walk-forward of a sweep', () => {
  const { walkForward, run } = runSweep(inputOf(SETS));

  test('tries six periods on days that no fit saw, up to the last one', () => {
    expect(walkForward?.windows.length).toBe(6);
    for (const { inSample, outOfSample } of walkForward?.windows ?? []) {
      expect(inSample.to).toBe(outOfSample.from);
      // Each fit sees as many sessions: two fifths of all.
      expect(inSample.to - inSample.from).toBe(Math.round(run.equity.length * 0.4));
    }
    expect(walkForward?.windows.at(-1)?.outOfSample.to).toBe(run.equity.length);
  });

  test('a period is a run of its own that starts flat: what the sweep held before does not gain in it', () => {
    const [window] = walkForward?.windows ?? [];
    const chosen = SETS[window?.chosen ?? -1] ?? [0, 0];
    const dates = run.equity.slice(window?.outOfSample.from, window?.outOfSample.to).map(({ date }) => date);
    const from = indiaMoment(dates[0] ?? '');
    const to = indiaMoment(dates.at(-1) ?? '') + DAY_MS;
    const strategy = compileStrategy(RULES, { fast: chosen[0], slow: chosen[1] });
    const { candidates: _, warmFrom, ...input } = inputOf([]);
    const rowAt = (at: number): number => firstRowAt(COLUMNS.time, at, 0, COLUMNS.time.length);
    const own = runBacktest({
      ...{ ...input, strategy, tradeFrom: from, onProgress: () => undefined },
      series: [rowsFrom(COLUMNS, rowAt(warmFrom(strategy, from)), rowAt(to))],
    });
    expect(own.report.returnPct).toBeCloseTo(
      ((walkForward?.outOfSampleReturns ?? []).slice(0, dates.length).reduce((value, each) => value * (1 + each), 1) -
        1) *
        100,
      9,
    );
  });

  test('no later bar changes what was chosen or what it brought', () => {
    const last = walkForward?.windows.at(-1)?.outOfSample.from ?? 0;
    const at = indiaMoment(run.equity[last]?.date ?? '');
    const bent = bend(COLUMNS, at);
    const other = runSweep(inputOf(SETS, { series: [bent] })).walkForward;
    expect(other?.windows.slice(0, -1)).toEqual(walkForward?.windows.slice(0, -1));
    expect(other?.windows.at(-1)?.chosen).toBe(walkForward?.windows.at(-1)?.chosen);
    expect(other?.outOfSampleReturns).not.toEqual(walkForward?.outOfSampleReturns);
  });

  test('under sixty sessions there is none', () => {
    const few = runSweep(inputOf(SETS.slice(0, 2), { tradeFrom: TRADE_FROM + 20 * DAY_MS }));
    expect([few.walkForward, few.evidence?.walkForward]).toEqual([undefined, undefined]);
    expect(few.evidence?.trials).toBe(2);
  });
});

/** Prices from a moment on turned round their level. */
function bend(columns: BarColumns, from: number): BarColumns {
  const row = firstRowAt(columns.time, from, 0, columns.time.length);
  const level = 2 * (columns.close[row - 1] ?? 0);
  const turned = (prices: Int32Array): Int32Array =>
    prices.map((price, i) => (i < row ? price : Math.max(100, level - price)));
  return {
    ...columns,
    open: turned(columns.open),
    high: turned(columns.low),
    low: turned(columns.high),
    close: turned(columns.close),
  };
}
