import type { Step } from './columns.ts';
import type { HeldRows } from './held-rows.ts';
import { unless } from './operations.ts';

/** Where a crosses above b, and where it crosses below, if that is asked for before the first bar comes. */
export interface Crossing {
  readonly above: HeldRows;
  below: HeldRows | undefined;
}

/**
 * a crosses above b: a > b on this bar and a ≤ b on the bar before. What crosses above is left where it crosses below:
 * b crosses above a where the same difference falls through zero.
 */
export function crossings(a: Float64Array, b: Float64Array, outs: Crossing): Step {
  let last = Number.NaN;
  const cross = (row: number): void => {
    const now = (a[row] ?? 0) - (b[row] ?? 0);
    const neither = unless(now, last);
    outs.above.set(row, now > 0 && last <= 0 ? 1 : neither);
    outs.below?.set(row, now < 0 && last >= 0 ? 1 : neither);
    last = now;
  };
  return (count) => {
    outs.above.begin(count);
    outs.below?.begin(count);
    let row = endOfSide(a, b, { from: 0, count, side: last });
    while (row < count) {
      cross(row);
      row = endOfSide(a, b, { from: row + 1, count, side: last });
    }
  };
}

/** The first row from one on, on which a − b has not the sign of `side`: lines cross seldom, and nothing is between. */
function endOfSide(
  a: Float64Array,
  b: Float64Array,
  { from, count, side }: { readonly from: number; readonly count: number; readonly side: number },
): number {
  let i = from;
  if (side > 0) while (i < count && (a[i] ?? 0) > (b[i] ?? 0)) i += 1;
  else if (side < 0) while (i < count && (a[i] ?? 0) < (b[i] ?? 0)) i += 1;
  return i;
}
