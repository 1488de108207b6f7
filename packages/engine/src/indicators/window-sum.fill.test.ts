import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WindowSum } from './window-sum.ts';

/** Prices of the exchange, and adjusted ones that are no whole paise. */
const anyPrice = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100),
  fc.double({ min: 0.01, max: 100_000, noNaN: true }),
);

test('means of a column are those of value after value, bit for bit', () => {
  fc.assert(
    fc.property(fc.array(anyPrice, { maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (prices, length) => {
      const [one, all] = [new WindowSum(length), new WindowSum(length)];
      const expected = prices.map((price) => {
        one.push(price);
        return one.isFull ? one.mean() : Number.NaN;
      });
      const out = new Float64Array(prices.length);
      all.fillMeans(Float64Array.from(prices), out, prices.length);
      expect([...out]).toEqual(expected);
    }),
  );
});
