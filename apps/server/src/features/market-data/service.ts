import type { Database } from '@trickdesk/db';
import { type EpochMs, indiaDateOf, type MarketCalendar } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { listActions, listExDates } from './actions-store.ts';
import { barsOfColumns, NO_BARS } from './bar-columns.ts';
import { createCandles } from './candles.ts';
import { coverageOf, NO_PACKED_BARS, readBars, readPacked } from './read-bars.ts';
import { createRecordedCalendar, type RecordedCalendar } from './recorded-calendar.ts';
import { changePercent, describeDataset, marketStateOf } from './rules.ts';
import {
  countHistory,
  findInstrument,
  findInstrumentById,
  longestSeries,
  readClock,
  readLastPrices,
  recordedDays,
} from './store.ts';
import type { BarColumns, BarRequest, MarketDataService } from './types.ts';

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
/** The calendar learns of new recorded days at most so often … */
const LEARN_EVERY_MS = 60_000;
/** … and so often while the market's clock stands in a day that nothing is known of. */
const LEARN_UNKNOWN_EVERY_MS = 1_000;

interface Learning {
  readonly calendar: RecordedCalendar;
  readonly candles: ReturnType<typeof createCandles>;
}

/** How the market stands; whoever asks lets the calendar learn of recorded days that are new. */
function stateReader(parts: MarketDataParts, { calendar, candles }: Learning) {
  const { db, dataset, simulated, speed } = parts;
  let learnedAt = Number.NEGATIVE_INFINITY;
  const learn = async (): Promise<void> => {
    learnedAt = parts.clock.now();
    await parts.refreshCalendar?.();
    const longest = await longestSeries(db.kysely, dataset, '1d');
    const days = longest && (await candles.read({ dataset, instrumentId: longest, interval: '1d' }));
    const found = [...[...(days ? days.openAt : [])].map(indiaDateOf), ...(await recordedDays(db.kysely, dataset))];
    // Of the real exchange, that a day has prices does not tell when it ends: a year that is not entered stays unknown.
    const today = indiaDateOf(parts.clock.now());
    calendar.learn(simulated ? found : found.filter((day) => day < today));
  };
  const marketState: MarketDataService['marketState'] = async () => {
    const now = parts.clock.now();
    if (now - learnedAt > LEARN_EVERY_MS) await learn();
    const clock = await readClock(db.kysely, dataset);
    const isUnknown = simulated && clock !== undefined && calendar.kindOf(indiaDateOf(clock.exchangeAt)) === 'unknown';
    if (isUnknown && now - learnedAt > LEARN_UNKNOWN_EVERY_MS) await learn();
    return marketStateOf({ clock, calendar, now, speed, simulated });
  };
  return { learn, marketState };
}

export function createMarketData(parts: MarketDataParts): MarketDataService {
  const { db, dataset, simulated } = parts;
  const calendar = createRecordedCalendar(parts.calendar);
  const candles = createCandles(db);
  const { learn, marketState } = stateReader(parts, { calendar, candles });
  const closedBy = async (world: string): Promise<EpochMs> => {
    if (world !== dataset) return Number.POSITIVE_INFINITY;
    return (await readClock(db.kysely, dataset))?.exchangeAt ?? Number.POSITIVE_INFINITY;
  };
  const readingOf = async (request: BarRequest) => {
    const instrument = await findInstrument(db.kysely, request.exchange ?? 'NSE', request.symbol);
    if (!instrument) return undefined;
    const world = request.dataset ?? dataset;
    return { instrument, reading: { db, candles, calendar, dataset: world, closedBy: await closedBy(world) } };
  };
  const read = async (request: BarRequest): Promise<BarColumns> => {
    const found = await readingOf(request);
    return found ? readBars(found.reading, found.instrument, request) : NO_BARS;
  };
  const lastPrices: MarketDataService['lastPrices'] = (refs) => readLastPrices(db.kysely, dataset, refs);

  return {
    dataset,
    simulated,
    calendar,
    start: learn,
    noteTrading: (at) => {
      if (simulated) calendar.learn([indiaDateOf(at)]);
    },
    instrument: (exchange, symbol) => findInstrument(db.kysely, exchange, symbol),
    instrumentById: (id) => findInstrumentById(db.kysely, id),
    bars: async (request) => barsOfColumns(await read(request)),
    columns: async (request) => {
      const { openAt: time, open, high, low, close, volume } = await read(request);
      return { time, open, high, low, close, volume };
    },
    packedBars: async (request) => {
      const found = await readingOf(request);
      return found ? readPacked(found.reading, found.instrument, request) : NO_PACKED_BARS;
    },
    coverage: async (ref, interval, world = dataset) => {
      const instrument = await findInstrument(db.kysely, ref.exchange ?? 'NSE', ref.symbol);
      return instrument && coverageOf({ db, candles, dataset: world }, instrument, interval);
    },
    corporateActions: (instrumentId, world) => listActions(db.kysely, world, instrumentId),
    exDatesOn: (day) => listExDates(db.kysely, dataset, day),
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
