/** Numbers of a chunk: enough to make chunks rare, few enough that a short run leaves little unused. */
const CHUNK_NUMBERS = 4_096;

/**
 * Numbers that are written behind one another in groups and read again in that order. They lie in chunks that are never
 * moved: eight bytes each and nothing for a collector to trace.
 */
export class NumberStream {
  readonly #chunks: { readonly numbers: Float64Array; used: number }[] = [];
  /** Where the group that was taken last is written. */
  numbers: Float64Array = new Float64Array(0);
  #used = 0;

  /** Makes room for a group of at most a chunk. @returns its first place in `numbers` */
  take(count: number): number {
    const at = this.#used;
    if (at + count > this.numbers.length) return this.#begin(count);
    this.#used = at + count;
    return at;
  }

  #begin(count: number): number {
    this.#close();
    this.numbers = new Float64Array(Math.max(count, CHUNK_NUMBERS));
    this.#chunks.push({ numbers: this.numbers, used: 0 });
    this.#used = count;
    return 0;
  }

  #close(): void {
    const last = this.#chunks.at(-1);
    if (last) last.used = this.#used;
  }

  /** Goes over what was written. @param read reads the group at a place, and answers where the next one begins */
  each(read: (numbers: Float64Array, at: number) => number): void {
    this.#close();
    for (const { numbers, used } of this.#chunks) for (let at = 0; at < used; ) at = read(numbers, at);
  }
}
