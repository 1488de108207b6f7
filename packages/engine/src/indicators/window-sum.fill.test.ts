import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WindowSum } from './window-sum.ts';

/** Prices of the exchange, and adjusted ones that are no whole paise. */
const anyPrice = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((paise) => paise / 100),
  fc.double({ min: 0.01, max: 100_000, noNaN: true }),
);

/** Whole paise for the most part, as where a few bars before an ex-date are adjusted. */
const mostlyWhole = fc.array(fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 999 }) }, anyPrice), {
  maxLength: 80,
});

test('means of a column in blocks of any size are those of value after value, bit for bit', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(anyPrice, { maxLength: 80 }), mostlyWhole),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
      (prices, length, sizes) => {
        const [one, all] = [new WindowSum(length), new WindowSum(length)];
        const meanAfter = (window: WindowSum, price: number): number => {
          window.push(price);
          return window.isFull ? window.mean() : Number.NaN;
        };
        const expected = prices.map((price) => meanAfter(one, price));
        const found: number[] = [];
        for (const size of sizes) {
          const block = Float64Array.from(prices.slice(found.length, found.length + size));
          const out = new Float64Array(block.length);
          all.fillMeans(block, out, block.length);
          found.push(...out);
        }
        // And it goes on one by one.
        for (const price of prices.slice(found.length)) found.push(meanAfter(all, price));
        expect(found).toEqual(expected);
        expect([all.lastWhole, all.lastFine]).toEqual([one.lastWhole, one.lastFine]);
      },
    ),
    { numRuns: 500 },
  );
});
