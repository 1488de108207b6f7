import type { Database } from '@trickdesk/db';
import {
  DAY_MS,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  type MarketCalendar,
} from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { barsOfColumns, NO_BARS } from './bar-columns.ts';
import { storedIntervals } from './candle-store.ts';
import { type Candles, createCandles } from './candles.ts';
import { createRecordedCalendar } from './recorded-calendar.ts';
import { closedMinutes, cut, resample, startOfDay, withRecentDays } from './resample.ts';
import { changePercent, describeDataset, marketStateOf, sourceInterval } from './rules.ts';
import {
  countHistory,
  findInstrument,
  findInstrumentById,
  longestSeries,
  readClock,
  readLastPrices,
  recordedDays,
} from './store.ts';
import type { BarColumns, BarRequest, MarketDataService, StoredInstrument } from './types.ts';

export interface MarketDataParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Which world the market's prices are from. */
  readonly dataset: string;
  readonly simulated: boolean;
  /** Market seconds that pass in one second. */
  readonly speed: number;
  /** The exchange's own table. */
  readonly calendar: MarketCalendar;
  /** Reads that table again, where it is one that people edit. */
  readonly refreshCalendar?: () => Promise<void>;
  /** What the bar on top shows. */
  readonly indices?: readonly string[];
}

const INDICES = ['NIFTY', 'BANKNIFTY'];
/** The calendar learns of new recorded days at most so often. */
const LEARN_EVERY_MS = 60_000;

export function createMarketData(parts: MarketDataParts): MarketDataService {
  const { db, dataset, simulated, speed } = parts;
  const calendar = createRecordedCalendar(parts.calendar);
  const candles = createCandles(db);
  let learnedAt = Number.NEGATIVE_INFINITY;

  const learn = async (): Promise<void> => {
    learnedAt = parts.clock.now();
    await parts.refreshCalendar?.();
    const longest = await longestSeries(db.kysely, dataset, '1d');
    const days = longest && (await candles.read({ dataset, instrumentId: longest, interval: '1d' }));
    calendar.learn([...(days ? days.openAt : [])].map(indiaDateOf));
    calendar.learn(await recordedDays(db.kysely, dataset));
  };
  const marketState: MarketDataService['marketState'] = async () => {
    const now = parts.clock.now();
    if (now - learnedAt > LEARN_EVERY_MS) await learn();
    const clock = await readClock(db.kysely, dataset);
    return marketStateOf({ clock, calendar, now, speed, simulated });
  };
  const closedBy = async (world: string): Promise<EpochMs> => {
    if (world !== dataset) return Number.POSITIVE_INFINITY;
    return (await readClock(db.kysely, dataset))?.exchangeAt ?? Number.POSITIVE_INFINITY;
  };
  const read = async (request: BarRequest): Promise<BarColumns> => {
    const instrument = await findInstrument(db.kysely, request.exchange ?? 'NSE', request.symbol);
    if (!instrument) return NO_BARS;
    const world = request.dataset ?? dataset;
    const reading = { db, candles, calendar, dataset: world, closedBy: await closedBy(world) };
    return request.interval === '1d'
      ? readDays(reading, instrument, request)
      : readIntraday(reading, instrument, { ...request, interval: request.interval });
  };
  const lastPrices: MarketDataService['lastPrices'] = (refs) => readLastPrices(db.kysely, dataset, refs);

  return {
    dataset,
    simulated,
    calendar,
    start: learn,
    instrument: (exchange, symbol) => findInstrument(db.kysely, exchange, symbol),
    instrumentById: (id) => findInstrumentById(db.kysely, id),
    bars: async (request) => barsOfColumns(await read(request)),
    columns: async (request) => {
      const { openAt: time, open, high, low, close, volume } = await read(request);
      return { time, open, high, low, close, volume };
    },
    coverage: async (ref, interval, world = dataset) => {
      const instrument = await findInstrument(db.kysely, ref.exchange ?? 'NSE', ref.symbol);
      if (!instrument) return undefined;
      const stored = await storedIntervals(db.kysely, world, instrument.id);
      const own = interval === '1d' ? '1d' : sourceInterval(interval, stored);
      return candles.coverage({ dataset: world, instrumentId: instrument.id, interval: own });
    },
    lastPrices,
    marketState,
    headerMarket: async () => {
      const [market, prices] = [await marketState(), await lastPrices((parts.indices ?? INDICES).map(asRef))];
      const indices = prices.map((price) => ({
        symbol: price.symbol,
        lastPaise: price.pricePaise,
        changePercent: changePercent(price.pricePaise, price.previousClosePaise),
      }));
      return { market, indices: indices.sort((a, b) => order(a.symbol) - order(b.symbol)) };
    },
    historyProgress: () => countHistory(db.kysely, dataset),
    describeDataset,
  };
}

const asRef = (symbol: string): { symbol: string } => ({ symbol });
const order = (symbol: string): number => INDICES.indexOf(symbol);

interface Reading {
  readonly db: Database;
  readonly candles: Candles;
  readonly calendar: MarketCalendar;
  readonly dataset: string;
  /** The exchange's clock: a bar that ends later is still growing. */
  readonly closedBy: EpochMs;
}

/** Daily bars as stored, and the days since then from minutes. */
async function readDays(reading: Reading, instrument: StoredInstrument, request: BarRequest): Promise<BarColumns> {
  const { candles, calendar, dataset, closedBy } = reading;
  const series = { dataset, instrumentId: instrument.id };
  const days = await candles.read({ ...series, interval: '1d' }, request);
  const lastDay = days.openAt[days.length - 1];
  const minutes = await candles.read(
    { ...series, interval: '1m' },
    { from: lastDay === undefined ? request.from : lastDay + DAY_MS / 2, to: request.to },
  );
  const recent = resample(minutes, { from: '1m', to: '1d', calendar, closedBy });
  return cut(withRecentDays(days, recent), request);
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
