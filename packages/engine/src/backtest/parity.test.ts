import { type Bar, MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StrategyDefinition } from '../definition/index.ts';
import { barPath } from '../run/path.ts';
import { createRun } from '../run/run.ts';
import { CALENDAR, configOf, definitionOf, feedAsTicks } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { BUSY_SEEDS, FAMILIES } from '../run/testing/strategies.ts';
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
  const days = definition.interval === '1d' ? 6 : 2;

  test('a day replayed as ticks gives the same bytes as its back-test', () => {
    let trades = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const bars = randomBars({ seed, days });
        const run = createRun(configOf(definition, { costs, slippageBps }));
        const live = feedAsTicks(run, bars);
        const last = bars.at(-1);
        live.push(...run.finish((last?.openAt ?? 0) + 60_000));
        const result = backtest(definition, bars);
        trades += result.trades.length;
        expect(JSON.stringify(result.events)).toBe(JSON.stringify(live));
      }),
      { examples: BUSY_SEEDS, numRuns: BUSY_SEEDS.length + 12 },
    );
    // A parity of two empty logs would prove nothing.
    expect(trades).toBeGreaterThan(10);
  });

  test('the back-test of a cut series is the beginning of the whole', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 10, max: days * 350 }), (seed, cut) => {
        const bars = randomBars({ seed, days });
        const whole = backtest(definition, bars, false).events;
        const part = backtest(definition, bars.slice(0, cut), false).events;
        expect(JSON.stringify(whole.slice(0, part.length))).toBe(JSON.stringify(part));
      }),
      { numRuns: 12 },
    );
  });

  test('changing later bars changes no decision made before them', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 10, max: days * 350 }), (seed, cut) => {
        const bars = randomBars({ seed, days });
        const other = randomBars({ seed: seed + 1, days }).filter((bar) => bar.openAt > (bars[cut]?.openAt ?? 0));
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
      fc.property(anySeed, fc.integer({ min: 1, max: days * 370 }), (seed, at) => {
        const bars = randomBars({ seed, days });
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

test('several instruments on one account: ticks in order of time give the bytes of the back-test', () => {
  const symbols = ['SBIN', 'INFY', 'TCS'];
  let trades = 0;
  fc.assert(
    fc.property(anySeed, (seed) => {
      const definition = {
        ...(FAMILIES['breakout'] ?? definitionOf()),
        instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
      };
      const { strategy, bases, settings } = configOf(definition);
      const series = symbols.map((_, i) => randomBars({ seed: seed + i, days: 2, missing: 0.2 }));
      const run = createRun(configOf(definition, { costs, slippageBps }));
      const live = feedTogether(run, series);
      const input = {
        strategy,
        bases,
        series,
        interval: '1m',
        settings,
        calendar: CALENDAR,
        costs,
        slippageBps,
      } as const;
      const result = runBacktest({ ...input, closeAtEnd: false, until: lastOf(series) + MINUTE_MS });
      trades += result.trades.length;
      expect(JSON.stringify(result.events)).toBe(JSON.stringify(live));
    }),
    { numRuns: 10 },
  );
  expect(trades).toBeGreaterThan(30);
});

function lastOf(series: readonly (readonly Bar[])[]): number {
  return Math.max(...series.map((bars) => bars.at(-1)?.openAt ?? 0));
}

/** All ticks of a minute in order of time, then the bars that closed, or the word that there is none. */
function feedTogether(run: ReturnType<typeof createRun>, series: readonly (readonly Bar[])[]): RunEvent[] {
  const moments = series.flatMap((bars) => bars.map((bar) => bar.openAt));
  const events: RunEvent[] = [];
  for (let moment = Math.min(...moments); moment <= lastOf(series); moment += MINUTE_MS) {
    if (!CALENDAR.sessionAt(moment)) continue;
    const open = series.flatMap((bars, base) =>
      bars.filter((bar) => bar.openAt === moment).map((bar) => ({ base, bar })),
    );
    for (let point = 0; point < 4; point += 1) {
      for (const { base, bar } of open) {
        const step = barPath(bar, '1m')[point];
        if (step) events.push(...run.onPrice(base, step.at, step.pricePaise));
      }
    }
    for (const base of series.keys()) {
      const bar = open.find((each) => each.base === base)?.bar;
      const told = bar ? run.onBar(base, bar, '1m', 'live') : run.onQuiet(base, moment + MINUTE_MS, 'live');
      events.push(...told);
    }
  }
  return events;
}
