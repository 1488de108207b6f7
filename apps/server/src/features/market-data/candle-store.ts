import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { type Bar, type EpochMs, INTERVALS, type Interval } from '@trickdesk/domain';
import { sql } from 'kysely';

/** One series of candles: a world, an instrument, a bar length. */
export interface SeriesKey {
  readonly dataset: string;
  readonly instrumentId: number;
  readonly interval: Interval;
}

export interface BlockInfo {
  /** `2024-01` by the Indian calendar; of daily bars the year. */
  readonly month: string;
  readonly rowCount: number;
  readonly firstAt: EpochMs;
  readonly lastAt: EpochMs;
  /** Changes with the content. */
  readonly version: string;
}

export interface StoredBlock {
  readonly month: string;
  readonly rowCount: number;
  readonly firstAt: EpochMs;
  readonly lastAt: EpochMs;
  readonly bytes: Buffer;
}

export interface TailBar {
  readonly instrumentId: number;
  readonly bar: Bar;
}

/** One writer of a series at a time: a block is read, changed and written back. */
export function lockSeries(tx: Tx, key: SeriesKey): Promise<void> {
  return lockInTransaction(tx, `candles:${key.dataset}:${key.instrumentId}:${key.interval}`);
}

/** Months in order, oldest first. */
export async function listBlocks(db: Queryable, key: SeriesKey): Promise<BlockInfo[]> {
  const rows = await db
    .selectFrom('candle_block')
    .select(['month', 'row_count', 'first_at', 'last_at', 'updated_at'])
    .where('dataset', '=', key.dataset)
    .where('instrument_id', '=', key.instrumentId)
    .where('bar_interval', '=', key.interval)
    .orderBy('month')
    .execute();
  return rows.map((row) => ({
    month: row.month,
    rowCount: row.row_count,
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
    version: `${row.updated_at.getTime()}:${row.row_count}:${row.last_at.getTime()}`,
  }));
}

/** Months in order, oldest first. */
export async function readBlocks(db: Queryable, key: SeriesKey, months: readonly string[]): Promise<StoredBlock[]> {
  if (months.length === 0) return [];
  const rows = await db
    .selectFrom('candle_block')
    .select(['month', 'row_count', 'first_at', 'last_at', 'bytes'])
    .where('dataset', '=', key.dataset)
    .where('instrument_id', '=', key.instrumentId)
    .where('bar_interval', '=', key.interval)
    .where('month', 'in', [...months])
    .orderBy('month')
    .execute();
  return rows.map(({ month, row_count: rowCount, first_at: firstAt, last_at: lastAt, bytes }) => ({
    ...{ month, rowCount, bytes },
    ...{ firstAt: firstAt.getTime(), lastAt: lastAt.getTime() },
  }));
}

