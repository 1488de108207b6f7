import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { pathStepMs } from '../run/path.ts';
import { RoundTrips } from '../run/round-trips.ts';
import { Run } from '../run/run.ts';
import { RunRecord } from '../run/run-record.ts';
import { SessionClock } from '../run/session-clock.ts';
import { configOf, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import type { RunConfig } from '../run/types.ts';
import { runBacktest } from './backtest.ts';
import { BlockWalk } from './block-walk.ts';
import { columnsOf } from './columns.ts';
import { PiecedBars } from './pieced-bars.ts';
import { Tally } from './tally.ts';

afterEach(() => vi.restoreAllMocks());

const CROSSINGS = ['crosses above', 'crosses below'].map((how) => `sma(close, 3) ${how} sma(close, 8)`);
const CONDITIONS = [
  ...CROSSINGS,
  'close > open',
  'rsi(close, 5) < 30',
  'close crosses above vwap() and time >= 10:00',
  'close < lowest(low, 4)[1]',
];
const ALL_DAY = { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] };
const SESSIONS = [ALL_DAY, { entryFrom: '10:00', entryTo: '14:15', weekdays: [1, 3, 5] }];

/** Of the kind whose trades may be made at once: no levels, no limits but those of hours, cash and size. */
const anyCase = fc.record({
  entry: fc.constantFrom(...CONDITIONS),
  exit: fc.constantFrom(...CONDITIONS, 'position.bars >= 4', 'time >= 14:40', 'time >= 15:30'),
  session: fc.constantFrom(...SESSIONS),
  isDelivery: fc.boolean(),
  sizing: fc.constantFrom(
    { method: 'fixed_quantity', quantity: 7 },
    { method: 'fixed_quantity', quantity: 400 },
    { method: 'capital_share', percent: 100 },
    { method: 'capital_share', percent: 15 },
  ),
  capitalPaise: fc.constantFrom(1_000_000_00, 40_000_00, 3_500_00, 900_00),
  quantityMultiplier: fc.constantFrom(1, 3),
  lotSize: fc.constantFrom(1, 5),
  costs: fc.constantFrom('angelone' as const, 'none' as const),
  slippageBps: fc.constantFrom(0, 3),
  missing: fc.constantFrom(0, 0.15),
  isEnabled: fc.constantFrom(true, true, true, false),
  blockBars: fc.constantFrom(64, 1_024),
  seed: fc.integer(),
});
type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

function configOfCase({ entry, exit, session, isDelivery, sizing, lotSize, isEnabled, ...own }: Case): RunConfig {
  const definition = definitionOf({
    direction: 'long',
    ...(isDelivery
      ? { product: 'DELIVERY', session }
      : { session: { ...session, entryTo: '14:15', squareOff: '14:20' } }),
    entry: { long: entry },
    exit: { long: exit },
    risk: {},
    sizing,
  });
  const { capitalPaise, quantityMultiplier, costs, slippageBps, blockBars } = own;
  const config = configOf(definition, { costs, slippageBps, settings: { capitalPaise, quantityMultiplier } });
  return { ...config, blockBars, bases: config.bases.map((base) => ({ ...base, lotSize, enabled: isEnabled })) };
}

/** Everything that a walk leaves behind but how far prices went, which nobody measures for figures. */
function outcomeOf(each: Case, tells: 'reasons' | 'figures'): object {
  const plain = configOfCase(each);
  const record = new RunRecord(plain.bases, tells);
  const config = { ...plain, record };
  const run = new Run(config);
  const tally = new Tally(run, 100);
  const { seed, missing } = each;
  const { interval } = config.strategy.definition;
  const walk = { run, tally, tradeFrom: Number.NEGATIVE_INFINITY, maxHoldBars: undefined };
  const parts = { ...walk, clock: new SessionClock(config), stepMs: pathStepMs(interval) };
  new BlockWalk(parts, [PiecedBars.from(columnsOf(randomBars({ seed, days: 4, missing })))]).all();
  const { bases, ...state } = run.state();
  const { equity, traded, inPosition, lastAt } = tally;
  return {
    ...{ results: record.results(), charges: run.account.chargesByKind, equity, traded, inPosition, lastAt, state },
    bases: bases.map(({ adversePaise: _, favourablePaise: __, barsHeld: ___, position, ...base }) => ({
      ...base,
      position: position && { ...position, extremePaise: Number.NaN },
    })),
  };
}

