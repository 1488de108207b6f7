import type { EventName, EventOf } from '@trickdesk/contract';
import type { Bus, Database } from '@trickdesk/db';
import { type EpochMs, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { Log } from '../../platform/log.ts';
import { subscribeMarket } from './market-events.ts';
import { createQuotePace } from './quote-pace.ts';
import { subscribePrices } from './shown-prices.ts';
import { listActiveInstruments } from './store.ts';
import { createTurnedShares } from './turned-shares.ts';
import type { MarketDataService } from './types.ts';
import { candleOnWire } from './wire.ts';

/** Whoever watches prices. */
export interface MarketListener {
  readonly symbols: readonly string[];
  readonly send: (event: { readonly name: string; readonly data: string }) => void;
}

export interface NewestPrice {
  readonly at: EpochMs;
  readonly pricePaise: number;
}

export interface MarketStream {
  /** What it returns ends that. */
  readonly listen: (listener: MarketListener) => Promise<() => void>;
  /** The newest price that came while anybody listened. */
  readonly priceOf: (symbol: string) => NewestPrice | undefined;
  readonly close: () => Promise<void>;
}

export interface MarketStreamParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly market: MarketDataService;
  readonly log: Log;
}

const MARKET_EVERY_MS = 1_000;
const ANEW_MS = 60_000;

type Quote = EventOf<'quote'>['quotes'][number];

/** Prices of the market to whoever has them on screen, every bar, the clock. */
export async function streamMarket({ db, bus, market, log }: MarketStreamParts): Promise<MarketStream> {
  const listeners = new Set<MarketListener>();
  const symbols = await createSymbols(db, log);
  const shares = createTurnedShares(market);

  const pace = createQuotePace<Quote>((told) => {
    for (const listener of listeners) {
      const quotes = listener.symbols.flatMap((symbol) => told.get(symbol) ?? []);
      if (quotes.length > 0) listener.send({ name: 'quote', data: eventData('quote', { quotes }) });
    }
  });
  const newest = new Map<string, NewestPrice>();
  const show = (id: number, at: EpochMs, pricePaise: number): void => {
    if (listeners.size === 0 || shares.isOfBefore(id, at)) return;
    const symbol = symbols.of(id);
    if (symbol === undefined) return;
    const before = newest.get(symbol)?.at ?? Number.NEGATIVE_INFINITY;
    // What is told again comes late, out of order or both; a market that goes far back begins anew.
    if (at <= before && at > before - ANEW_MS) return;
    newest.set(symbol, { at, pricePaise });
    pace.note(symbol, quoteOf(symbol, at, pricePaise));
  };
  const marketEvent = async (): Promise<string | undefined> => {
    const { now, status, feed } = await market.marketState();
    return now === undefined ? undefined : eventData('market', { now: toIndiaIso(now), status, feed });
  };
  const sendMarket = async (to: Iterable<MarketListener>): Promise<void> => {
    const data = await marketEvent();
    if (data !== undefined) for (const listener of to) listener.send({ name: 'market', data });
  };
  const greet = async (listener: MarketListener): Promise<void> => {
    await sendMarket([listener]);
    const quotes = await storedQuotes(market, listener.symbols);
    if (quotes.length > 0 && listeners.has(listener)) {
      listener.send({ name: 'quote', data: eventData('quote', { quotes }) });
    }
  };
  const report = (error: unknown): void => log.warn({ error }, 'the market could not be streamed');
  const greetAll = async (isWanted: boolean): Promise<void> => {
    for (const listener of isWanted ? listeners : []) await greet(listener);
  };
  const prices = await subscribePrices(bus, show);
  const subscription = await subscribeMarket(bus, {
    // While a feed of the release before still runs, its ticks are all there is.
    onTick: show,
    onBar: (id, bar) => {
      const symbol = symbols.of(id);
      if (symbol === undefined) return;
      const data = eventData('bar', { symbol, candle: candleOnWire(bar) });
      for (const listener of listeners) if (listener.symbols.includes(symbol)) listener.send({ name: 'bar', data });
    },
    // What is stored is in the units of the day by then.
    onClock: (at) => void shares.follow(at).then(greetAll).catch(report),
  });
  const clocking = setInterval(() => {
    if (listeners.size > 0) sendMarket(listeners).catch(report);
  }, MARKET_EVERY_MS);

  return {
    listen: async (listener) => {
      listeners.add(listener);
      greet(listener).catch(report);
      return () => {
        listeners.delete(listener);
        // Nothing is noted from here on, so what is known grows old.
        if (listeners.size === 0) newest.clear();
      };
    },
    priceOf: (symbol) => newest.get(symbol),
    close: async () => {
      pace.close();
      clearInterval(clocking);
      await prices.unsubscribe();
      await subscription.unsubscribe();
    },
  };
}

async function storedQuotes(market: MarketDataService, symbols: readonly string[]): Promise<Quote[]> {
  const prices = await market.lastPrices(symbols.map((symbol) => ({ symbol })));
  return prices.map((price) => quoteOf(price.symbol, price.at, price.pricePaise));
}

function quoteOf(symbol: string, at: EpochMs, pricePaise: number): Quote {
  return { symbol, last: paiseToRupees(pricePaise), at: toIndiaIso(at) };
}

function eventData<Name extends EventName>(_name: Name, payload: EventOf<Name>): string {
  return JSON.stringify(payload);
}

/** A number that stays unknown must not have the list read for each of its ticks. */
const READ_AGAIN_MS = 5_000;

/** Symbols of instruments; a number that is new (the list was just read for the first time) has it read again. */
async function createSymbols(db: Database, log: Log) {
  let known = new Map<number, string>();
  // The first number that is unknown has the list read at once: on a new database it came after this began.
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<void> => {
    known = new Map((await listActiveInstruments(db.kysely)).map(({ id, symbol }) => [id, symbol]));
  };
  await read();
  return {
    of: (id: number): string | undefined => {
      const symbol = known.get(id);
      if (symbol === undefined && Date.now() - readAt > READ_AGAIN_MS) {
        readAt = Date.now();
        read().catch((error: unknown) => log.warn({ error }, 'instruments could not be read'));
      }
      return symbol;
    },
  };
}
