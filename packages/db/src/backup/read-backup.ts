import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { DamagedBackup, type Frame, readFrames } from './backup-file.ts';
import {
  type BackupHead,
  type DatabaseEnd,
  type Progress,
  rowsIn,
  type TableEnd,
  type TableHead,
  type TableSummary,
} from './format.ts';

/** What is done with the parts of a backup as they are come to. */
export interface BackupReader {
  readonly onHead?: (head: BackupHead) => Promise<void>;
  /** Takes all rows of a table. @returns how many rows there were */
  readonly onTable: (table: TableHead, rows: AsyncIterable<Buffer>) => Promise<number>;
  readonly onDatabaseEnd?: (end: DatabaseEnd) => Promise<void>;
  readonly onProgress?: Progress | undefined;
}

export interface BackupContent {
  readonly head: BackupHead;
  readonly tables: readonly TableSummary[];
}

/**
 * Reads a backup from its beginning to its end, and compares every table with its checksum.
 *
 * @throws DamagedBackup naming the table that is not as it was written
 */
export async function readBackup(path: string, reader: BackupReader): Promise<BackupContent> {
  const frames = readFrames(path);
  try {
    const first = await next(frames);
    if (first?.kind !== 'head') throw new DamagedBackup(`${path} is damaged: it does not begin as a backup does`);
    const head: BackupHead = read(first);
    await reader.onHead?.(head);
    const tables: TableSummary[] = [];
    for (let frame = await next(frames); frame; frame = await next(frames)) {
      if (frame.kind === 'databaseEnd') {
        await reader.onDatabaseEnd?.(read(frame));
        continue;
      }
      if (frame.kind !== 'table') throw new DamagedBackup(`${path} is damaged: a part of it is out of place`);
      const table = await readTable(frames, read(frame), reader);
      tables.push(table);
      reader.onProgress?.(table);
    }
    return { head, tables };
  } finally {
    await frames.return(undefined);
  }
}

/** Goes over the whole file and changes nothing. @throws DamagedBackup */
export function checkBackup(path: string): Promise<BackupContent> {
  return readBackup(path, { onTable: (_table, rows) => countRows(rows) });
}

async function countRows(pieces: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const piece of pieces) rows += rowsIn(piece);
  return rows;
}

async function readTable(
  frames: AsyncGenerator<Frame>,
  head: TableHead,
  { onTable }: BackupReader,
): Promise<TableSummary> {
  const named = `the table ${head.table} (${head.part})`;
  let end: TableEnd | undefined;
  const compressed = async function* (): AsyncGenerator<Buffer> {
    for (let frame = await next(frames); frame; frame = await next(frames)) {
      if (frame.kind === 'rows') yield frame.content;
      else if (frame.kind === 'tableEnd') {
        end = read(frame);
        return;
      } else throw new DamagedBackup(`${named} is damaged: a part of it is out of place`);
    }
  };
  const hash = createHash('sha256');
  let bytes = 0;
  let damage: DamagedBackup | undefined;
  const measured = async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const piece of plain) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    } catch (error) {
      const why = error instanceof DamagedBackup ? error.message : 'its rows cannot be unpacked';
      damage = new DamagedBackup(`${named} is damaged: ${why}`);
      throw damage;
    }
    // Before whoever takes the rows is told that they are all.
    if (!end || hash.digest('hex') !== end.sha256 || bytes !== end.bytes) {
      damage = new DamagedBackup(`${named} is damaged: its checksum differs`);
      throw damage;
    }
  };
  let rows = 0;
  const take = async (plain: AsyncIterable<Buffer>): Promise<void> => {
    rows = await onTable(head, measured(plain));
  };
  await pipeline(Readable.from(compressed()), createZstdDecompress(), take).catch((error: unknown) => {
    throw damage ?? error;
  });
  if (!end || rows !== end.rows)
    throw new DamagedBackup(`${named} has ${rows} rows and should have ${end?.rows ?? 'others'}`);
  return { part: head.part, table: head.table, ...end };
}

async function next(frames: AsyncGenerator<Frame>): Promise<Frame | undefined> {
  const step = await frames.next();
  return step.done ? undefined : step.value;
}

/** The file's own checksums vouch for what stands in it: nobody else writes one. */
function read<T>(frame: Frame): T {
  try {
    const content: T = JSON.parse(frame.content.toString('utf8'));
    return content;
  } catch {
    throw new DamagedBackup('the backup is damaged: a part of it cannot be read');
  }
}
