import type { Bar } from '@trickdesk/domain';
import type { z } from 'zod';
import type {
  BrokerAccess,
  BrokerReply,
  CandleRequest,
  InstrumentRef,
  MarketData,
  MissingQuote,
  Quote,
} from '../port.ts';
import { barsOf, candleWindows, INTERVAL_RULES, type OpeningOf, zCandles } from './candles.ts';
import { quoteBatches, zFound, zLastPrice, zQuotes } from './quotes.ts';
import { type MasterSource, readInstruments } from './read-instruments.ts';
import { accessCall } from './sessions.ts';
import type { Transport } from './transport.ts';

export interface MarketDataParts {
  readonly transport: Transport;
  readonly master: MasterSource;
  readonly openingOf: OpeningOf;
}

const NO_CURRENCY = {
  kind: 'refused',
  code: 'UNSUPPORTED_EXCHANGE',
  message: 'currency prices do not fit into whole paise',
} as const;

type Read = <T>(
  endpoint: 'search' | 'lastPrice' | 'quote' | 'candles',
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodType<T>,
) => Promise<BrokerReply<T>>;

/** @param user who takes turns with the other users of the same client in the rate budget */
export function createMarketData(parts: MarketDataParts, access: BrokerAccess, user: string): MarketData {
  const read: Read = (endpoint, body, schema) =>
    parts.transport(accessCall(access, { endpoint, body, repeatable: true, user }), schema);
  return {
    readInstruments: (accept) => readInstruments(parts.master, accept),
    search: async (exchange, text) => {
      if (exchange === 'CDS') return NO_CURRENCY;
      return read('search', { exchange, searchscrip: text }, zFound);
    },
    lastPrice: async ({ exchange, token, tradingSymbol }) => {
      if (exchange === 'CDS') return NO_CURRENCY;
      return read('lastPrice', { exchange, tradingsymbol: tradingSymbol, symboltoken: token }, zLastPrice);
    },
    quotes: (instruments) => readQuotes(read, instruments),
    candles: (request) => readCandles(read, request, parts.openingOf),
  };
}

async function readQuotes(
  read: Read,
  instruments: readonly InstrumentRef[],
): Promise<BrokerReply<{ readonly quotes: readonly Quote[]; readonly missing: readonly MissingQuote[] }>> {
  if (instruments.some((ref) => ref.exchange === 'CDS')) return NO_CURRENCY;
  const quotes: Quote[] = [];
  const missing: MissingQuote[] = [];
  for (const exchangeTokens of quoteBatches(instruments)) {
    const reply = await read('quote', { mode: 'FULL', exchangeTokens }, zQuotes);
    if (reply.kind !== 'ok') return reply;
    quotes.push(...(reply.value.fetched ?? []));
    missing.push(...(reply.value.unfetched ?? []));
  }
  return { kind: 'ok', value: { quotes, missing } };
}

async function readCandles(
  read: Read,
  request: CandleRequest,
  openingOf: OpeningOf,
): Promise<BrokerReply<readonly Bar[]>> {
  const { instrument, interval, from, to } = request;
  if (instrument.exchange === 'CDS') return NO_CURRENCY;
  const rows: Bar[] = [];
  for (const window of candleWindows(from, to, interval)) {
    const reply = await read(
      'candles',
      {
        exchange: instrument.exchange,
        symboltoken: instrument.token,
        interval: INTERVAL_RULES[interval].wireName,
        ...window,
      },
      zCandles,
    );
    if (reply.kind !== 'ok') return reply;
    for (const row of reply.value) rows.push(row);
  }
  return { kind: 'ok', value: barsOf(rows, { from, to, interval }, openingOf) };
}
