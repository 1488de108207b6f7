import { chosenThenRandom, mustEqual } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPath } from './path.ts';
import type { PassedPrices } from './quiet-bars.ts';
import { createRun } from './run.ts';
import { configOf } from './testing/fixtures.ts';
import { randomBars } from './testing/random-series.ts';
import { FAMILIES } from './testing/strategies.ts';

const definitions = Object.values(FAMILIES).filter(
  ({ instruments, interval }) => instruments.length === 1 && interval !== '1d',
);

/** A run that is told of calm prices only how far they went. */
function spared(config: ReturnType<typeof configOf>) {
  const run = createRun(config);
  let passed: PassedPrices | undefined;
  const told = { calm: 0, calmInPosition: 0 };
  const settle = (): void => {
    if (passed) run.passPrices(0, passed);
    passed = undefined;
  };
  return {
    told,
    state: () => {
      settle();
      return run.state();
    },
    onPrice: (at: number, pricePaise: number) => {
      const { until, above, below } = run.calmOf(0);
      if (at < until && pricePaise > above && pricePaise < below) {
        told.calm += 1;
        if (above > 0 || below < Number.POSITIVE_INFINITY) told.calmInPosition += 1;
        const { lowest = pricePaise, highest = pricePaise } = passed ?? {};
        passed = { lowest: Math.min(lowest, pricePaise), highest: Math.max(highest, pricePaise), last: pricePaise };
        return [];
      }
      settle();
      return [...run.onPrice(0, at, pricePaise)];
    },
    onBar: (bar: Parameters<typeof run.onBar>[1]) => {
      settle();
      return [...run.onBar(0, bar, '1m', 'live')];
    },
    setLevels: (levels: Parameters<typeof run.setLevels>[1]) => {
      settle();
      return [...run.setLevels(0, levels)];
    },
  };
}

test('a run that is told of calm prices only how far they went tells and keeps the same', () => {
  const seen = { calm: 0, calmInPosition: 0, events: 0 };
  const anyInterval = fc.constantFrom('1m' as const, '5m' as const, '15m' as const);
  const anyMove = fc.record({ every: fc.integer({ min: 20, max: 90 }), percent: fc.integer({ min: -3, max: 3 }) });
  const cases = fc.tuple(fc.constantFrom(...definitions), fc.integer(), anyInterval, anyMove);
  fc.assert(
    fc.property(cases, ([own, seed, interval, move]) => {
      const config = configOf({ ...own, interval });
      const [all, some] = [createRun(config), spared(config)];
      const bars = randomBars({ seed, days: 2, minutes: 200, missing: 0.1 });
      for (const [i, bar] of bars.entries()) {
        for (const { at, pricePaise } of barPath(bar, '1m')) {
          const told = [...all.onPrice(0, at, pricePaise)];
          mustEqual(some.onPrice(at, pricePaise), told);
          seen.events += told.length;
        }
        // Its owner moves a level in the middle of a bar: also beyond the price.
        if (i % move.every === 0) {
          const levels = { stopPaise: Math.round(bar.close * (1 + move.percent / 100)) };
          expect(some.setLevels(levels)).toEqual([...all.setLevels(0, levels)]);
        }
        mustEqual(some.onBar(bar), [...all.onBar(0, bar, '1m', 'live')]);
        mustEqual(known(some.state()), known(all.state()));
      }
      seen.calm += some.told.calm;
      seen.calmInPosition += some.told.calmInPosition;
    }),
    chosenThenRandom([cases], { chosen: 20, random: 25 }),
  );
  console.log(`calm prices: ${JSON.stringify(seen)}`);
  expect(seen.calm).toBeGreaterThan(10_000);
  expect(seen.calmInPosition).toBeGreaterThan(2_000);
  expect(seen.events).toBeGreaterThan(200);
});

/** The last price of a base that holds nothing is nobody's. */
function known(state: ReturnType<ReturnType<typeof createRun>['state']>) {
  const bases = state.bases.map(({ lastPricePaise, ...base }) => (base.position ? { ...base, lastPricePaise } : base));
  return { ...state, bases };
}
