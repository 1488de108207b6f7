import type { Bus, Subscription } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';

/** One channel for all of it: NOTIFY keeps the order within a channel, and a bar must not overtake its ticks. */
export const MARKET_CHANNEL = 'market';

export type MarketStatus = 'open' | 'closed' | 'pre_open' | 'unknown';

/**
 * What the feed tells every process. For each instrument: all ticks of a minute, then its bar or the word that there is
 * none, then later ticks. A bar is in `candle_tail` before it is told. After a gap in the feed, an instrument's news waits until its missing minutes
 * have been fetched, so its bars may come late: compare a bar with the clock where lateness matters.
 */
export interface MarketHandlers {
  readonly onTick?: (instrumentId: number, at: EpochMs, pricePaise: number, cumulativeVolume: number) => void;
  /** Before the tick that it came with, and only of instruments that somebody asks for; see `quotes-wanted.ts`. */
  readonly onQuote?: (instrumentId: number, quote: Quote) => void;
  /** A closed minute. */
  readonly onBar?: (instrumentId: number, bar: Bar) => void;
  /** The minutes up to this moment have ended, and those without a bar had no trade. */
  readonly onQuiet?: (instrumentId: number, until: EpochMs) => void;
  /** About once a second: how far the exchange's clock is. */
  readonly onClock?: (exchangeAt: EpochMs, status: MarketStatus) => void;
  /** Something may have been missed, or bars were stored that were not told one by one: read the bars again. */
  readonly onGap?: () => void;
}

export interface MarketPublisher {
  readonly tick: (instrumentId: number, at: EpochMs, pricePaise: number, cumulativeVolume: number) => void;
  readonly quote: (instrumentId: number, quote: Quote) => void;
  /** Only after the bar is durable. */
  readonly bar: (instrumentId: number, bar: Bar) => void;
  readonly quiet: (instrumentId: number, until: EpochMs) => void;
  readonly clock: (exchangeAt: EpochMs, status: MarketStatus) => void;
  readonly gap: () => void;
  readonly flush: () => Promise<void>;
}

const STATUSES: readonly MarketStatus[] = ['open', 'closed', 'pre_open', 'unknown'];

export function publishMarket(bus: Bus): MarketPublisher {
  let dropped = bus.droppedCount();
  const send = (...fields: (string | number)[]): void => {
    bus.publish(MARKET_CHANNEL, fields.join(','));
    // The bus drops the oldest news of a lost connection: whoever listens must then read the database.
    if (bus.droppedCount() === dropped) return;
    dropped = bus.droppedCount();
    bus.publish(MARKET_CHANNEL, 'g');
  };
  return {
    tick: (instrumentId, at, pricePaise, cumulativeVolume) => send('t', instrumentId, at, pricePaise, cumulativeVolume),
    quote: (instrumentId, { at, bids, asks }) => send('q', instrumentId, at, bids.length, ...bids, ...asks),
    bar: (instrumentId, bar) => send('b', instrumentId, bar.openAt, bar.open, bar.high, bar.low, bar.close, bar.volume),
    quiet: (instrumentId, until) => send('n', instrumentId, until),
    clock: (exchangeAt, status) => send('c', exchangeAt, status),
    gap: () => send('g'),
    flush: bus.flush,
  };
}

/** @returns when the server will deliver: what is published afterwards arrives */
export function subscribeMarket(bus: Bus, handlers: MarketHandlers): Promise<Subscription> {
  return bus.subscribe(MARKET_CHANNEL, {
    onMessage: (message) => deliver(message, handlers),
    onGap: () => handlers.onGap?.(),
  });
}

function deliver(message: string, handlers: MarketHandlers): void {
  const [kind, ...fields] = message.split(',');
  if (kind === 't') handlers.onTick?.(...numbers(fields, 4));
  else if (kind === 'q') deliverQuote(fields, handlers);
  else if (kind === 'b') deliverBar(fields, handlers);
  else if (kind === 'n') handlers.onQuiet?.(...numbers(fields, 2));
  else if (kind === 'c') deliverClock(fields, handlers);
  else if (kind === 'g') handlers.onGap?.();
  else throw new TypeError(`not market news: ${message}`);
}

function deliverBar(fields: readonly string[], handlers: MarketHandlers): void {
  const [id, openAt, open, high, low, close, volume] = numbers(fields, 7);
  handlers.onBar?.(id, { openAt, open, high, low, close, volume });
}

/** Number, moment, how many figures the bids have, the bids, the asks. Most listeners need none of it. */
function deliverQuote(fields: readonly string[], { onQuote }: MarketHandlers): void {
  if (!onQuote) return;
  const [id = Number.NaN, at = Number.NaN, bids = Number.NaN, ...levels] = fields.map(Number);
  const isWhole = bids % 2 === 0 && levels.length % 2 === 0 && bids <= levels.length;
  if (!isWhole || ![id, at, ...levels].every(Number.isFinite)) {
    throw new TypeError(`market news with wrong figures: ${fields.join(',')}`);
  }
  onQuote(id, { at, bids: levels.slice(0, bids), asks: levels.slice(bids) });
}

function deliverClock([at, word]: readonly string[], handlers: MarketHandlers): void {
  const status = STATUSES.find((known) => known === word);
  if (status === undefined) throw new TypeError(`not a market status: ${word}`);
  handlers.onClock?.(...numbers([at ?? ''], 1), status);
}

type Numbers<N extends number> = N extends 1
  ? readonly [number]
  : N extends 2
    ? readonly [number, number]
    : N extends 4
      ? readonly [number, number, number, number]
      : readonly [number, number, number, number, number, number, number];

function numbers<N extends 1 | 2 | 4 | 7>(fields: readonly string[], count: N): Numbers<N> {
  const values = fields.map(Number);
  if (values.length !== count || values.some((value) => !Number.isFinite(value))) {
    throw new TypeError(`market news with wrong figures: ${fields.join(',')}`);
  }
  // The length was counted above; a tuple cannot be inferred from a count.
  return values as unknown as Numbers<N>;
}
