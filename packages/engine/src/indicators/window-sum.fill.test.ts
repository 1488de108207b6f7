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

function meanAfter(window: WindowSum, price: number): number {
  window.push(price);
  return window.isFull ? window.mean() : Number.NaN;
}

test('means of a column in blocks of any size are those of value after value, bit for bit', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(anyPrice, { maxLength: 80 }), mostlyWhole),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
      (prices, length, sizes) => {
        const [one, all] = [new WindowSum(length), new WindowSum(length)];
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

test('means of stored prices are those of value after value, bit for bit, after adjusted ones too', () => {
  const anyPaise = fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 120 });
  const anySizes = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(anyPrice, { maxLength: 30 }),
      anyPaise,
      fc.integer({ min: 1, max: 20 }),
      anySizes,
      fc.nat(9),
      (adjusted, paise, length, sizes, start) => {
        const [one, all] = [new WindowSum(length), new WindowSum(length)];
        for (const price of adjusted) for (const window of [one, all]) window.push(price);
        const expected = paise.map((whole) => meanAfter(one, whole / 100));
        // The block lies somewhere in its rows: what is before it is of other bars.
        const rows = Int32Array.from([...new Array<number>(start).fill(77), ...paise]);
        const found: number[] = [];
        for (const size of sizes) {
          const count = Math.min(size, paise.length - found.length);
          const out = new Float64Array(count);
          all.fillMeansOfPaise(rows, start + found.length, out, count);
          found.push(...out);
        }
        for (const whole of paise.slice(found.length)) found.push(meanAfter(all, whole / 100));
        expect(found).toEqual(expected);
        expect([all.lastWhole, all.lastFine]).toEqual([one.lastWhole, one.lastFine]);
      },
    ),
    { numRuns: 500 },
  );
});
