import type { CorporateAction } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StrategyDefinition } from '../definition/index.ts';
import { summarise } from '../metrics/index.ts';
import { CALENDAR, configOf, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { FAMILIES } from '../run/testing/strategies.ts';
import type { RunEvent, Told } from '../run/types.ts';
import { type BacktestInput, type BacktestResult, runBacktest } from './backtest.ts';

const several = definitionOf({
  instruments: ['SBIN', 'INFY', 'TCS'].map((symbol) => ({ exchange: 'NSE', symbol })),
  direction: 'both',
  entry: { long: 'sma(close, 3) crosses above sma(close, 8)', short: 'rsi(close, 5) > 80' },
  exit: { long: 'sma(close, 3) crosses below sma(close, 8)', short: 'rsi(close, 5) < 50 or position.bars > 9' },
  risk: { stopLoss: { kind: 'percent', percent: 0.4 }, maxTradesPerDay: 9, maxOpenPositions: 2 },
  sizing: { method: 'volatility_target', percent: 15, length: 7 },
});

const overnight = definitionOf({
  product: 'DELIVERY',
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close < open' },
  risk: { maxHoldBars: 150 },
  sizing: { method: 'capital_share', percent: 90 },
});

interface Case {
  readonly definition: StrategyDefinition;
  readonly seed: number;
  readonly costs: 'angelone' | 'none';
  readonly capitalPaise: number;
  readonly quantityMultiplier: number;
  readonly isSplit: boolean;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  definition: fc.constantFrom<StrategyDefinition>(several, overnight, ...Object.values(FAMILIES)),
  seed: fc.integer(),
  costs: fc.constantFrom('angelone', 'none'),
  capitalPaise: fc.constantFrom(1_000_000_00, 3_000_00),
  quantityMultiplier: fc.constantFrom(1, 2),
  isSplit: fc.boolean(),
});
const SPLIT: Case = {
  ...{ definition: overnight, seed: 1, costs: 'angelone', capitalPaise: 1_000_000_00 },
  ...{ quantityMultiplier: 1, isSplit: true },
};
/** By themselves they lead to each kind of event that is counted, and to sizes that cash cuts. */
const EXAMPLES: [Case][] = [
  [SPLIT],
  [{ ...SPLIT, definition: several, isSplit: false }],
  [{ ...SPLIT, quantityMultiplier: 2 }],
];

function inputOf({ definition, seed, costs, capitalPaise, quantityMultiplier, isSplit }: Case): BacktestInput {
  const settings = { capitalPaise, quantityMultiplier };
  const config = configOf(definition, { costs, slippageBps: 2, settings });
  const series = config.bases.map((_, i) => randomBars({ seed: seed + i, days: 3, missing: 0.1 }));
  const exDate = CALENDAR.nextSession(series[0]?.[0]?.openAt ?? 0)?.date ?? '';
  const actions: CorporateAction[] = isSplit ? [{ exDate, kind: 'split', oldUnits: 1, newUnits: 3 }] : [];
  return { ...config, bases: config.bases.map((base) => ({ ...base, actions })), series, interval: '1m' };
}

const TOLD: Readonly<Record<Exclude<Told, 'figures'>, readonly RunEvent['kind'][]>> = {
  all: ['decision', 'trade', 'adjusted', 'intent', 'fill', 'levels'],
  reasons: ['decision', 'trade', 'adjusted'],
};

/** Everything but what is left unwritten, as text: what was recorded as numbers must be the same bytes in words. */
function textOf({ events, decisions, trades, ...figures }: BacktestResult, tells: keyof typeof TOLD): string {
  const told = events.filter(({ kind }) => TOLD[tells].includes(kind));
  return JSON.stringify([told, decisions, trades, figuresOf(figures)], undefined, 1);
}

function figuresOf({ equity, report, bars }: Pick<BacktestResult, 'equity' | 'report' | 'bars'>): string {
  return JSON.stringify([equity, report, bars]);
}

/** An event by its kind, a decision by its action and by what made its size. */
function whatItIs(event: RunEvent): string[] {
  if (event.kind !== 'decision') return [event.kind];
  const { action, sizing } = event.decision;
  const made = [sizing?.times === undefined ? [] : ['times'], sizing?.wantedQuantity === undefined ? [] : ['cut']];
  return [action, ...made.flat()];
}

test('what is left unwritten changes nothing of what is done, and what is recorded is told in the same bytes', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(anyCase, (each) => {
      const input = inputOf(each);
      const all = runBacktest(input);
      const { startCapitalPaise, chargesByKind, maxDrawdown } = all.report;
      const result = runBacktest({ ...input, tells: 'reasons' });
      expect(textOf(result, 'reasons')).toBe(textOf(all, 'reasons'));
      expect(result.events.every(({ kind }) => TOLD.reasons.includes(kind))).toBe(true);
      // Figures are made of the numbers; made of the trades in words they are the same.
      const fromWords = summarise({
        ...{ trades: result.trades, equity: result.equity, startCapitalPaise },
        ...(chargesByKind ? { chargesByKind } : {}),
      });
      expect({ ...fromWords, exposurePct: 0 }).toEqual({ ...result.report, exposurePct: 0 });
      expect(fromWords.maxDrawdown).toEqual(maxDrawdown);
      const figures = runBacktest({ ...input, tells: 'figures' });
      expect(figuresOf(figures)).toBe(figuresOf(all));
      for (const part of ['events', 'decisions', 'trades'] as const) {
        expect(() => figures[part]).toThrow('only what its figures need');
      }
      for (const what of all.events.flatMap(whatItIs)) seen.set(what, (seen.get(what) ?? 0) + 1);
    }),
    { numRuns: EXAMPLES.length + scaledCount('records compared', 12), examples: EXAMPLES },
  );
  // Cases in which nothing happens would prove nothing.
  for (const what of ['enter', 'exit', 'veto', 'trade', 'adjusted', 'times', 'cut'])
    expect(seen.get(what)).toBeGreaterThan(0);
  console.log(`records compared: ${[...seen].map(([what, times]) => `${times} ${what}`).join(', ')}`);
}, 60_000);

test('decisions and trades are the ones of the events, however often they are asked for', () => {
  const { strategy, ...config } = configOf(several, { costs: 'angelone' });
  const series = config.bases.map((_, i) => randomBars({ seed: 5 + i, days: 2 }));
  const result = runBacktest({ ...config, strategy, series, interval: '1m', tells: 'reasons' });
  const told = result.events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
  expect(told.length).toBeGreaterThan(20);
  expect(result.decisions).toEqual(told);
  expect(result.decisions[3]).toBe(told[3]);
  expect(result.trades).toBe(result.trades);
  expect(structuredClone(result)).toEqual({ ...result });
});
