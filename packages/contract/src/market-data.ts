import { z } from 'zod';
import { call } from './call.ts';
import { zDate, zExchange, zFilledText, zInterval, zMoment, zPercent, zRupees, zSymbol } from './fields.ts';

export const zInstrument = z.strictObject({
  exchange: zExchange,
  symbol: z.string(),
  tradingSymbol: z.string(),
  name: z.string(),
  kind: z.enum(['equity', 'etf', 'index', 'future', 'option']),
  tickSize: zRupees,
  lotSize: z.int(),
  tradable: z.boolean(),
});

export const zQuote = z.strictObject({
  exchange: zExchange,
  symbol: z.string(),
  last: zRupees,
  open: zRupees,
  high: zRupees,
  low: zRupees,
  previousClose: zRupees,
  changePercent: zPercent,
  volume: z.int(),
  /** The exchange's time of the last price. */
  at: zMoment,
  simulated: z.boolean(),
});
export type Quote = z.output<typeof zQuote>;

/** `[openAt (epoch seconds, UTC), open, high, low, close (rupees), volume]`: compact, since a chart asks for thousands. */
export const zCandle = z.tuple([z.int(), zRupees, zRupees, zRupees, zRupees, z.int()]);

export const searchinstruments = call('searchinstruments', {
  summary: 'Instruments whose symbol or name contains the text; the best twelve matches.',
  input: z.strictObject({ Search: zFilledText(60), kind: z.enum(['equity', 'etf', 'index']).optional() }),
  output: z.strictObject({ instrument_list: z.array(zInstrument) }),
});

export const candles = call('candles', {
  summary: 'Candles of an instrument, oldest first, raw prices. At most 5,000; the newest where a range holds more.',
  input: z.strictObject({
    exchange: zExchange.default('NSE'),
    symbol: zSymbol,
    interval: zInterval,
    from_date: zDate.optional(),
    to_date: zDate.optional(),
  }),
  output: z.strictObject({
    candles: z.array(zCandle),
    exchange: zExchange,
    symbol: z.string(),
    interval: zInterval,
    /** Where the data came from, in words a person reads: `Simulated market`, `Imported file`. */
    source: z.string(),
    simulated: z.boolean(),
  }),
  refusals: ['INSTRUMENT_UNKNOWN'],
});

export const quote = call('quote', {
  summary: 'Last prices of up to 50 instruments.',
  input: z.strictObject({
    instruments: z
      .array(z.strictObject({ exchange: zExchange.default('NSE'), symbol: zSymbol }))
      .min(1)
      .max(50),
  }),
  output: z.strictObject({ quotes: z.array(zQuote), missing: z.array(z.string()) }),
});

export const marketDataCalls = { searchinstruments, candles, quote };