export async function putBlock(tx: Tx, key: SeriesKey, block: StoredBlock): Promise<void> {
  const content = {
    row_count: block.rowCount,
    first_at: new Date(block.firstAt),
    last_at: new Date(block.lastAt),
    bytes: block.bytes,
    updated_at: new Date(),
  };
  await tx
    .insertInto('candle_block')
    .values({
      dataset: key.dataset,
      instrument_id: key.instrumentId,
      bar_interval: key.interval,
      month: block.month,
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(['dataset', 'instrument_id', 'bar_interval', 'month']).doUpdateSet(content),
    )
    .execute();
}

/** Intervals that have blocks of their own. */
export async function storedIntervals(db: Queryable, dataset: string, instrumentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('candle_block')
    .select('bar_interval')
    .distinct()
    .where('dataset', '=', dataset)
    .where('instrument_id', '=', instrumentId)
    .where('row_count', '>', 0)
    .execute();
  return rows.map((row) => row.bar_interval);
}

/** Writes closed minutes; a minute that is there already is replaced. */
export async function putTail(db: Queryable, dataset: string, bars: readonly TailBar[]): Promise<void> {
  if (bars.length === 0) return;
  // One row for each key: PostgreSQL refuses to replace a row twice in one statement.
  const unique = [...new Map(bars.map((row) => [`${row.instrumentId}:${row.bar.openAt}`, row])).values()];
  await sql`
    INSERT INTO candle_tail (dataset, instrument_id, open_at, open_paise, high_paise, low_paise, close_paise, volume)
    SELECT ${dataset}, id, to_timestamp(at / 1000.0), o, h, l, c, v
    FROM unnest(
      ${unique.map((row) => row.instrumentId)}::int[], ${unique.map((row) => row.bar.openAt)}::double precision[],
      ${unique.map((row) => row.bar.open)}::int[], ${unique.map((row) => row.bar.high)}::int[],
      ${unique.map((row) => row.bar.low)}::int[], ${unique.map((row) => row.bar.close)}::int[],
      ${unique.map((row) => row.bar.volume)}::bigint[]) AS bar(id, at, o, h, l, c, v)
    ON CONFLICT (dataset, instrument_id, open_at) DO UPDATE SET
      open_paise = excluded.open_paise, high_paise = excluded.high_paise, low_paise = excluded.low_paise,
      close_paise = excluded.close_paise, volume = excluded.volume`.execute(db);
}

export interface TailRange {
  readonly dataset: string;
  readonly instrumentId: number;
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
}

/** Oldest first. */
export async function readTail(db: Queryable, range: TailRange): Promise<Bar[]> {
  let query = db
    .selectFrom('candle_tail')
    .select(['open_at', 'open_paise', 'high_paise', 'low_paise', 'close_paise', 'volume'])
    .where('dataset', '=', range.dataset)
    .where('instrument_id', '=', range.instrumentId)
    .orderBy('open_at');
  if (range.from !== undefined) query = query.where('open_at', '>=', new Date(range.from));
  if (range.to !== undefined) query = query.where('open_at', '<', new Date(range.to));
  const rows = await query.execute();
  return rows.map((row) => ({
    openAt: row.open_at.getTime(),
    open: row.open_paise,
    high: row.high_paise,
    low: row.low_paise,
    close: row.close_paise,
    volume: Number(row.volume),
  }));
}

export async function deleteTail(tx: Tx, dataset: string, instrumentId: number, before: EpochMs): Promise<void> {
  await tx
    .deleteFrom('candle_tail')
    .where('dataset', '=', dataset)
    .where('instrument_id', '=', instrumentId)
    .where('open_at', '<', new Date(before))
    .execute();
}

/** Instruments with minutes before a moment that are not in blocks yet. */
export async function instrumentsWithTail(db: Queryable, dataset: string, before: EpochMs): Promise<number[]> {
  const rows = await db
    .selectFrom('candle_tail')
    .select('instrument_id')
    .distinct()
    .where('dataset', '=', dataset)
    .where('open_at', '<', new Date(before))
    .orderBy('instrument_id')
    .execute();
  return rows.map((row) => row.instrument_id);
}

/** The newest stored minute of each instrument of a dataset. */
export async function lastMinutes(db: Queryable, dataset: string): Promise<Map<number, EpochMs>> {
  const { rows } = await sql<{ instrument_id: number; last_at: Date }>`
    SELECT instrument_id, max(last_at) AS last_at FROM (
      SELECT instrument_id, max(open_at) AS last_at FROM candle_tail WHERE dataset = ${dataset} GROUP BY 1
      UNION ALL
      SELECT instrument_id, max(last_at) FROM candle_block
      WHERE dataset = ${dataset} AND bar_interval = '1m' AND row_count > 0 GROUP BY 1
    ) AS stored GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.instrument_id, row.last_at.getTime()]));
}

/** The first month of each instrument's blocks of one interval, empty ones included. */
export async function firstMonths(db: Queryable, dataset: string, interval: Interval): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('candle_block')
    .select(({ fn }) => ['instrument_id', fn.min('month').as('month')])
    .where('dataset', '=', dataset)
    .where('bar_interval', '=', interval)
    .groupBy('instrument_id')
    .execute();
  return new Map(rows.map((row) => [row.instrument_id, row.month]));
}

/** Series with bars at or after a moment. */
export async function seriesReaching(db: Queryable, dataset: string, at: EpochMs): Promise<SeriesKey[]> {
  const rows = await db
    .selectFrom('candle_block')
    .select(['instrument_id', 'bar_interval'])
    .distinct()
    .where('dataset', '=', dataset)
    .where('last_at', '>=', new Date(at))
    .where('row_count', '>', 0)
    .execute();
  return rows.flatMap((row) => {
    const interval = INTERVALS.find((known) => known === row.bar_interval);
    return interval ? [{ dataset, instrumentId: row.instrument_id, interval }] : [];
  });
}

export async function deleteBlock(tx: Tx, key: SeriesKey, month: string): Promise<void> {
  await tx
    .deleteFrom('candle_block')
    .where('dataset', '=', key.dataset)
    .where('instrument_id', '=', key.instrumentId)
    .where('bar_interval', '=', key.interval)
    .where('month', '=', month)
    .execute();
}

export async function deleteTailFrom(db: Queryable, dataset: string, from: EpochMs): Promise<void> {
  await db.deleteFrom('candle_tail').where('dataset', '=', dataset).where('open_at', '>=', new Date(from)).execute();
}

/**
 * Removes blocks of minutes of earlier months. A block without bars stays: it says from where a series was asked for.
 *
 * @param month `2024-01`, the first that stays
 * @returns how many blocks went
 */
export async function deleteMinutesBefore(db: Queryable, dataset: string, month: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('candle_block')
    .where('dataset', '=', dataset)
    .where('bar_interval', '=', '1m')
    .where('month', '<', month)
    .where('row_count', '>', 0)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
