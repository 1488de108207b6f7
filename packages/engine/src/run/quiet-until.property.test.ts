import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barPath } from './path.ts';
import { createRun } from './run.ts';
import { configOf } from './testing/fixtures.ts';
import { randomBars } from './testing/random-series.ts';
import { FAMILIES } from './testing/strategies.ts';

const definitions = Object.values(FAMILIES).filter(
  ({ instruments, interval }) => instruments.length === 1 && interval !== '1d',
);

test('prices of a base before it stops being quiet change nothing', () => {
  let [skipped, events] = [0, 0];
  fc.assert(
    fc.property(
      fc.constantFrom(...definitions),
      fc.integer(),
      fc.constantFrom('1m', '5m', '15m'),
      (own, seed, interval) => {
        const config = configOf({ ...own, interval });
        const [all, some] = [createRun(config), createRun(config)];
        for (const bar of randomBars({ seed, days: 2, minutes: 200, missing: 0.1 })) {
          for (const { at, pricePaise } of barPath(bar, '1m')) {
            const told = all.onPrice(0, at, pricePaise);
            const isQuiet = at < some.quietUntil(0);
            expect(isQuiet ? [] : some.onPrice(0, at, pricePaise)).toEqual(told);
            skipped += isQuiet ? 1 : 0;
            events += told.length;
          }
          expect(some.onBar(0, bar, '1m', 'live')).toEqual(all.onBar(0, bar, '1m', 'live'));
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(skipped).toBeGreaterThan(10_000);
  expect(events).toBeGreaterThan(200);
});
