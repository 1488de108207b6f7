import type { Step } from './columns.ts';
import type { HeldRows } from './held-rows.ts';
import { unless } from './operations.ts';
import type { Span } from './span.ts';

/** Where a crosses above b, and where it crosses below, if that is asked for before the first bar comes. */
export interface Crossing {
  readonly above: HeldRows;
  below: HeldRows | undefined;
}

/**
 * a crosses above b: a > b on this bar and a ≤ b on the bar before. What crosses above is left where it crosses below:
 * b crosses above a where the same difference falls through zero.
 */
export function crossings(a: Span, b: Span, outs: Crossing): Step {
  let last = Number.NaN;
  const cross = (row: number): void => {
    const now = (a.values[a.from + row] ?? 0) - (b.values[b.from + row] ?? 0);
    const neither = unless(now, last);
    outs.above.set(row, now > 0 && last <= 0 ? 1 : neither);
    outs.below?.set(row, now < 0 && last >= 0 ? 1 : neither);
    last = now;
  };
  /** The first row from one on, on which a − b has another sign: lines cross seldom, and nothing is between. */
  const endOfSide = (row: number, count: number): number => {
    if (last > 0) return endAbove(a, b, row, count);
    return last < 0 ? endAbove(b, a, row, count) : row;
  };
  return (count) => {
    outs.above.begin();
    outs.below?.begin();
    for (let row = endOfSide(0, count); row < count; row = endOfSide(row + 1, count)) cross(row);
  };
}

/** The first row from one on, on which the one is not above the other. */
function endAbove(one: Span, other: Span, row: number, count: number): number {
  const [a, b] = [one.values, other.values];
  const ahead = other.from - one.from;
  let i = one.from + row;
  const end = one.from + count;
  while (i < end && (a[i] ?? 0) > (b[i + ahead] ?? 0)) i += 1;
  return i - one.from;
}
