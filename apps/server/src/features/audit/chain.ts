import { createHash } from 'node:crypto';

/** What stands before the first entry. */
export const GENESIS = Buffer.alloc(32);

export interface Entry {
  readonly seq: bigint;
  readonly source: string;
  readonly rowId: bigint;
  /** Of the row as it was when it was linked. */
  readonly rowHash: Buffer;
}

/**
 * SHA-256 over the hash before and everything that the entry says, each part with its length: no two entries can be told
 * apart by moving a border.
 */
export function hashOf(before: Buffer, { seq, source, rowId, rowHash }: Entry): Buffer {
  const hash = createHash('sha256');
  for (const part of [before, Buffer.from(String(seq)), Buffer.from(source), Buffer.from(String(rowId)), rowHash]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hash.update(length).update(part);
  }
  return hash.digest();
}
