import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The file's bytes, unpacked when it is gzip, whatever its name says. */
export async function openFile(path: string): Promise<Readable> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  await file.close();
  const bytes = createReadStream(path);
  if (bytesRead < 2 || buffer.readUInt16BE(0) !== 0x1f8b) return bytes;
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  return bytes.pipe(unpacked);
}

export interface Line {
  /** From 1, as editors count. */
  readonly number: number;
  readonly text: string;
}

/** Lines that are not blank. */
export async function* readLines(input: Readable): AsyncGenerator<Line> {
  // An error of the stream reaches a `for await` over readline only when it is passed on.
  let failure: Error | undefined;
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  input.on('error', (error) => {
    failure = error;
    lines.close();
  });
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() !== '') yield { number, text: number === 1 ? text.replace(/^\uFEFF/, '') : text };
  }
  if (failure) throw failure;
}
