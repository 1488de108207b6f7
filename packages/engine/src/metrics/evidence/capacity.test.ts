import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacityOf, MOST_PARTICIPATION_PCT, type TradedVolume } from './capacity.ts';

const MINUTE = 60_000;
/** Units of each minute from the first on; the last go on. */
const traded = (...volumes: readonly number[]): Map<string, TradedVolume> =>
  new Map([['SBIN', (at) => (at < 0 ? undefined : volumes[Math.min(Math.floor(at / MINUTE), volumes.length - 1)])]]);
const volumes = traded(1_000);
const trade = (quantity: number, more = {}) => ({ symbol: 'SBIN', quantity, entryAt: 0, exitAt: 3 * MINUTE, ...more });

test('what fills take of their bars, and the capital at which they take the most that is wise', () => {
  // 10 of 1,000 is 1 %; five times the capital takes 5 %.
  expect(capacityOf([trade(10)], volumes, 1_00_000_00)).toEqual({
    fills: 2,
    participationPct: 1,
    capitalPaise: 5_00_000_00,
  });
});

test('a fill inside a bar took of that bar', () => {
  const thin = traded(1_000, 100);
  const found = capacityOf([trade(10, { entryAt: 59_999, exitAt: 90_000 })], thin, 1_00);
  // 1 % and 10 %: nineteen twentieths of the way between them.
  expect(found?.participationPct).toBeCloseTo(9.55, 10);
});

test('where no volume is known of a bar, or nothing was traded, nothing is said', () => {
  const silent = traded(0);
  expect(capacityOf([trade(10)], silent, 1_00)).toBeUndefined();
  expect(capacityOf([trade(10)], new Map(), 1_00)).toBeUndefined();
  expect(capacityOf([trade(10, { entryAt: -1 })], volumes, 1_00)).toBeUndefined();
  expect(capacityOf([], volumes, 1_00)).toBeUndefined();
});

test('run with that capital, the same trades take what is wise and hardly less', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, (quantities) => {
      const capital = 1_000_000_00;
      const trades = quantities.map((quantity) => trade(quantity));
      const found = capacityOf(trades, volumes, capital);
      const scale = (found?.capitalPaise ?? 0) / capital;
      const grown = trades.map((each) => ({ ...each, quantity: each.quantity * scale }));
      const { participationPct = 0 } = capacityOf(grown, volumes, capital) ?? {};
      expect(participationPct).toBeLessThanOrEqual(MOST_PARTICIPATION_PCT + 1e-9);
      expect(participationPct).toBeGreaterThan(MOST_PARTICIPATION_PCT * 0.9);
    }),
  );
});
