import type { marketDataCalls as marketDataContract } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { PriceReader } from './price-reader.ts';
import { candleOnWire, instrumentOnWire, quoteOnWire } from './wire.ts';

/** Open to everyone who is signed in: prices belong to nobody. */
export const marketDataCalls = (prices: PriceReader): Handlers<typeof marketDataContract> => ({
  searchinstruments: async (_caller, input) => ({
    instrument_list: (await prices.search(input.Search, input.kind)).map(instrumentOnWire),
  }),
  candles: async (_caller, input) => {
    const { exchange, symbol, interval, from_date: fromDate, to_date: toDate } = input;
    const { bars, source, simulated } = await prices.chart({ exchange, symbol, interval, fromDate, toDate });
    return { candles: bars.map(candleOnWire), exchange, symbol, interval, source, simulated };
  },
  quote: async (_caller, input) => {
    const found = await prices.quotes(input.instruments);
    return { quotes: found.prices.map((price) => quoteOnWire(price, prices.simulated)), missing: [...found.missing] };
  },
});
