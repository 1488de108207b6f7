import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StrategyDefinition } from '../definition/index.ts';
import { createRun } from '../run/run.ts';
import { CALENDAR, configOf, feedAsTicks } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { FAMILIES } from '../run/testing/strategies.ts';
import type { RunEvent } from '../run/types.ts';
import { runBacktest } from './backtest.ts';

const costs = 'angelone';
const slippageBps = 3;
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

function backtest(definition: StrategyDefinition, bars: ReturnType<typeof randomBars>, closeAtEnd = true) {
  const { strategy, bases, settings } = configOf(definition);
  return runBacktest({
    strategy,
    bases,
    series: [bars],
    interval: '1m',
    settings,
    calendar: CALENDAR,
    costs,
    slippageBps,
    closeAtEnd,
  });
}

describe.each(Object.entries(FAMILIES))('%s', (_family, definition) => {
  test('a day replayed as ticks gives the same bytes as its back-test', () => {
    let trades = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const bars = randomBars({ seed, days: 2 });
        const run = createRun(configOf(definition, { costs, slippageBps }));
        const live = feedAsTicks(run, bars);
        const last = bars.at(-1);
        live.push(...run.finish((last?.openAt ?? 0) + 60_000));
        const result = backtest(definition, bars);
        trades += result.trades.length;
        expect(JSON.stringify(result.events)).toBe(JSON.stringify(live));
      }),
      { numRuns: 12 },
    );
    // A parity of two empty logs would prove nothing.
    expect(trades).toBeGreaterThan(10);
  });

  test('the back-test of a cut series is the beginning of the whole', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 10, max: 700 }), (seed, cut) => {
        const bars = randomBars({ seed, days: 2 });
        const whole = backtest(definition, bars, false).events;
        const part = backtest(definition, bars.slice(0, cut), false).events;
        expect(JSON.stringify(whole.slice(0, part.length))).toBe(JSON.stringify(part));
      }),
      { numRuns: 12 },
    );
  });

  test('changing later bars changes no decision made before them', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 10, max: 700 }), (seed, cut) => {
        const bars = randomBars({ seed, days: 2 });
        const other = randomBars({ seed: seed + 1, days: 2 }).filter((bar) => bar.openAt > (bars[cut]?.openAt ?? 0));
        const changed = [...bars.slice(0, cut + 1), ...other];
        const until = (bars[cut]?.openAt ?? 0) + 60_000;
        const early = (events: readonly RunEvent[]) =>
          events.flatMap((event) => (event.kind === 'decision' && event.decision.at < until ? [event.decision] : []));
        expect(early(backtest(definition, changed).events)).toEqual(early(backtest(definition, bars).events));
      }),
      { numRuns: 12 },
    );
  });

  test('a run stopped after any bar and started again from its state goes on to the same bytes', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 740 }), (seed, at) => {
        const bars = randomBars({ seed, days: 2 });
        const cut = Math.min(at, bars.length);
        const config = configOf(definition, { costs, slippageBps });
        const uncut = createRun(config);
        feedAsTicks(uncut, bars.slice(0, cut));
        const state = JSON.parse(JSON.stringify(uncut.state()));
        const restarted = createRun(config, state);
        for (const bar of bars.slice(0, cut)) restarted.onBar(0, bar, '1m', 'warmup');
        expect(JSON.stringify(restarted.state())).toBe(JSON.stringify(uncut.state()));
        const rest = bars.slice(cut);
        expect(JSON.stringify(feedAsTicks(restarted, rest))).toBe(JSON.stringify(feedAsTicks(uncut, rest)));
        expect(JSON.stringify(restarted.state())).toBe(JSON.stringify(uncut.state()));
      }),
      { numRuns: 20 },
    );
  });
});
