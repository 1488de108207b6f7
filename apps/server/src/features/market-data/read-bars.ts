import type { Database } from '@trickdesk/db';
import {
  DAY_MS,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { concatenate, NO_BARS } from './bar-columns.ts';
import { packed } from './candle-block.ts';
import { storedIntervals } from './candle-store.ts';
import type { Candles } from './candles.ts';
import { closedMinutes, cut, resample, startOfDay, withOtherDays } from './resample.ts';
import { sourceIntervals } from './rules.ts';
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
  if (interval !== '1m' || !stored.includes('1m'))
    return { blocks: packed(await readBars(reading, instrument, request)), from, to };
  const blocks = await candles.readPacked({ dataset, instrumentId: instrument.id, interval }, request);
  // A minute that is not over is not told.
  return { blocks, from, to: Math.min(to, closedBy - MINUTE_MS + 1) };
}

/** Daily bars as stored, and the days before and since then from minutes, or from the longer bars that are stored instead. */
async function readDays(reading: Reading, instrument: StoredInstrument, request: BarRequest): Promise<BarColumns> {
  const { db, candles, dataset } = reading;
  const series = { dataset, instrumentId: instrument.id };
  const sources = sourceIntervals('1h', await storedIntervals(db.kysely, dataset, instrument.id));
  const days = await candles.read({ ...series, interval: '1d' }, request);
  const made = (from: EpochMs | undefined, to: EpochMs | undefined): Promise<BarColumns> =>
    readMade(reading, instrument, { from, to, interval: '1d' }, sources);
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
  request: MadeRequest & { readonly interval: Exclude<Interval, '1d'> },
): Promise<BarColumns> {
  const stored = await storedIntervals(reading.db.kysely, reading.dataset, instrument.id);
  const sources = sourceIntervals(request.interval, stored);
  return cut(await readMade(reading, instrument, request, sources), request);
}

interface MadeRequest {
  readonly interval: Interval;
  readonly from?: EpochMs | undefined;
  readonly to?: EpochMs | undefined;
  readonly limit?: number | undefined;
}

/** Bars made of the first of some series, and before its first and after its last bar of the next ones. */
async function readMade(
  reading: Reading,
  instrument: StoredInstrument,
  request: MadeRequest,
  sources: readonly Interval[],
): Promise<BarColumns> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, limit } = request;
  let known = NO_BARS;
  for (const source of sources) {
    const [first, last] = [known.openAt[0], known.openAt[known.length - 1]];
    if (first === undefined || last === undefined) {
      known = await readFrom(source, reading, instrument, request);
      continue;
    }
    const wanted = limit === undefined ? undefined : limit - known.length;
    const isMissing = first > from && (wanted === undefined || wanted > 0);
    const earlier = isMissing
      ? await readFrom(source, reading, instrument, { ...request, to: first, limit: wanted })
      : NO_BARS;
    const later = last + 1 < to ? await readFrom(source, reading, instrument, { ...request, from: last + 1 }) : NO_BARS;
    known = concatenate([earlier, known, cut(later, { from: last + 1 })]);
  }
  return known;
}

/** Bars made of one series. The first may open before `from`, of what is made with a limit some more may come. */
async function readFrom(
  source: Interval,
  { candles, calendar, dataset, closedBy }: Reading,
  instrument: StoredInstrument,
  { from, to, limit, interval }: MadeRequest,
): Promise<BarColumns> {
  const series = { dataset, instrumentId: instrument.id, interval: source };
  const ratio = source === '1d' || interval === '1d' ? 1 : INTERVAL_MINUTES[interval] / INTERVAL_MINUTES[source];
  const fine = await candles.read(series, {
    from: from === undefined || interval === '1d' ? from : startOfDay(calendar, from),
    to,
    // Enough for the asked bars and one that is cut; sessions that end early only make it more.
    limit: limit === undefined ? undefined : (limit + 1) * ratio + ratio,
  });
  const closed = source === '1m' ? closedMinutes(fine, closedBy) : fine;
  return resample(closed, { from: source, to: interval, calendar, closedBy });
}

/** From where to where bars of an interval are stored, or bars that they are made from. */
export async function coverageOf(
  { db, candles, dataset }: Pick<Reading, 'db' | 'candles' | 'dataset'>,
  instrument: StoredInstrument,
  interval: Interval,
): Promise<Coverage | undefined> {
  const stored = await storedIntervals(db.kysely, dataset, instrument.id);
  const sources: readonly Interval[] = interval === '1d' ? ['1d'] : sourceIntervals(interval, stored);
  const found = await Promise.all(
    sources.map((own) => candles.coverage({ dataset, instrumentId: instrument.id, interval: own })),
  );
  return hullOf(found);
}

/** From the first to the last of some; `undefined` where there are none. */
export function hullOf(found: readonly (Coverage | undefined)[]): Coverage | undefined {
  const stored = found.flatMap((one) => (one ? [one] : []));
  if (stored.length === 0) return undefined;
  return { from: Math.min(...stored.map(({ from }) => from)), to: Math.max(...stored.map(({ to }) => to)) };
}
