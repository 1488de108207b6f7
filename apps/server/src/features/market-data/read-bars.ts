import type { Database } from '@trickdesk/db';
import {
  DAY_MS,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { packed } from './candle-block.ts';
import { storedIntervals } from './candle-store.ts';
import type { Candles } from './candles.ts';
import { closedMinutes, cut, resample, startOfDay, withOtherDays } from './resample.ts';
import { sourceInterval } from './rules.ts';
import type { BarColumns, BarRequest, Coverage, PackedBars, StoredInstrument } from './types.ts';

/** Of an instrument that nobody knows. */
export const NO_PACKED_BARS: PackedBars = { blocks: [], from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** What bars are read from, and by which clock. */
interface Reading {
  readonly db: Database;
  readonly candles: Candles;
  readonly calendar: MarketCalendar;
  readonly dataset: string;
  /** The exchange's clock: a bar that ends later is still growing. */
  readonly closedBy: EpochMs;
}

/** Closed bars of a request, oldest first. */
export function readBars(reading: Reading, instrument: StoredInstrument, request: BarRequest): Promise<BarColumns> {
  const { interval } = request;
  return interval === '1d'
    ? readDays(reading, instrument, request)
    : readIntraday(reading, instrument, { ...request, interval });
}

/** The same packed. Where bars are made from others, they are packed when they are made. */
export async function readPacked(
  reading: Reading,
  instrument: StoredInstrument,
  request: BarRequest,
): Promise<PackedBars> {
  const { db, candles, dataset, closedBy } = reading;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, interval } = request;
  const stored = await storedIntervals(db.kysely, dataset, instrument.id);
  if (interval !== '1m' || sourceInterval(interval, stored) !== '1m')
    return { blocks: packed(await readBars(reading, instrument, request)), from, to };
  const blocks = await candles.readPacked({ dataset, instrumentId: instrument.id, interval }, request);
  // A minute that is not over is not told.
  return { blocks, from, to: Math.min(to, closedBy - MINUTE_MS + 1) };
}

/** Daily bars as stored, and the days before and since then from minutes, or from the longer bars that are stored instead. */
async function readDays(reading: Reading, instrument: StoredInstrument, request: BarRequest): Promise<BarColumns> {
  const { db, candles, calendar, dataset, closedBy } = reading;
  const series = { dataset, instrumentId: instrument.id };
  const source = sourceInterval('1h', await storedIntervals(db.kysely, dataset, instrument.id));
  const days = await candles.read({ ...series, interval: '1d' }, request);
  const made = async (from: EpochMs | undefined, to: EpochMs | undefined): Promise<BarColumns> => {
    const minutes = await candles.read({ ...series, interval: source }, { from, to });
    return resample(minutes, { from: source, to: '1d', calendar, closedBy });
  };
  const [firstDay, lastDay] = [days.openAt[0], days.openAt[days.length - 1]];
  const recent = await made(lastDay === undefined ? request.from : lastDay + DAY_MS / 2, request.to);
  const known = withOtherDays(days, recent);
  // Days may be stored for the newest part alone: whoever asked what is covered was told of the minutes, too.
  const isWhole = firstDay === undefined || (request.from ?? Number.NEGATIVE_INFINITY) >= firstDay;
  if (isWhole || known.length >= (request.limit ?? Number.POSITIVE_INFINITY)) return cut(known, request);
  return cut(withOtherDays(known, await made(request.from, firstDay - DAY_MS / 2)), request);
}

async function readIntraday(
  reading: Reading,
  instrument: StoredInstrument,
  request: BarRequest & { readonly interval: Exclude<Interval, '1d'> },
): Promise<BarColumns> {
  const { db, candles, calendar, dataset, closedBy } = reading;
  const stored = await storedIntervals(db.kysely, dataset, instrument.id);
  const source = sourceInterval(request.interval, stored);
  const series = { dataset, instrumentId: instrument.id, interval: source };
  const ratio = source === '1d' ? 1 : INTERVAL_MINUTES[request.interval] / INTERVAL_MINUTES[source];
  const fine = await candles.read(series, {
    from: request.from === undefined ? undefined : startOfDay(calendar, request.from),
    to: request.to,
    // Enough for the asked bars and one that is cut; sessions that end early only make it more.
    limit: request.limit === undefined ? undefined : (request.limit + 1) * ratio + ratio,
  });
  const closed = source === '1m' ? closedMinutes(fine, closedBy) : fine;
  return cut(resample(closed, { from: source, to: request.interval, calendar, closedBy }), request);
}

/** From where to where bars of an interval are stored, or bars that they are made from. */
export async function coverageOf(
  { db, candles, dataset }: Pick<Reading, 'db' | 'candles' | 'dataset'>,
  instrument: StoredInstrument,
  interval: Interval,
): Promise<Coverage | undefined> {
  const stored = await storedIntervals(db.kysely, dataset, instrument.id);
  const own = interval === '1d' ? '1d' : sourceInterval(interval, stored);
  return candles.coverage({ dataset, instrumentId: instrument.id, interval: own });
}
