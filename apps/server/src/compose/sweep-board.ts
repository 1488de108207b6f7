/** Shares are kept in thousandths of a run. */
const WHOLE = 1_000;

/** What the threads of a sweep share beside the bars: which combination is next, and how far each thread is. */
export class SweepBoard {
  readonly buffer: SharedArrayBuffer;
  /** The next combination, and for each thread the thousandths that it has done. */
  readonly #cells: Int32Array;

  constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  static open(threads: number): SweepBoard {
    return new SweepBoard(new SharedArrayBuffer((threads + 1) * Int32Array.BYTES_PER_ELEMENT));
  }

  /** The next combination, which nobody else gets. */
  take(): number {
    return Atomics.add(this.#cells, 0, 1);
  }

  /** Has a thread's run tell its share, 0 to 1, and counts it as a whole when it is done. */
  note<Result>(place: number, run: (onShare: (share: number) => void) => Result): Result {
    const before = Atomics.load(this.#cells, place + 1);
    const set = (share: number): void =>
      void Atomics.store(this.#cells, place + 1, before + Math.floor(Math.min(1, share) * WHOLE));
    const result = run(set);
    set(1);
    return result;
  }

  /** Combinations that are done, by all threads, in fractions. */
  done(): number {
    return this.#cells.subarray(1).reduce((sum, thousandths) => sum + thousandths, 0) / WHOLE;
  }
}
