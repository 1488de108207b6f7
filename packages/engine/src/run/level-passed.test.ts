import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBacktest } from '../backtest/index.ts';
import { createRun } from './run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import { Lockstep, tradesIn } from './testing/lockstep.ts';
import { randomBars } from './testing/random-series.ts';
import { FAMILIES } from './testing/strategies.ts';
import type { ClosedTrade, OrderIntent, RunConfig, RunEvent } from './types.ts';

type Row = readonly [number, number, number, number];
type Changes = Record<string, unknown>;

/** A rising bar is the entry signal; it fills at the next bar's opening. */
const SIGNAL: Row = [100, 101, 100, 101];
const FLAT: Row = [101, 101, 101, 101];
const target = (price: string): Changes => ({ risk: { target: { kind: 'price', price } } });
const stop = (price: string): Changes => ({ risk: { stopLoss: { kind: 'price', price } } });
const SHORT = { direction: 'short', entry: { short: 'close > open' } };
/** Two sets of bars for whoever goes up first and whoever goes down first. */
const [UP_FIRST, DOWN_FIRST]: readonly (readonly [number, number])[] = [
  [1, 20],
  [20, 1],
];

const around = (open: number, [up = 0, down = 0]: readonly [number, number] = [0, 0]): Row => [
  open,
  open + up,
  open - down,
  open,
];

function told(trade: ClosedTrade | undefined): unknown[] {
  return trade ? [trade.entryPaise, trade.exitPaise, trade.exitRule] : [];
}

/** The same rows as ticks, as a back-test in blocks and as one of finer bars that is walked point by point. */
function everyWay(changes: Changes, rows: readonly Row[], config: Partial<RunConfig> = {}): unknown[][] {
  const definition = definitionOf(changes);
  const bars = candles(rows);
  const all = configOf(definition, config);
  const ticks = feedAsTicks(createRun(all), bars);
  const input = { ...all, series: [bars], interval: '1m', closeAtEnd: false } as const;
  const inBlocks = runBacktest(input);
  expect(JSON.stringify(inBlocks.events)).toBe(JSON.stringify(ticks));
  expect(JSON.stringify(runBacktest({ ...input, watch: () => undefined }).events)).toBe(JSON.stringify(ticks));
  const both = new Lockstep(definition, config);
  both.feed(bars);
  expect(JSON.stringify(decisionsIn(both.externalEvents))).toBe(JSON.stringify(decisionsIn(ticks)));
  expect(JSON.stringify(tradesIn(both.externalEvents))).toBe(JSON.stringify(tradesIn(ticks)));
  return tradesIn(ticks).map(told);
}

function decisionsIn(events: readonly RunEvent[]): RunEvent[] {
  return events.filter(({ kind }) => kind === 'decision');
}

test.each([
  ['a target below the opening', target('close + 2'), 107, 'target'],
  ['a target at the opening', target('close + 2'), 103, 'target'],
  ['a stop above the opening', stop('low - 1'), 97, 'stop'],
  ['a stop at the opening', stop('low - 1'), 99, 'stop'],
  ['a short’s target above the opening', { ...SHORT, ...target('close - 2') }, 95, 'target'],
  ['a short’s stop below the opening', { ...SHORT, ...stop('high + 1') }, 106, 'stop'],
] as const)(
  '%s ends the position at the opening that filled it, whatever the bar does then',
  (_, changes, open, rule) => {
    for (const moves of [UP_FIRST, DOWN_FIRST]) {
      expect(everyWay(changes, [SIGNAL, around(open, moves), FLAT])).toEqual([[open * 100, open * 100, rule]]);
    }
  },
);

test.each([
  [target('close + 2'), 102.95, [[10_295, 10_300, 'target']]],
  [stop('low - 1'), 99.05, [[9_905, 9_900, 'stop']]],
])('a level that the opening has not reached is left to the path', (changes, open, expected) => {
  expect(everyWay(changes, [SIGNAL, around(open, [3, 3]), FLAT])).toEqual(expected);
});

test('a purchase that slippage lifts over its own stop leaves at the market that filled it, with slippage again', () => {
  const risk = { risk: { stopLoss: { kind: 'percent', percent: 0.1 } } };
  // Bought at 100.50 with 50 basis points; its stop at 100.35 lies above the market.
  const trades = everyWay(risk, [SIGNAL, around(100, [5, 5]), FLAT], { slippageBps: 50 });
  expect(trades).toEqual([[10_050, 9_950, 'stop']]);
});

test('the decision names the level, the trade the price', () => {
  const events = feedAsTicks(createRun(configOf(definitionOf(target('close + 2')))), candles([SIGNAL, around(107)]));
  const [, exit] = events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
  expect(exit).toMatchObject({ action: 'exit', rule: 'target', pricePaise: 10_300, quantity: 10 });
  expect(exit?.at).toBe(candles([SIGNAL, FLAT])[1]?.openAt);
});

