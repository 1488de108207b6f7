import type { KnownRows } from './types.ts';

/** The column of a condition that holds on few bars of a block: those are noted as they are found. */
export class HeldRows implements KnownRows {
  readonly column: Float64Array;
  readonly rows: Int32Array;
  count = 0;
  /** Rows of the block on which it is not simply no: the others need not be written anew. */
  readonly #told: Int32Array;
  #toldCount = 0;

  constructor(capacity: number) {
    this.column = new Float64Array(capacity);
    this.rows = new Int32Array(capacity);
    this.#told = new Int32Array(capacity);
  }

  /** On none of the next block's bars does it hold as yet. */
  begin(): void {
    for (let i = 0; i < this.#toldCount; i += 1) this.column[this.#told[i] ?? 0] = 0;
    this.#toldCount = 0;
    this.count = 0;
  }

  /** It holds there. Rows come from the first to the last, each once at most; on those that nobody names it does not. */
  hold(row: number): void {
    this.#tell(row, 1);
    this.rows[this.count] = row;
    this.count += 1;
  }

  /** It cannot be said there whether it holds. */
  leaveOpen(row: number): void {
    this.#tell(row, Number.NaN);
  }

  #tell(row: number, value: number): void {
    this.column[row] = value;
    this.#told[this.#toldCount] = row;
    this.#toldCount += 1;
  }
}
