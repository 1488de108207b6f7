import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import type { BarColumns, PackedBlock } from './types.ts';

/**
 * A block of candles as it lies in the database: an Apache Arrow IPC stream, compressed with zstd. Columns `openAt`
 * (Float64, UTC milliseconds), `open`, `high`, `low`, `close` (Int32, whole paise), `volume` (Float64, shares).
 */
export function encodeBlock({ openAt, open, high, low, close, volume }: BarColumns): Buffer {
  const table = tableFromArrays({ openAt, open, high, low, close, volume });
  return zstdCompressSync(tableToIPC(table, 'stream'));
}

/** @throws Error when the bytes are no block; a damaged block is never read as fewer bars */
export function decodeBlock(bytes: Uint8Array): BarColumns {
  const table = tableFromIPC(zstdDecompressSync(bytes));
  const column = (name: string): unknown => table.getChild(name)?.toArray();
  const columns = {
    length: table.numRows,
    openAt: floats(column('openAt')),
    open: integers(column('open')),
    high: integers(column('high')),
    low: integers(column('low')),
    close: integers(column('close')),
    volume: floats(column('volume')),
  };
  if (columns.openAt.length !== columns.length || columns.volume.length !== columns.length) {
    throw new Error('a candle block has columns of different lengths');
  }
  return columns;
}

/** The same bars packed; none where there are none. */
export function packed(columns: BarColumns): PackedBlock[] {
  const [firstAt] = columns.openAt;
  return firstAt === undefined ? [] : [{ firstAt, count: columns.length, bytes: encodeBlock(columns) }];
}

function floats(values: unknown): Float64Array {
  if (values instanceof Float64Array) return values;
  throw new Error('a candle block lacks a column of Float64');
}

function integers(values: unknown): Int32Array {
  if (values instanceof Int32Array) return values;
  throw new Error('a candle block lacks a column of Int32');
}
