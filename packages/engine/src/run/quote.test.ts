import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUsable, walkDepth } from './quote.ts';
import type { Quote } from './types.ts';

const AT = 1_780_286_400_000;
const quoteOf = (changes: Partial<Quote> = {}): Quote => ({
  at: AT,
  bids: [9_995, 30, 9_990, 100],
  asks: [10_005, 40, 10_010, 60],
  ...changes,
});

test('an order takes the other side level by level, its average rounded against it', () => {
  expect(walkDepth(quoteOf(), 'buy', { skip: 0, wanted: 40 })).toEqual({ quantity: 40, pricePaise: 10_005 });
  // 40 at 10,005 and 7 at 10,010: 10,005.74.
  expect(walkDepth(quoteOf(), 'buy', { skip: 0, wanted: 47 })).toEqual({ quantity: 47, pricePaise: 10_006 });
  // 30 at 9,995 and 10 at 9,990: 9,993.75.
  expect(walkDepth(quoteOf(), 'sell', { skip: 0, wanted: 40 })).toEqual({ quantity: 40, pricePaise: 9_993 });
});

test('what is gone is not shown again, and beyond the last level there is nothing', () => {
  expect(walkDepth(quoteOf(), 'buy', { skip: 50, wanted: 500 })).toEqual({ quantity: 50, pricePaise: 10_010 });
  expect(walkDepth(quoteOf(), 'buy', { skip: 100, wanted: 1 })).toEqual({ quantity: 0, pricePaise: 0 });
});

test('a quote is used while it is fresh, has both sides, and a spread between them', () => {
  expect(isUsable(quoteOf(), AT)).toBe(true);
  expect(isUsable(quoteOf(), AT + 3_000)).toBe(true);
  expect(isUsable(quoteOf(), AT + 3_001)).toBe(false);
  expect(isUsable(quoteOf(), AT - 1)).toBe(false);
  expect(isUsable(quoteOf({ bids: [] }), AT)).toBe(false);
  expect(isUsable(quoteOf({ asks: [] }), AT)).toBe(false);
  expect(isUsable(quoteOf({ bids: [10_005, 9] }), AT)).toBe(false);
});

const side = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 5_000 })), { minLength: 1, maxLength: 5 })
  .map((levels) => levels.toSorted(([a], [b]) => a - b));
const anyQuote = fc.tuple(fc.integer({ min: 100, max: 5_000_000 }), side, side).map(([best, bids, asks]) => ({
  at: AT,
  bids: bids.flatMap(([away, units]) => [best - away, units]),
  asks: asks.flatMap(([away, units]) => [best + 1 + away, units]),
}));

test('never more than is shown, and an average between the best level and the worst, never better than it is', () => {
  const sides = fc.constantFrom('buy' as const, 'sell' as const);
  const units = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(anyQuote, sides, fc.integer({ min: 0, max: 6_000 }), units, (quote, way, skip, wanted) => {
      const levels = way === 'buy' ? quote.asks : quote.bids;
      const [prices, shown] = [levels.filter((_, i) => i % 2 === 0), levels.filter((_, i) => i % 2 === 1)];
      const all = shown.reduce((sum, one) => sum + one, 0);
      const { quantity, pricePaise } = walkDepth(quote, way, { skip, wanted });
      expect(quantity).toBe(Math.min(wanted, Math.max(0, all - skip)));
      if (quantity === 0) return;
      expect(Number.isSafeInteger(pricePaise)).toBe(true);
      expect(pricePaise).toBeGreaterThanOrEqual(Math.min(...prices));
      expect(pricePaise).toBeLessThanOrEqual(Math.max(...prices));
      // Unit by unit, exactly.
      const ladder = prices.flatMap((price, i) => Array.from({ length: shown[i] ?? 0 }, () => price));
      const valuePaise = ladder.slice(skip, skip + quantity).reduce((sum, price) => sum + price, 0);
      const against = (way === 'buy' ? 1 : -1) * (pricePaise * quantity - valuePaise);
      expect(against).toBeGreaterThanOrEqual(0);
      expect(against).toBeLessThan(quantity);
    }),
    { numRuns: 300 },
  );
});
