import type { marketDataCalls as marketDataContract, Quote } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { addDays, type Bar, indiaMoment, isTradable, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import { Refusal } from '../../http/refusal.ts';
import { IMPORT_DATASET } from './import/import-file.ts';
import { changePercent } from './rules.ts';
import { searchInstruments } from './store.ts';
import type { LastPrice, MarketDataService, StoredInstrument } from './types.ts';

const MOST_FOUND = 12;
const MOST_CANDLES = 5_000;

/** Open to everyone who is signed in: prices belong to nobody. */
export const marketDataCalls = (market: MarketDataService, db: Database): Handlers<typeof marketDataContract> => ({
  searchinstruments: async (_caller, input) => {
    const found = await searchInstruments(db.kysely, { text: input.Search, kind: input.kind, limit: MOST_FOUND });
    return { instrument_list: found.map(instrumentOnWire) };
  },
  candles: async (_caller, input) => {
    const { exchange, symbol, interval } = input;
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
      ...(input.from_date === undefined ? {} : { from: indiaMoment(input.from_date) }),
      // The last day is included.
      ...(input.to_date === undefined ? {} : { to: indiaMoment(addDays(input.to_date, 1)) }),
    });
    return {
      candles: bars.map(candleOnWire),
      exchange,
      symbol,
      interval,
      source: market.describeDataset(dataset),
      simulated: own !== undefined && market.simulated,
    };
  },
  quote: async (_caller, input) => {
    const prices = await market.lastPrices(input.instruments);
    const known = new Set(prices.map(({ exchange, symbol }) => `${exchange}:${symbol}`));
    const asked = new Set(input.instruments.map(({ exchange, symbol }) => `${exchange}:${symbol}`));
    return {
      quotes: prices.map((price) => quoteOnWire(price, market.simulated)),
      missing: [...asked].filter((name) => !known.has(name)).map((name) => name.slice(name.indexOf(':') + 1)),
    };
  },
});

/** `[openAt (epoch seconds), open, high, low, close (rupees), volume]` */
export function candleOnWire(bar: Bar): [number, number, number, number, number, number] {
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(paiseToRupees);
  return [Math.round(bar.openAt / 1_000), open ?? 0, high ?? 0, low ?? 0, close ?? 0, bar.volume];
}

function instrumentOnWire(instrument: StoredInstrument) {
  const { exchange, symbol, tradingSymbol, name, kind, tickPaise, lotSize } = instrument;
  return {
    exchange,
    symbol,
    tradingSymbol,
    name,
    kind,
    tickSize: paiseToRupees(tickPaise),
    lotSize,
    tradable: isTradable(instrument),
  };
}

function quoteOnWire(price: LastPrice, simulated: boolean): Quote {
  return {
    exchange: price.exchange,
    symbol: price.symbol,
    last: paiseToRupees(price.pricePaise),
    open: paiseToRupees(price.openPaise),
    high: paiseToRupees(price.highPaise),
    low: paiseToRupees(price.lowPaise),
    previousClose: paiseToRupees(price.previousClosePaise),
    changePercent: changePercent(price.pricePaise, price.previousClosePaise),
    volume: price.volume,
    at: toIndiaIso(price.at),
    simulated,
  };
}
