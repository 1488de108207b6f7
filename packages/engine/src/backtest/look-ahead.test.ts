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
