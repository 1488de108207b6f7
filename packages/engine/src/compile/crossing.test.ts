import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossings } from './crossing.ts';
import { HeldRows } from './held-rows.ts';
import { spanOf } from './span.ts';

/** Small whole numbers meet each other often; NaN stands for "undefined". */
const anyValue = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 2 }) },
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0),
);
const anyPairs = fc.array(fc.tuple(anyValue, anyValue), { minLength: 1, maxLength: 60 });
const anyBlock = fc.integer({ min: 1, max: 7 });
type Pairs = readonly (readonly [number, number])[];

/** What crosses above, by its definition on one bar and the one before. */
function crossesAbove(pairs: Pairs): number[] {
  return pairs.map(([a, b], i) => {
    const [wasA, wasB] = pairs[i - 1] ?? [Number.NaN, Number.NaN];
    // Two of one infinity have no difference.
    const [now, before] = [a - b, wasA - wasB];
    if (Number.isNaN(now) || Number.isNaN(before)) return Number.NaN;
    return now > 0 && before <= 0 ? 1 : 0;
  });
}

/**
 * Both columns of two series, worked out in blocks of so many bars, and the rows that were noted. One series is copied
 * block by block, the other read where it lies whole.
 */
function inBlocks(pairs: Pairs, block: number, asksBelow: boolean) {
  const left = spanOf(new Float64Array(block));
  const right = { ...spanOf(new Float64Array(block)), values: Float64Array.from(pairs, ([, b]) => b) };
  const outs = { above: new HeldRows(block), below: asksBelow ? new HeldRows(block) : undefined };
  const step = crossings(left, right, outs);
  const found = { above: [] as number[], below: [] as number[], aboveRows: [] as number[], belowRows: [] as number[] };
  for (let from = 0; from < pairs.length; from += block) {
    const part = pairs.slice(from, from + block);
    left.column.set(part.map(([a]) => a));
    right.from = from;
    step(part.length);
    for (const side of ['above', 'below'] as const) {
      const crossed = outs[side];
      if (!crossed) continue;
      found[side].push(...crossed.column.slice(0, part.length));
      found[`${side}Rows`].push(...[...crossed.rows.slice(0, crossed.count)].map((row) => from + row));
    }
  }
  return found;
}

function rowsOf(column: readonly number[]): number[] {
  return column.flatMap((value, row) => (value === 1 ? [row] : []));
}

test('a crossing looks at this bar and the one before, over the end of a block too; what is undefined crosses nothing', () => {
  fc.assert(
    fc.property(anyPairs, anyBlock, fc.boolean(), (pairs, block, asksBelow) => {
      const found = inBlocks(pairs, block, asksBelow);
      const above = crossesAbove(pairs);
      expect(found.above).toEqual(above);
      expect(found.aboveRows).toEqual(rowsOf(above));
      const below = asksBelow ? crossesAbove(pairs.map(([a, b]) => [b, a])) : [];
      expect(found.below).toEqual(below);
      expect(found.belowRows).toEqual(rowsOf(below));
    }),
  );
});
