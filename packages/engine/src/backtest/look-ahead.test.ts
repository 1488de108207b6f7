import { DAY_MS, indiaMoment } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileStrategy, tooCostly } from '../compile/index.ts';
import type { CompiledStrategy, ProgramRows } from '../compile/types.ts';
import { parseDefinition } from '../definition/index.ts';
import { anyDefinitionJson } from '../definition/testing/any-definition.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { FAMILIES } from '../run/testing/strategies.ts';
import type { Decision } from '../run/types.ts';
import { columnsOf } from './columns.ts';
import { lookAheadOf } from './look-ahead.ts';
import { runSweep, type SweepInput } from './sweep.ts';

const RULES = definitionOf({
  entry: { long: 'sma(close, 3) crosses above sma(close, 8)' },
  exit: { long: 'sma(close, 3) crosses below sma(close, 8)' },
});

function inputOf(days: number, strategy = compileStrategy(RULES), seed = 5): SweepInput {
  const { bases, settings } = configOf(strategy.definition);
  return {
    candidates: [{ strategy, values: [] }],
    ...{ bases, settings, calendar: CALENDAR, costs: 'angelone', slippageBps: 2, interval: '1m' },
    series: bases.map((_, i) => columnsOf(randomBars({ seed: seed + i, days }))),
    sources: strategy.sources.map((_, i) => ({ bars: columnsOf(randomBars({ seed: seed + 90 + i, days })) })),
    tradeFrom: indiaMoment(DAY) + DAY_MS,
    warmFrom: (_, from) => from - DAY_MS,
    tells: 'reasons',
  };
}

const check = (input: SweepInput) => lookAheadOf(input, runSweep(input));

/** The same rules over bars that something has changed before they are worked on, as a wrong indicator would. */
function misread(
  change: (rows: ProgramRows) => ProgramRows,
  onLoad: (count: number) => void = () => undefined,
): CompiledStrategy {
  const strategy = compileStrategy(RULES);
  return {
    ...strategy,
    createProgram: (parts) => {
      const program = strategy.createProgram(parts);
      const load = program.load.bind(program);
      program.load = (rows, from, count, clock) => {
        onLoad(count);
        load(change(rows), from, count, clock);
      };
      return program;
    },
  };
}

test('a run that sees closed bars alone decides the same on bars that are cut off, at sixteen moments up to its end', () => {
  const input = inputOf(20);
  const { run } = runSweep(input);
  const found = check(input);
  expect(found).toMatchObject({ cuts: 16, differing: 0 });
  const onBars = run.decisions.findLastIndex(({ barOpenAt }) => barOpenAt !== undefined);
  expect(found?.decisions).toBe(onBars + 1);
  expect(found?.decisions).toBeGreaterThan(100);
});

test.each<[what: string, change: (rows: ProgramRows) => ProgramRows]>([
  ['the close of the next bar', (rows) => ({ ...rows, close: rows.close.map((own, i) => rows.close[i + 1] ?? own) })],
  [
    'an average over bars around it',
    (rows) => ({
      ...rows,
      close: rows.close.map((own, i) =>
        Math.round(((rows.close[i - 1] ?? own) + own + (rows.close[i + 1] ?? own)) / 3),
      ),
    }),
  ],
  [
    'the distance from the last close of all',
    (rows) => ({ ...rows, close: rows.close.map((own) => own + ((rows.close.at(-1) ?? 0) % 7)) }),
  ],
])('an indicator that reads %s is found out', (_, change) => {
  const found = check(inputOf(20, misread(change)));
  expect(found?.cuts).toBeGreaterThan(4);
  expect(found?.differing).toBeGreaterThan(0);
});

test('a long run is made again up to its half at most, once over on the whole', () => {
  const input = inputOf(64);
  let bars = 0;
  const counting = misread(
    (rows) => rows,
    (count) => {
      bars += count;
    },
  );
  const swept = runSweep({ ...input, candidates: [{ strategy: counting, values: [] }] });
  const whole = bars;
  bars = 0;
  // As if each bar stood for thirty: how long a run is, is told by its bars.
  const long = { ...swept, run: { ...swept.run, bars: swept.run.bars * 30, decisions: swept.run.decisions } };
  const found = lookAheadOf({ ...input, candidates: [{ strategy: counting, values: [] }] }, long);
  expect(found).toMatchObject({ cuts: 5, differing: 0 });
  expect(bars).toBeGreaterThan(0);
  expect(bars).toBeLessThan(whole * 1.05);
});

