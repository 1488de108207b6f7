import fc from 'fast-check';
import { expect, test } from 'vitest';
import { below, type Crossing, crossing, crossings } from './columns.ts';
import { COMPARISONS } from './operations.ts';

/** Small whole numbers meet each other often; NaN stands for "undefined". */
const anyValue = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -2, max: 2 }) }, fc.constant(Number.NaN));
const anyPairs = fc.array(fc.tuple(anyValue, anyValue), { minLength: 1, maxLength: 60 });
const anyBlock = fc.integer({ min: 1, max: 7 });

/** The column of two series, worked out in blocks of so many bars. */
function inBlocks(
  pairs: readonly (readonly [number, number])[],
  block: number,
  stepOf: (left: Float64Array, right: Float64Array, out: Float64Array) => (count: number) => void,
): number[] {
  const [left, right, out] = [new Float64Array(block), new Float64Array(block), new Float64Array(block)];
  const step = stepOf(left, right, out);
  const found: number[] = [];
  for (let from = 0; from < pairs.length; from += block) {
    const part = pairs.slice(from, from + block);
    left.set(part.map(([a]) => a));
    right.set(part.map(([, b]) => b));
    step(part.length);
    found.push(...out.slice(0, part.length));
  }
  return found;
}

test('a comparison of columns says of each bar what the operator says', () => {
  fc.assert(
    fc.property(anyPairs, anyBlock, fc.boolean(), (pairs, block, orEqual) => {
      const expected = pairs.map(([a, b]) => COMPARISONS[orEqual ? '<=' : '<'](a, b));
      expect(inBlocks(pairs, block, (left, right, out) => below(left, right, out, orEqual))).toEqual(expected);
    }),
  );
});

test('a crossing looks at this bar and the one before, over the end of a block too; what is undefined crosses nothing', () => {
  fc.assert(
    fc.property(anyPairs, anyBlock, (pairs, block) => {
      const expected = pairs.map(([a, b], i) => {
        const [wasA, wasB] = pairs[i - 1] ?? [Number.NaN, Number.NaN];
        if ([a, b, wasA, wasB].some(Number.isNaN)) return Number.NaN;
        return a > b && wasA <= wasB ? 1 : 0;
      });
      expect(inBlocks(pairs, block, crossing)).toEqual(expected);
    }),
  );
});

test('crossings both ways at once are those of each way by itself, with infinite values too', () => {
  const anyNumber = fc.oneof(anyValue, fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0));
  const pairsOf = fc.array(fc.tuple(anyNumber, anyNumber), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pairsOf, anyBlock, fc.boolean(), (pairs, block, isBelow) => {
      const found = inBlocks(pairs, block, (left, right, out) => {
        const other = new Float64Array(block);
        const outs: Crossing = isBelow ? { above: other, below: out } : { above: out, below: other };
        return crossings(left, right, outs);
      });
      const turned = pairs.map(([a, b]) => (isBelow ? ([b, a] as const) : ([a, b] as const)));
      expect(found).toEqual(inBlocks(turned, block, crossing));
      if (isBelow) return;
      const alone = inBlocks(pairs, block, (left, right, out) =>
        crossings(left, right, { above: out, below: undefined }),
      );
      expect(alone).toEqual(found);
    }),
  );
});
