import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * A backup is one file: a line that names its kind, then frames, each with a kind, the length of its content and the
 * content. The last one says that it is whole, with the SHA-256 of all before it.
 */
const FIRST_LINE = Buffer.from('TRICKDESK BACKUP 1\n');
const FRAME_HEAD_BYTES = 5;
/** What no frame of ours comes near: a length beyond it is a damaged one. */
const LARGEST_FRAME_BYTES = 64 * 1024 * 1024;

/** `head` and `table` begin something, `rows` is compressed, `tableEnd` and `databaseEnd` close it, `end` is the last. */
const KINDS = { head: 'H', table: 'T', rows: 'D', tableEnd: 'E', databaseEnd: 'S', end: 'Z' } as const;
export type FrameKind = keyof typeof KINDS;

export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

/** A file that is no whole backup, or no backup at all. The message is for the operator. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup';
}

/** Writes frames one after another, and knows the hash of all of them. */
export class FrameWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Of the file so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async begin(): Promise<void> {
    await this.#append(FIRST_LINE);
  }

  async write(kind: FrameKind, content: Buffer): Promise<void> {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.write(KINDS[kind], 0, 'latin1');
    head.writeUInt32BE(content.length, 1);
    await this.#append(Buffer.concat([head, content]));
  }

  writeJson(kind: FrameKind, content: object): Promise<void> {
    return this.write(kind, Buffer.from(JSON.stringify(content)));
  }

  /** The last frame, which makes it whole. */
  async end(): Promise<void> {
    await this.write('end', this.#hash.copy().digest());
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.appendFile(bytes);
  }
}

/**
 * Reads the frames of a file, the last one not among them.
 *
 * @throws DamagedBackup where the file is none, is cut short, or is not as it was written
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const file = await open(path);
  try {
    const reader = new BytesReader(file);
    const first = await reader.take(FIRST_LINE.length);
    if (!first?.equals(FIRST_LINE)) {
      throw new DamagedBackup(`${path} is no backup of Trickdesk, or of a release that writes another kind`);
    }
    for (;;) {
      const before = reader.hash();
      const frame = await readFrame(reader, path);
      if (frame.kind === 'end') {
        if (!frame.content.equals(before)) throw new DamagedBackup(`${path} is damaged: its own checksum differs`);
        if (await reader.take(1)) throw new DamagedBackup(`${path} is damaged: something follows its end`);
        return;
      }
      yield frame;
    }
  } finally {
    await file.close();
  }
}

async function readFrame(reader: BytesReader, path: string): Promise<Frame> {
  const head = await reader.take(FRAME_HEAD_BYTES);
  const length = head?.readUInt32BE(1) ?? 0;
  const name = head?.toString('latin1', 0, 1);
  const kind = frameKinds.find((each) => KINDS[each] === name);
  if (head && (!kind || length > LARGEST_FRAME_BYTES)) throw new DamagedBackup(`${path} is damaged`);
  const content = await reader.take(length);
  if (!kind || !content) throw new DamagedBackup(`${path} is cut short: it is no whole backup`);
  return { kind, content };
}

const frameKinds: readonly FrameKind[] = ['head', 'table', 'rows', 'tableEnd', 'databaseEnd', 'end'];

/** Read from the file at once: most frames are far smaller. */
const CHUNK_BYTES = 1024 * 1024;

/** Reads on, and knows the hash of what was read. */
class BytesReader {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  /** Read from the file and not taken yet. */
  #ahead: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  hash(): Buffer {
    return this.#hash.copy().digest();
  }

  /** @returns `undefined` where fewer are left */
  async take(count: number): Promise<Buffer | undefined> {
    if (this.#ahead.length < count && !(await this.#readAhead(count))) return undefined;
    const taken = this.#ahead.subarray(0, count);
    this.#ahead = this.#ahead.subarray(count);
    this.#hash.update(taken);
    return taken;
  }

  /** @returns whether `count` bytes are there now */
  async #readAhead(count: number): Promise<boolean> {
    const bytes = Buffer.allocUnsafe(Math.max(count, CHUNK_BYTES));
    let filled = this.#ahead.copy(bytes);
    while (filled < count) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#ahead = bytes.subarray(0, filled);
    return filled >= count;
  }
}
