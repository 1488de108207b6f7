import fc from 'fast-check';
import { expect, test } from 'vitest';
import { below } from './columns.ts';
import { HeldRows } from './held-rows.ts';
import { COMPARISONS } from './operations.ts';

/** Small whole numbers meet each other often; NaN stands for "undefined". */
const anyValue = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -2, max: 2 }) }, fc.constant(Number.NaN));
const anyPairs = fc.array(fc.tuple(anyValue, anyValue), { minLength: 1, maxLength: 60 });
const anyBlock = fc.integer({ min: 1, max: 7 });

test('a comparison of columns says of each bar what the operator says, and notes where it holds', () => {
  fc.assert(
    fc.property(anyPairs, anyBlock, fc.boolean(), (pairs, block, orEqual) => {
      const [left, right, held] = [new Float64Array(block), new Float64Array(block), new HeldRows(block)];
      const step = below(left, right, held, orEqual);
      const [found, rows]: [number[], number[]] = [[], []];
      for (let from = 0; from < pairs.length; from += block) {
        const part = pairs.slice(from, from + block);
        left.set(part.map(([a]) => a));
        right.set(part.map(([, b]) => b));
        step(part.length);
        found.push(...held.column.slice(0, part.length));
        rows.push(...[...held.rows.slice(0, held.count)].map((row) => from + row));
      }
      const expected = pairs.map(([a, b]) => COMPARISONS[orEqual ? '<=' : '<'](a, b));
      expect(found).toEqual(expected);
      expect(rows).toEqual(expected.flatMap((value, row) => (value === 1 ? [row] : [])));
    }),
  );
});
