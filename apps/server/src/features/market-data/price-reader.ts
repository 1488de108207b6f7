import type { Database } from '@trickdesk/db';
import {
  addDays,
  type Bar,
  type Exchange,
  type IndiaDate,
  type InstrumentKind,
  type Interval,
  indiaMoment,
} from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { IMPORT_DATASET } from './import/import-file.ts';
import { searchInstruments } from './store.ts';
import type { LastPrice, MarketDataService, StoredInstrument, SymbolRef } from './types.ts';

const MOST_FOUND = 12;
const MOST_CANDLES = 5_000;

export interface ChartRequest {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly interval: Interval;
  readonly fromDate: IndiaDate | undefined;
  /** Included. */
  readonly toDate: IndiaDate | undefined;
}

export interface Chart {
  readonly bars: readonly Bar[];
  /** In words for people. */
  readonly source: string;
  readonly simulated: boolean;
}

/** What people look up on screens: instruments, charts, quotes. */
export interface PriceReader {
  readonly search: (text: string, kind: InstrumentKind | undefined) => Promise<StoredInstrument[]>;
  /** @throws Refusal `INSTRUMENT_UNKNOWN` */
  readonly chart: (request: ChartRequest) => Promise<Chart>;
  readonly quotes: (
    refs: readonly SymbolRef[],
  ) => Promise<{ readonly prices: readonly LastPrice[]; readonly missing: readonly string[] }>;
  readonly simulated: boolean;
}

export function createPriceReader(market: MarketDataService, db: Database): PriceReader {
  return {
    simulated: market.simulated,
    search: (text, kind) => searchInstruments(db.kysely, { text, kind, limit: MOST_FOUND }),
    chart: async ({ exchange, symbol, interval, fromDate, toDate }) => {
      if (!(await market.instrument(exchange, symbol))) throw new Refusal('INSTRUMENT_UNKNOWN');
      // The market's own prices first; where it has none of this instrument, those that were imported.
      const own = await market.coverage({ exchange, symbol }, interval);
      const dataset = own ? market.dataset : IMPORT_DATASET;
      const bars = await market.bars({
        exchange,
        symbol,
        interval,
        dataset,
        limit: MOST_CANDLES,
        ...(fromDate === undefined ? {} : { from: indiaMoment(fromDate) }),
        ...(toDate === undefined ? {} : { to: indiaMoment(addDays(toDate, 1)) }),
      });
      const simulated = own !== undefined && market.simulated;
      return { bars, source: market.describeDataset(dataset), simulated };
    },
    quotes: async (refs) => {
      const prices = await market.lastPrices(refs);
      const known = new Set(prices.map(nameOf));
      const missing = refs.filter((ref) => !known.has(nameOf(ref))).map((ref) => ref.symbol);
      return { prices, missing: [...new Set(missing)] };
    },
  };
}

function nameOf({ exchange = 'NSE', symbol }: SymbolRef): string {
  return `${exchange}:${symbol}`;
}