test('with stops from the next bar it leaves at the opening after its first bar', () => {
  const rows: Row[] = [SIGNAL, [107, 120, 90, 100], [105, 106, 104, 105]];
  const trades = everyWay(target('close + 2'), rows, { stopFrom: 'next_bar' });
  expect(trades).toEqual([[10_700, 10_500, 'target']]);
});

test('what one quote shows on both sides fills the entry and the exit', () => {
  const run = createRun(configOf(definitionOf(target('close + 2'))));
  feedAsTicks(run, candles([SIGNAL]));
  const at = candles([SIGNAL, FLAT])[1]?.openAt ?? 0;
  const first = run.onPrice(0, at, 10_700, { at, bids: [10_690, 4], asks: [10_710, 50] });
  expect(tradesIn(first)).toEqual([]);
  const next = run.onPrice(0, at + 500, 10_600, { at: at + 500, bids: [10_590, 50], asks: [10_610, 50] });
  // 4 at 106.90 and 6 at 105.90: 106.30.
  expect(tradesIn(next).map(told)).toEqual([[10_710, 10_630, 'target']]);
});

/** Somebody else executes: the entry's intent, and the moment after its bar. */
function signalled(changes: Changes) {
  const run = createRun(configOf(definitionOf(changes), { execution: 'external' }));
  const events = feedAsTicks(run, candles([SIGNAL]));
  const intent = events.flatMap((event): OrderIntent[] => (event.kind === 'intent' ? [event.intent] : []))[0];
  return { run, intentId: intent?.id ?? 0, at: candles([SIGNAL, FLAT])[1]?.openAt ?? 0 };
}

const rulesIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'decision' ? [event.decision.rule] : []));

test('where somebody else executes, a price of before the fill does not end what it opened', () => {
  const { run, intentId, at } = signalled(target('close + 2'));
  run.onPrice(0, at, 10_700);
  expect(rulesIn(run.onFill({ intentId, at: at + 400, quantity: 10, valuePaise: 102_500 }))).toEqual([]);
  expect(rulesIn(run.onPrice(0, at + 800, 10_250))).toEqual([]);
  expect(rulesIn(run.onPrice(0, at + 900, 10_400))).toEqual(['target']);
});

test('a successor decides on the fill what the one before it would have', () => {
  const { run, intentId, at } = signalled(target('close + 2'));
  run.onPrice(0, at, 10_700);
  const config = configOf(definitionOf(target('close + 2')), { execution: 'external' });
  const successor = createRun(config, JSON.parse(JSON.stringify(run.state())));
  for (const bar of candles([SIGNAL])) successor.onBar(0, bar, '1m', 'warmup');
  const fill = { intentId, at, quantity: 10, valuePaise: 107_000 };
  const events = run.onFill(fill);
  expect(rulesIn(events)).toEqual(['target']);
  expect(JSON.stringify(successor.onFill(fill))).toBe(JSON.stringify(events));
});

test('whatever comes, a level is left at the level itself or at a bar’s opening that had passed it', () => {
  let [passed, atFill] = [0, 0];
  const families = [FAMILIES['levels as prices'], FAMILIES['levels as prices, short']].filter(
    (one) => one !== undefined,
  );
  fc.assert(
    fc.property(fc.constantFrom(...families), fc.integer({ min: 1, max: 1_000_000 }), (definition, seed) => {
      const bars = randomBars({ seed, days: 1 });
      const opens = new Map(bars.map(({ openAt, open }) => [openAt, open]));
      const events = feedAsTicks(createRun(configOf(definition)), bars);
      const levels = new Map(
        events.flatMap((event) =>
          event.kind === 'decision' ? [[event.decision.sequence, event.decision] as const] : [],
        ),
      );
      for (const { exitSequence, exitPaise, exitAt, exitRule, entryAt, direction } of tradesIn(events)) {
        if (exitRule !== 'stop' && exitRule !== 'target' && exitRule !== 'trailing') continue;
        const level = levels.get(exitSequence)?.pricePaise ?? 0;
        if (exitPaise === level) continue;
        expect(exitPaise).toBe(opens.get(exitAt));
        const isAbove = (exitRule === 'target') === (direction === 'long');
        expect(exitPaise > level).toBe(isAbove);
        passed += 1;
        if (exitAt === entryAt) atFill += 1;
      }
    }),
    { numRuns: 40 },
  );
  expect(families).toHaveLength(2);
  expect(passed).toBeGreaterThan(200);
  expect(atFill).toBeGreaterThan(100);
});
