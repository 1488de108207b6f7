import type {
  Bar,
  CorporateAction,
  EpochMs,
  Exchange,
  IndiaDate,
  Instrument,
  Interval,
  MarketCalendar,
} from '@trickdesk/domain';
import type { BarColumns as SeriesColumns } from '@trickdesk/engine';
import type { MarketStatus } from './market-events.ts';

/** An instrument with the product's own number, which every stored price refers to. */
export interface StoredInstrument extends Instrument {
  readonly id: number;
  readonly name: string;
  /** False where the market's list does not (or no longer) offer it; its stored candles stay readable. */
  readonly active: boolean;
}

export interface SymbolRef {
  /** `NSE` when not given. */
  readonly exchange?: string;
  readonly symbol: string;
}

export interface BarRequest extends SymbolRef {
  readonly interval: Interval;
  /** Bars that open at or after this … */
  readonly from?: EpochMs;
  /** … and before this. */
  readonly to?: EpochMs;
  /** The newest so many. */
  readonly limit?: number;
  /** The market's own when not given. */
  readonly dataset?: string;
}

/** Bars as typed arrays of one length, oldest first; prices in whole paise. */
export interface BarColumns {
  readonly length: number;
  readonly openAt: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

/** Bars that follow one another as they lie in the database: `unpackBars` reads them. */
export interface PackedBlock {
  /** Opening of the first. */
  readonly firstAt: EpochMs;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** All bars of a range, oldest first, and at both ends some that lie outside of it. */
export interface PackedBars {
  readonly blocks: readonly PackedBlock[];
  readonly from: EpochMs;
  /** Excluded. */
  readonly to: EpochMs;
}

export interface Coverage {
  readonly from: EpochMs;
  /** Opening moment of the last bar. */
  readonly to: EpochMs;
}

/** Whole paise. */
export interface LastPrice {
  readonly instrumentId: number;
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly pricePaise: number;
  readonly openPaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  readonly previousClosePaise: number;
  readonly volume: number;
  /** The exchange's time of the price. */
  readonly at: EpochMs;
  /** The day whose units it is in: of `at`, or of an ex-date that has begun since. */
  readonly unitsOf: IndiaDate;
}

export type FeedHealth = 'live' | 'stale' | 'down';

export interface MarketState {
  readonly status: MarketStatus;
  /** Of the session under way, or of the next one that the calendar knows. */
  readonly opensAt?: EpochMs;
  readonly closesAt?: EpochMs;
  /** The exchange's clock; absent until the first price has come. */
  readonly now?: EpochMs;
  /** Market seconds that pass in one second. */
  readonly speed: number;
  readonly simulated: boolean;
  readonly feed: FeedHealth;
}

/** The market's part of `headerdata`. */
export interface HeaderMarket {
  readonly market: MarketState;
  readonly indices: readonly { readonly symbol: string; readonly lastPaise: number; readonly changePercent: number }[];
}

/** Prices, past and present, for other features. Reads only; the feed is the only writer. */
export interface MarketDataService {
  /** Which world the prices are from: `simulator:synthetic:1`, `angelone`. */
  readonly dataset: string;
  readonly simulated: boolean;
  /** Knows recorded days of years outside its table as well; it learns them while the process runs. */
  readonly calendar: MarketCalendar;
  /** Resolves when recorded days have been read; before that the calendar knows its table only. */
  readonly start: () => Promise<void>;
  /** The feed tells of trading at a moment: in a simulated market, which may be a replay of any year, its day is a session. */
  readonly noteTrading: (at: EpochMs) => void;
  /** Active or not; `undefined` where it was never heard of. */
  readonly instrument: (exchange: string, symbol: string) => Promise<StoredInstrument | undefined>;
  readonly instrumentById: (id: number) => Promise<StoredInstrument | undefined>;
  /** Oldest first, raw prices, closed bars only. Empty where there is nothing, also for an unknown symbol. */
  readonly bars: (request: BarRequest) => Promise<Bar[]>;
  /** The same as typed arrays, for back-tests. They are shared with a cache: do not write. */
  readonly columns: (request: BarRequest) => Promise<SeriesColumns>;
  /** The same, a tenth of the size, for what is too long to lie in memory as it is. */
  readonly packedBars: (request: Omit<BarRequest, 'limit'>) => Promise<PackedBars>;
  readonly coverage: (ref: SymbolRef, interval: Interval, dataset?: string) => Promise<Coverage | undefined>;
  /** What changed the unit of an instrument's prices in a world, oldest first. */
  readonly corporateActions: (instrumentId: number, dataset: string) => Promise<CorporateAction[]>;
  /** Instruments whose prices change their unit on a day, in this world. */
  readonly exDatesOn: (day: IndiaDate) => Promise<readonly number[]>;
  /** In no particular order; symbols without a price are absent. */
  readonly lastPrices: (refs: readonly SymbolRef[]) => Promise<LastPrice[]>;
  readonly marketState: () => Promise<MarketState>;
  readonly headerMarket: () => Promise<HeaderMarket>;
  /** History that the feed has fetched so far, in instruments. */
  readonly historyProgress: () => Promise<{ readonly done: number; readonly total: number }>;
  /** In words for people: `Simulated market, seed 1`. */
  readonly describeDataset: (dataset: string) => string;
}
