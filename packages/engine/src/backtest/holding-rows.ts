import type { CompiledCondition, KnownRows } from '../compile/types.ts';

/** After every row; a whole number as rows are, so that what is worked out with rows stays one. */
const NOWHERE = 2 ** 30;

/** The rows of the block at hand on which a condition holds. Rows are looked at once where one asks from the first to the last. */
export class HoldingRows {
  #condition: CompiledCondition | undefined;
  #column: Float64Array | undefined;
  /** Where it holds, if somebody knows; and how many of those rows are behind us. */
  #known: KnownRows | undefined;
  #behind = 0;
  #from = 0;
  #to = 0;
  /** It does not hold on the rows from `searched` up to `next`. */
  #searched = 0;
  #next = -1;

  /** The program has worked on the rows `from` to `to`. */
  startAt(condition: CompiledCondition | undefined, from: number, to: number): void {
    this.#condition = condition;
    this.#column = condition?.column;
    this.#known = condition?.rows;
    this.#behind = 0;
    this.#from = from;
    this.#to = to;
    this.#searched = from;
    this.#next = from - 1;
  }

  /** Whether one can tell on which bars it holds before they are come to. */
  get isKnownAhead(): boolean {
    return this.#condition === undefined || this.#column !== undefined;
  }

  /** The first row from one on that it holds on, or the end. */
  next(row: number, end: number): number {
    if (row < this.#searched || row > this.#next) {
      if (row < this.#searched) this.#behind = 0;
      this.#searched = row;
      this.#next = this.#search(row);
    }
    return Math.min(this.#next, end);
  }

  #search(row: number): number {
    const column = this.#column;
    if (!column) return NOWHERE;
    if (this.#known) return this.#lookUp(this.#known, row - this.#from);
    const count = this.#to - this.#from;
    for (let i = row - this.#from; i < count; i += 1) if (column[i] === 1) return this.#from + i;
    return NOWHERE;
  }

  #lookUp({ rows, count }: KnownRows, row: number): number {
    let at = this.#behind;
    while (at < count && (rows[at] ?? 0) < row) at += 1;
    this.#behind = at;
    return at < count ? this.#from + (rows[at] ?? 0) : NOWHERE;
  }

  /** The first row from one on that it does not hold on, or the end. */
  endOf(row: number, end: number): number {
    const column = this.#column;
    if (!column) return row;
    for (let i = row; i < end; i += 1) if (column[i - this.#from] !== 1) return i;
    return end;
  }
}
