import type { Step } from './columns.ts';
import type { HeldRows } from './held-rows.ts';
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
  const sides = new Sides(a, b, outs);
  return (count) => sides.step(count);
}

/** On which side of b a stands: the sign of a − b. Small whole numbers, which cost nothing to keep and to hand on. */
type Side = -1 | 0 | 1 | typeof UNKNOWN;
const UNKNOWN = 2;

/** Two lines, and on which side of the other the one was last. */
class Sides {
  readonly #a: Span;
  readonly #b: Span;
  readonly #outs: Crossing;
  /** On the last bar of the block before. */
  #last: Side = UNKNOWN;

  constructor(a: Span, b: Span, outs: Crossing) {
    this.#a = a;
    this.#b = b;
    this.#outs = outs;
  }

  step(count: number): void {
    this.#outs.above.begin();
    this.#outs.below?.begin();
    const { values: left, from: leftFrom } = this.#a;
    const { values: right, from: rightFrom } = this.#b;
    const ahead = rightFrom - leftFrom;
    const end = leftFrom + count;
    let side = this.#last;
    for (let at = leftFrom; ; at += 1) {
      // Lines cross seldom: nothing happens before the first row on which a − b has another sign.
      if (side === 1) at = endAbove(left, right, { at, end, ahead });
      else if (side === -1) at = endBelow(left, right, { at, end, ahead });
      if (at >= end) break;
      const next = sideOf((left[at] ?? 0) - (right[at + ahead] ?? 0));
      this.#turn(at - leftFrom, side, next);
      side = next;
    }
    this.#last = side;
  }

  #turn(row: number, before: Side, now: Side): void {
    const { above, below } = this.#outs;
    if (before === UNKNOWN || now === UNKNOWN) {
      above.leaveOpen(row);
      below?.leaveOpen(row);
    } else if (now > 0 && before <= 0) above.hold(row);
    else if (now < 0 && before >= 0) below?.hold(row);
  }
}

function sideOf(difference: number): Side {
  if (difference > 0) return 1;
  if (difference < 0) return -1;
  return difference === 0 ? 0 : UNKNOWN;
}

/** Rows of a, and how far ahead of them those of b lie. */
interface Rows {
  readonly at: number;
  readonly end: number;
  readonly ahead: number;
}

// The loops are functions of their own: what they read stands in locals there, and is looked up once.

/** The first row from one on, on which a is not above b. */
function endAbove(a: Float64Array, b: Float64Array, { at, end, ahead }: Rows): number {
  let row = at;
  while (row < end && (a[row] ?? 0) > (b[row + ahead] ?? 0)) row += 1;
  return row;
}

function endBelow(a: Float64Array, b: Float64Array, { at, end, ahead }: Rows): number {
  let row = at;
  while (row < end && (a[row] ?? 0) < (b[row + ahead] ?? 0)) row += 1;
  return row;
}
