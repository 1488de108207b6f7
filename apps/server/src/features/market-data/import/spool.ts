import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Numbers that wait in memory before they go to a file of their own: 12 MB. */
const MOST_WAITING = 1_500_000;

/**
 * Keeps rows of numbers by group until all of a file has been read; beyond a few megabytes in a temporary file, so that
 * the memory that it takes does not grow with the file. The order within a group stays.
 */
export class Spool {
  readonly #width: number;
  readonly #mostWaiting: number;
  readonly #written = new Map<string, { readonly at: number; readonly bytes: number }[]>();
  #waiting = new Map<string, number[]>();
  #count = 0;
  #rows = 0;
  #file: FileHandle | undefined;
  #end = 0;

  /** @param width numbers of a row */
  constructor(width: number, mostWaiting = MOST_WAITING) {
    this.#width = width;
    this.#mostWaiting = mostWaiting;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Sorted by name. */
  groups(): string[] {
    return [...new Set([...this.#written.keys(), ...this.#waiting.keys()])].sort();
  }

  add(group: string, row: readonly number[]): void {
    if (row.length !== this.#width) throw new RangeError(`a row of ${row.length} numbers, not ${this.#width}`);
    const waiting = this.#waiting.get(group);
    if (waiting) waiting.push(...row);
    else this.#waiting.set(group, [...row]);
    this.#rows += 1;
    this.#count += row.length;
  }

  /** To be called from time to time. */
  async relieve(): Promise<void> {
    if (this.#count <= this.#mostWaiting) return;
    this.#file ??= await openNameless();
    for (const [group, numbers] of this.#waiting) {
      const bytes = Buffer.from(Float64Array.from(numbers).buffer);
      await this.#file.writeFile(bytes);
      const written = this.#written.get(group) ?? [];
      this.#written.set(group, [...written, { at: this.#end, bytes: bytes.length }]);
      this.#end += bytes.length;
    }
    this.#waiting = new Map();
    this.#count = 0;
  }

  /** The rows of a group, in the order in which they were added. */
  async read(group: string): Promise<Float64Array[]> {
    const rows: Float64Array[] = [];
    const take = (numbers: Float64Array): void => {
      for (let i = 0; i < numbers.length; i += this.#width) rows.push(numbers.subarray(i, i + this.#width));
    };
    for (const { at, bytes } of this.#written.get(group) ?? []) {
      const numbers = new Float64Array(bytes / 8);
      const reply = await this.#file?.read(new Uint8Array(numbers.buffer), 0, bytes, at);
      if (reply?.bytesRead !== bytes)
        throw new Error('the temporary file of an import is shorter than what was written');
      take(numbers);
    }
    take(Float64Array.from(this.#waiting.get(group) ?? []));
    return rows;
  }

  /** Takes the temporary file away. */
  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** It lives as long as it is open: an import that is killed leaves none of its gigabytes behind. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'trickdesk-import-'));
  const file = await open(join(folder, 'rows'), 'w+');
  await rm(folder, { recursive: true });
  return file;
}
