import type { Database, Queryable, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { between, columnsOfBars, concatenate, merge, NO_BARS, newest } from './bar-columns.ts';
import { createBlockCache } from './block-cache.ts';
import { byPeriod, periodOf } from './block-period.ts';
import { decodeBlock, encodeBlock, packed } from './candle-block.ts';
import { type BlockInfo, listBlocks, putBlock, readBlocks, readTail, type SeriesKey } from './candle-store.ts';
import type { BarColumns, Coverage, PackedBlock } from './types.ts';

export interface SeriesRange {
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
  /** The newest so many. */
  readonly limit?: number | undefined;
}

/** Stored candles of one series, whole or in part, from the blocks and (minutes) from the tail. */
export interface Candles {
  readonly read: (key: SeriesKey, range?: SeriesRange) => Promise<BarColumns>;
  /** Blocks that hold the range, whole; the tail's bars as the last of them. */
  readonly readPacked: (key: SeriesKey, range: SeriesRange) => Promise<PackedBlock[]>;
  readonly coverage: (key: SeriesKey) => Promise<Coverage | undefined>;
}

/** Two months of minutes of some fifteen instruments; each role that reads candles has its own. */
const CACHE_BYTES = 8 * 1024 * 1024;

export function createCandles(db: Database, cacheBytes = CACHE_BYTES): Candles {
  const cache = createBlockCache(cacheBytes);

  const tailOf = async (key: SeriesKey, { from, to }: SeriesRange): Promise<BarColumns> =>
    key.interval === '1m' ? columnsOfBars(await readTail(db.kysely, { ...key, from, to })) : NO_BARS;

  const readMonths = async (key: SeriesKey, blocks: readonly BlockInfo[]): Promise<BarColumns> => {
    const cacheKey = (month: string): string => `${key.dataset}/${key.instrumentId}/${key.interval}/${month}`;
    const known = new Map<string, BarColumns>();
    for (const { month, version } of blocks) {
      const columns = cache.get(cacheKey(month), version);
      if (columns) known.set(month, columns);
    }
    const wanted = blocks.filter(({ month }) => !known.has(month));
    for (const { month, bytes } of await readBlocks(
      db.kysely,
      key,
      wanted.map(({ month }) => month),
    )) {
      const columns = decodeBlock(bytes);
      known.set(month, columns);
      // A block that was rewritten since it was listed is kept under the version of its older self and misses later.
      const version = wanted.find((block) => block.month === month)?.version ?? '';
      cache.put(cacheKey(month), version, columns);
    }
    return concatenate(blocks.map(({ month }) => known.get(month) ?? NO_BARS));
  };

  return {
    read: async (key, range = {}) => {
      // The tail first: minutes that move into a block in between are then seen twice, never not at all.
      const tail = await tailOf(key, range);
      const blocks = choose(await listBlocks(db.kysely, key), range, tail.length);
      const stored = between(await readMonths(key, blocks), range.from, range.to);
      return newest(merge(stored, tail), range.limit);
    },
    readPacked: async (key, range) => {
      const tail = await tailOf(key, range);
      const months = choose(await listBlocks(db.kysely, key), range, 0).map(({ month }) => month);
      const blocks = (await readBlocks(db.kysely, key, months)).filter(({ rowCount }) => rowCount > 0);
      const tailAt = tail.openAt[0] ?? Number.POSITIVE_INFINITY;
      // Minutes that are in a block already, and may be newer in the tail.
      const touched = blocks.filter(({ lastAt }) => lastAt >= tailAt);
      const last = merge(concatenate(touched.map(({ bytes }) => decodeBlock(bytes))), tail);
      const untouched = blocks.filter(({ lastAt }) => lastAt < tailAt);
      return [...untouched.map(({ firstAt, rowCount: count, bytes }) => ({ firstAt, count, bytes })), ...packed(last)];
    },
    coverage: async (key) => {
      const blocks = (await listBlocks(db.kysely, key)).filter((block) => block.rowCount > 0);
      const tail = key.interval === '1m' ? await readTail(db.kysely, key) : [];
      const from = blocks[0]?.firstAt ?? tail[0]?.openAt;
      const to = Math.max(blocks.at(-1)?.lastAt ?? 0, tail.at(-1)?.openAt ?? 0);
      return from === undefined ? undefined : { from, to };
    },
  };
}

/** The blocks that a range needs; with a limit, only as many of the newest as hold enough bars. */
function choose(blocks: readonly BlockInfo[], range: SeriesRange, tailLength: number): BlockInfo[] {
  const { from, to, limit } = range;
  const inRange = blocks.filter(
    (block) =>
      block.rowCount > 0 && (from === undefined || block.lastAt >= from) && (to === undefined || block.firstAt < to),
  );
  if (limit === undefined) return inRange;
  let missing = limit - tailLength;
  let first = inRange.length;
  while (first > 0 && missing > 0) {
    first -= 1;
    const block = inRange[first];
    // Of a block that the range cuts, it is not known how many bars are inside.
    const whole = block && (to === undefined || block.lastAt < to) && (from === undefined || block.firstAt >= from);
    if (whole) missing -= block.rowCount;
  }
  // One more: the tail may repeat bars of the newest block.
  return inRange.slice(Math.max(0, first - 1));
}

/**
 * Puts bars into the blocks of their months; a bar that is stored already is replaced. The caller's transaction must
 * hold the series' lock (`lockSeries`), since a block is read, changed and written back.
 *
 * @returns the whole content of the months that were written, oldest first
 */
export async function writeBars(tx: Tx, key: SeriesKey, columns: BarColumns): Promise<BarColumns> {
  const months = byPeriod(columns, key.interval);
  const written: BarColumns[] = [];
  const stored = await decodedBlocks(tx, key, [...months.keys()]);
  for (const [month, added] of months) {
    const whole = merge(stored.get(month) ?? NO_BARS, added);
    written.push(whole);
    await putBlock(tx, key, {
      month,
      rowCount: whole.length,
      firstAt: whole.openAt[0] ?? 0,
      lastAt: whole.openAt[whole.length - 1] ?? 0,
      bytes: encodeBlock(whole),
    });
  }
  return concatenate(written);
}

/** Records that a series was asked for from a moment on and has nothing in that month, so it is not asked again. */
export async function markAsked(tx: Tx, key: SeriesKey, from: EpochMs): Promise<void> {
  const month = periodOf(from, key.interval);
  if ((await readBlocks(tx, key, [month])).length > 0) return;
  await putBlock(tx, key, { month, rowCount: 0, firstAt: from, lastAt: from, bytes: encodeBlock(NO_BARS) });
}

async function decodedBlocks(
  db: Queryable,
  key: SeriesKey,
  months: readonly string[],
): Promise<Map<string, BarColumns>> {
  const blocks = await readBlocks(db, key, months);
  return new Map(blocks.map(({ month, bytes }) => [month, decodeBlock(bytes)]));
}
