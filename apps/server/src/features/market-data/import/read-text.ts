import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { tellFirstBytes } from './first-bytes.ts';
import { UnreadableFile } from './report.ts';

type Bytes = AsyncIterable<Buffer>;

/**
 * The text of a file, piece by piece: unpacked where it is gzip and decoded from UTF-8 or UTF-16, whatever its name says.
 *
 * @param onBytes is told of the file's bytes as they are read
 * @throws UnreadableFile for what is no text, and for a gzip that is damaged
 */
export async function* openText(path: string, onBytes: (count: number) => void = () => undefined) {
  yield* decoded(counted(createReadStream(path), onBytes));
}

async function* counted(bytes: Bytes, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    onBytes(piece.length);
    yield piece;
  }
}

async function* decoded(bytes: Bytes): AsyncGenerator<string> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    if (first.done) return;
    const told = tellFirstBytes(first.value);
    if (told.kind === 'refused') throw new UnreadableFile(told.reason);
    const whole = begunWith(first.value, pieces);
    if (told.kind === 'gzip') {
      yield* decoded(unpacked(whole));
      return;
    }
    const decoder = new TextDecoder(told.encoding);
    for await (const piece of whole) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } finally {
    // Whoever has seen enough leaves no file open.
    await pieces.return?.();
  }
}

async function* begunWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* unpacked(bytes: Bytes): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 });
  // An error destroys both ends, and is thrown below.
  pipeline(Readable.from(bytes), gunzip, () => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new UnreadableFile(`the gzip is damaged or was cut off (${error.message}): fetch it again`);
  }
}

export interface Line {
  /** From 1, as editors count. */
  readonly number: number;
  readonly text: string;
}

/** Longer than any row of prices; what has no shorter lines is no table. */
const LONGEST_LINE = 65_536;

/**
 * Lines that are not blank, in batches, whichever line ends the file has.
 *
 * @throws UnreadableFile where a line is not text
 */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let number = 0;
  let rest = '';
  const linesOf = (texts: readonly string[]): Line[] =>
    texts.flatMap((line) => {
      number += 1;
      if (line.length > LONGEST_LINE) throw new UnreadableFile('the line is too long for a row of a table', number);
      // What cannot be decoded becomes U+FFFD.
      if (/[\0\uFFFD]/.test(line)) {
        throw new UnreadableFile('characters that are neither UTF-8 nor UTF-16: save the file as UTF-8', number);
      }
      return line.trim() === '' ? [] : [{ number, text: line }];
    });
  for await (const piece of text) {
    // A carriage return at the very end may be half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield linesOf(lines);
    if (rest.length > LONGEST_LINE) linesOf([rest]);
  }
  yield linesOf([rest.replace(/\r$/, '')]);
}
