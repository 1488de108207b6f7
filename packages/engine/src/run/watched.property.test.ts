import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRun } from './run.ts';
import { configOf, feedAsTicks } from './testing/fixtures.ts';
import { randomBars } from './testing/random-series.ts';
import { BUSY_SEEDS, FAMILIES } from './testing/strategies.ts';
import type { Signal } from './watched.ts';

const anySeed = fc.integer({ min: 1, max: 1_000_000 });

describe.each(Object.entries(FAMILIES))('%s', (_family, definition) => {
  const days = definition.interval === '1d' ? 6 : 2;

  test('whoever looks on sees the same bytes whether the run trades or only warms up', () => {
    let held = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const bars = randomBars({ seed, days });
        const [traded, warmed]: [Signal[], Signal[]] = [[], []];
        const trades = createRun(configOf(definition, { watch: (_, read) => traded.push(read()) }));
        feedAsTicks(trades, bars);
        const warms = createRun(configOf(definition, { watch: (_, read) => warmed.push(read()) }));
        for (const bar of bars) warms.onBar(0, bar, '1m', 'warmup');
        held += trades.state().totals.trades;
        expect(JSON.stringify(traded)).toBe(JSON.stringify(warmed));
        expect(traded.length).toBeGreaterThan(0);
      }),
      { examples: BUSY_SEEDS, numRuns: BUSY_SEEDS.length + 8 },
    );
    expect(held).toBeGreaterThan(0);
  });
});