const AT_TEN: Case = {
  ...{ entry: 'time == 10:00', exit: 'time >= 14:40', session: ALL_DAY, isDelivery: false },
  ...{ sizing: { method: 'fixed_quantity', quantity: 7 }, capitalPaise: 40_000_00, quantityMultiplier: 1, lotSize: 1 },
  ...{ costs: 'angelone', slippageBps: 0, missing: 0, seed: 1, isEnabled: true, blockBars: 1_024 },
};
/** Held beyond square-off, over a night, and where cash pays at the opening what it did not pay at the close before. */
const EXAMPLES: Case[] = [
  AT_TEN,
  { ...AT_TEN, isDelivery: true, exit: 'time >= 15:30' },
  ...Array.from({ length: 12 }, (_, seed) => {
    const restless = { entry: 'close > open', exit: 'close < open', isDelivery: true, capitalPaise: 3_500_00 } as const;
    return { ...AT_TEN, ...restless, seed };
  }),
];

test('trades that are made at once have the figures, to the paisa, of those that are made event by event', () => {
  const made = vi.spyOn(RoundTrips.prototype, 'make');
  const drawn = { chosen: 40, random: scaledCount('runs with trades at once', 30) };
  const { examples, numRuns } = chosenThenRandom([anyCase], drawn);
  const counts = { cases: 0, atOnce: 0, leftToTheRun: 0 };
  fc.assert(
    fc.property(anyCase, (each) => {
      made.mockClear();
      const ordinary = outcomeOf(each, 'reasons');
      expect(made).not.toHaveBeenCalled();
      expect(outcomeOf(each, 'figures')).toEqual(ordinary);
      const outcomes = made.mock.results.map(({ value }) => value);
      counts.cases += 1;
      counts.atOnce += outcomes.filter(Boolean).length;
      counts.leftToTheRun += outcomes.filter((outcome) => !outcome).length;
    }),
    { examples: [...EXAMPLES.map((each): [Case] => [each]), ...examples], numRuns: EXAMPLES.length + numRuns },
  );
  console.log(`trades at once: ${JSON.stringify(counts)}`);
  expect(counts.atOnce).toBeGreaterThan(100);
  expect(counts.leftToTheRun).toBeGreaterThan(20);
}, 60_000);

test.each([
  ['a stop', { risk: { stopLoss: { kind: 'percent', percent: 1 } } }],
  ['a target', { risk: { target: { kind: 'percent', percent: 1 } } }],
  ['a trailing stop', { risk: { trailing: { kind: 'percent', percent: 1 } } }],
  ['a longest time', { risk: { maxHoldBars: 9 } }],
  ['a pause', { risk: { cooldownBars: 2 } }],
  ['a limit of trades', { risk: { maxTradesPerDay: 2 } }],
  ['a limit of loss', { risk: { maxLossPerDayPaise: 1_000_00 } }],
  ['both sides', { direction: 'both', entry: { long: CROSSINGS[0], short: CROSSINGS[1] } }],
  ['a size by volatility', { sizing: { method: 'volatility_target', percent: 15, length: 7 } }],
])('%s leaves every trade to the run', (_what, change) => {
  const made = vi.spyOn(RoundTrips.prototype, 'make');
  const plain = { entry: { long: CROSSINGS[0] }, exit: { long: CROSSINGS[1] }, risk: {} };
  const run = (definition: object): void => {
    const config = configOf(definitionOf({ ...plain, ...definition }), { costs: 'angelone' });
    runBacktest({ ...config, series: [randomBars({ seed: 3, days: 2 })], interval: '1m', tells: 'figures' });
  };
  run({});
  expect(made).toHaveBeenCalled();
  made.mockClear();
  run(change);
  expect(made).not.toHaveBeenCalled();
});
