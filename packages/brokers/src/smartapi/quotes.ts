import type { Exchange } from '@trickdesk/domain';
import { z } from 'zod';
import type { DepthLevel, InstrumentRef, MissingQuote, NamedInstrumentRef, Quote } from '../port.ts';
import { brokerMoment, zNumber, zPrice, zText } from './reading.ts';

/** Tokens in one call, over all exchanges. */
export const MAX_QUOTES = 50;

/** Currency prices have more decimals than whole paise can hold, so that segment is not offered. */
const zExchange = z.enum(['NSE', 'BSE', 'NFO', 'BFO', 'MCX'] satisfies Exchange[]);

const zRequiredPrice = zPrice.refine((price) => price !== undefined).transform((price) => price ?? 0);

const zLevel = z.object({ price: zPrice, quantity: zNumber, orders: zNumber }).transform(
  (level): DepthLevel => ({
    pricePaise: level.price ?? 0,
    quantity: level.quantity ?? 0,
    orders: level.orders ?? 0,
  }),
);
/** Empty levels are sent as zeros. */
const zLevels = z
  .array(zLevel)
  .nullish()
  .transform((levels) => (levels ?? []).filter((level) => level.quantity > 0));

const zMoment = zText.transform(brokerMoment);

const zQuote = z
  .object({
    exchange: zExchange,
    tradingSymbol: zText,
    symbolToken: zText,
    ltp: zRequiredPrice,
    open: zPrice,
    high: zPrice,
    low: zPrice,
    close: zPrice,
    lowerCircuit: zPrice,
    upperCircuit: zPrice,
    tradeVolume: zNumber,
    exchFeedTime: zMoment,
    exchTradeTime: zMoment,
    depth: z.object({ buy: zLevels, sell: zLevels }).nullish(),
  })
  .transform(
    (wire): Quote => ({
      exchange: wire.exchange,
      token: wire.symbolToken,
      tradingSymbol: wire.tradingSymbol,
      lastPaise: wire.ltp,
      openPaise: wire.open,
      highPaise: wire.high,
      lowPaise: wire.low,
      previousClosePaise: wire.close,
      lowerCircuitPaise: wire.lowerCircuit,
      upperCircuitPaise: wire.upperCircuit,
      volume: wire.tradeVolume,
      feedAt: wire.exchFeedTime,
      lastTradeAt: wire.exchTradeTime,
      bids: wire.depth?.buy ?? [],
      asks: wire.depth?.sell ?? [],
    }),
  );

const zMissing = z.object({ exchange: zExchange, symbolToken: zText, message: zText, errorCode: zText }).transform(
  (wire): MissingQuote => ({
    exchange: wire.exchange,
    token: wire.symbolToken,
    code: wire.errorCode,
    message: wire.message,
  }),
);

export const zQuotes = z.object({
  fetched: z.array(zQuote).nullish(),
  unfetched: z.array(zMissing).nullish(),
});

export const zLastPrice = z.object({ ltp: zRequiredPrice }).transform((wire) => wire.ltp);

/** Nothing found comes as `null`. */
export const zFound = z
  .array(z.object({ exchange: zExchange, tradingsymbol: z.string().min(1), symboltoken: zText }))
  .nullable()
  .transform((rows) =>
    (rows ?? []).map(
      (row): NamedInstrumentRef => ({
        exchange: row.exchange,
        token: row.symboltoken,
        tradingSymbol: row.tradingsymbol,
      }),
    ),
  );

/** `{ NSE: ['3045'], NFO: ['63915'] }`, at most 50 tokens in each piece. */
export function quoteBatches(instruments: readonly InstrumentRef[]): Record<string, string[]>[] {
  const unique = [...new Map(instruments.map((ref) => [`${ref.exchange}:${ref.token}`, ref])).values()];
  const batches: Record<string, string[]>[] = [];
  for (let i = 0; i < unique.length; i += MAX_QUOTES) {
    const batch: Record<string, string[]> = {};
    for (const { exchange, token } of unique.slice(i, i + MAX_QUOTES)) {
      batch[exchange] = [...(batch[exchange] ?? []), token];
    }
    batches.push(batch);
  }
  return batches;
}