test('a decision that is missing on either side differs', () => {
  const rules = definitionOf({
    direction: 'both',
    entry: { long: 'close > sma(close, 8)', short: 'close < sma(close, 8)' },
    exit: { long: 'close < sma(close, 8)', short: 'close > sma(close, 8)' },
  });
  const input = inputOf(8, compileStrategy(rules));
  const { best, run } = runSweep(input);
  const { decisions, equity, bars } = run;
  const checked = (own: typeof decisions) => lookAheadOf(input, { best, run: { decisions: own, equity, bars } });
  // It leaves one side and enters the other on one bar.
  const pair = decisions.findLastIndex(
    (one, i) => one.at === decisions[i + 1]?.at && one.barOpenAt !== undefined && decisions[i + 1]?.action === 'enter',
  );
  expect(checked(decisions.slice(0, pair + 2))).toMatchObject({ differing: 0, decisions: pair + 2 });
  expect(checked(decisions.slice(0, pair + 1))).toMatchObject({ differing: 1 });
  expect(checked(decisions.slice(0, pair + 2).concat(decisions[pair + 1] ?? []))).toMatchObject({ differing: 1 });
});

test('a decision that lacks something, or has it under another name, differs', () => {
  const input = inputOf(8);
  const { best, run } = runSweep(input);
  const checked = (change: (one: Decision) => unknown) => {
    const decisions = run.decisions.map((one, i) => (i === 5 ? (change(one) as Decision) : one));
    const { equity, bars } = run;
    return lookAheadOf(input, { best, run: { decisions, equity, bars } })?.differing;
  };
  expect(checked((one) => one)).toBe(0);
  expect(checked((one) => Object.fromEntries(Object.entries(one).slice(0, -1)))).toBe(1);
  expect(checked((one) => ({ ...one, note: 'more' }))).toBe(1);
  const renamed = (one: Decision) =>
    Object.fromEntries(Object.entries(one).map(([key, value]) => [key === 'symbol' ? 'name' : key, value]));
  expect(checked(renamed)).toBe(1);
});

test('of a sweep the set that is reported is made again', () => {
  const input = inputOf(8);
  const never = { strategy: compileStrategy(definitionOf({ entry: { long: 'close < 0' } })), values: [1] };
  const swept = { ...input, candidates: [never, ...input.candidates.map((one) => ({ ...one, values: [2] }))] };
  expect(runSweep(swept).best).toBe(1);
  expect(check(swept)).toEqual(check(input));
});

test('a stop that the next opening meets is no decision on the bar before it', () => {
  const input = inputOf(20, compileStrategy(FAMILIES['levels as prices'] ?? RULES));
  const { best, run } = runSweep(input);
  const { decisions, equity, bars } = run;
  const met = decisions.findLastIndex(
    ({ at, barOpenAt }, i) =>
      barOpenAt === undefined && decisions[i - 1]?.at === at && decisions[i - 1]?.barOpenAt !== undefined,
  );
  const found = lookAheadOf(input, { best, run: { decisions: decisions.slice(0, met + 1), equity, bars } });
  expect(found).toMatchObject({ differing: 0, decisions: met });
});

test('a bar whose last minutes had no trade is decided on at its end', () => {
  const often = { interval: '5m', entry: { long: 'close > open' }, exit: { long: 'close < open' } };
  const input = inputOf(20, compileStrategy(definitionOf(often)));
  const gaps = input.bases.map(() => columnsOf(randomBars({ seed: 7, days: 20, missing: 0.5 })));
  const found = check({ ...input, series: gaps });
  expect(found).toMatchObject({ differing: 0 });
  expect(found?.cuts).toBeGreaterThan(8);
});

test('where nothing was decided there is nothing to check', () => {
  const { candidates: _, ...input } = inputOf(3);
  const never = compileStrategy(definitionOf({ entry: { long: 'close < 0' } }));
  expect(check({ ...input, candidates: [{ strategy: never, values: [] }] })).toBeUndefined();
});

test('whatever a definition reads and trades, nothing differs', { timeout: 120_000 }, () => {
  const often = { risk: { maxHoldBars: 20 }, sizing: { method: 'capital_share', percent: 40 } };
  let decisions = 0;
  const anySeed = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(anyDefinitionJson, anySeed, (json, seed) => {
      const parsed = parseDefinition({ ...json, ...often, instruments: json.instruments.slice(0, 2) });
      if (!parsed.ok || tooCostly(parsed.definition) !== undefined) return;
      const found = check(inputOf(4, compileStrategy(parsed.definition), seed));
      expect(found?.differing ?? 0).toBe(0);
      decisions += found?.decisions ?? 0;
    }),
    chosenThenRandom([anyDefinitionJson, anySeed], {
      ...{ chosen: 10, random: scaledCount('look-ahead checks of random definitions', 5) },
    }),
  );
  expect(decisions).toBeGreaterThan(100);
});
