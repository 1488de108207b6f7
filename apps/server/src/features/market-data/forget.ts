import type { Database } from '@trickdesk/db';
import { type EpochMs, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { between } from './bar-columns.ts';
import { decodeBlock, encodeBlock } from './candle-block.ts';
import {
  deleteBlock,
  deleteTailFrom,
  listBlocks,
  lockSeries,
  putBlock,
  readBlocks,
  type SeriesKey,
  seriesReaching,
} from './candle-store.ts';

/**
 * Removes the candles of minutes that have not begun at a moment, and of the day under way and later days: for a
 * simulated market whose clock was set back, where they would be foreknowledge.
 *
 * @returns how many series were shortened
 */
export async function forgetCandles(db: Database, dataset: string, at: EpochMs): Promise<number> {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const today = indiaMoment(indiaDateOf(at));
  await deleteTailFrom(db.kysely, dataset, minute);
  const series = await seriesReaching(db.kysely, dataset, today);
  for (const key of series) await cutSeries(db, key, key.interval === '1d' ? today : minute);
  return series.length;
}

async function cutSeries(db: Database, key: SeriesKey, from: EpochMs): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSeries(tx, key);
    const reaching = (await listBlocks(tx, key)).filter((block) => block.lastAt >= from);
    for (const { month, bytes } of await readBlocks(
      tx,
      key,
      reaching.map((block) => block.month),
    )) {
      const kept = between(decodeBlock(bytes), undefined, from);
      const [firstAt, lastAt] = [kept.openAt[0], kept.openAt[kept.length - 1]];
      if (firstAt === undefined || lastAt === undefined) await deleteBlock(tx, key, month);
      else await putBlock(tx, key, { month, rowCount: kept.length, firstAt, lastAt, bytes: encodeBlock(kept) });
    }
  });
}
