import { CallFailure } from '../../lib/call-failure.ts';

/** The header of a copy that says how many rows it has; the contract's, which a test compares. */
export const COPY_ROWS_HEADER = 'x-copy-rows';

export interface CopyProgress {
  readonly rows: number;
  readonly total: number;
}

const LINE_END = 10;

/**
 * Reads a copy as it is written: a row is a line of its own.
 *
 * @param tell how far it is, with each part that comes
 * @throws CallFailure `NO_CONNECTION` where it breaks off: half a copy is none
 */
export async function readCopy(response: Response, tell: (progress: CopyProgress) => void): Promise<Blob> {
  const total = Number(response.headers.get(COPY_ROWS_HEADER) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      for (const byte of part.value) if (byte === LINE_END) lines += 1;
      // There are a few lines that are no rows.
      tell({ rows: Math.min(lines, total), total });
    }
  } catch (error) {
    throw new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '', cause: error });
  }
  return new Blob(parts, { type: 'application/json' });
}
