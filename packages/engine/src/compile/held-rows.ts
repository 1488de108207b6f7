import type { KnownRows } from './types.ts';

/** The column of a condition that holds on few bars of a block: those are noted as they are found. */
export class HeldRows implements KnownRows {
  readonly column: Float64Array;
  readonly rows: Int32Array;
  count = 0;

  constructor(capacity: number) {
    this.column = new Float64Array(capacity);
    this.rows = new Int32Array(capacity);
  }

  /** On none of the next block's bars, of so many, does it hold as yet. */
  begin(count: number): void {
    // Bars come one by one where a thousand strategies run beside each other.
    if (count === 1) this.column[0] = 0;
    else this.column.fill(0, 0, count);
    this.count = 0;
  }

  /** Rows come from the first to the last. @param value 1, 0 or NaN */
  set(row: number, value: number): void {
    this.column[row] = value;
    if (value !== 1) return;
    this.rows[this.count] = row;
    this.count += 1;
  }
}
