import { type Bar, type EpochMs, type IndiaDate, MINUTE_MS } from '@trickdesk/domain';
import type { MarketSource, SimInstrument, SourceSession, SourceTick } from './market-source.ts';

/** What the exchange knows of one instrument at this moment. Prices in paise. */
export interface LiveQuote {
  readonly instrument: SimInstrument;
  previousClose: number;
  open: number;
  high: number;
  low: number;
  last: number;
  lastQuantity: number;
  /** Shares that traded with the last packet; 0 where it repeats a price. */
  tickQuantity: number;
  cumVolume: number;
  /** Σ price × quantity, for the average traded price. */
  turnover: number;
  /** Moment of the last trade and of the last packet. */
  tradedAt: EpochMs;
  stampedAt: EpochMs;
  sequence: number;
}

interface Entry {
  readonly quote: LiveQuote;
  growing: Bar | undefined;
  /** Shares that the day's ticks add up to; never falls. */
  traded: number;
}

/** The running day of the exchange: quotes, and the bar that ticks are building. */
export interface LiveBook {
  readonly date: () => IndiaDate | undefined;
  readonly startDay: (session: SourceSession) => void;
  /** Takes one tick in; `undefined` for a token that is not listed. */
  readonly apply: (tick: SourceTick) => LiveQuote | undefined;
  readonly quoteOf: (token: string) => LiveQuote | undefined;
  /** The bar (of one minute, or of the source's own length) that the last trade fell into. */
  readonly growingBar: (token: string) => Bar | undefined;
}

export function createLiveBook(source: MarketSource): LiveBook {
  const entries = new Map<string, Entry>();
  let session: SourceSession | undefined;
  let barMs = new Map<string, number>();

  return {
    date: () => session?.date,
    startDay: (next) => {
      session = next;
      barMs = new Map();
      for (const instrument of source.instruments) {
        const before = entries.get(instrument.token)?.quote.last;
        const close = source.previousClose(instrument.token, next.date) ?? before ?? 0;
        entries.set(instrument.token, {
          quote: freshQuote(instrument, close, next.openAt),
          growing: undefined,
          traded: 0,
        });
        barMs.set(instrument.token, (source.dayBars(instrument.token, next.date)?.barMinutes ?? 1) * MINUTE_MS);
      }
    },
    apply: (tick) => {
      const entry = entries.get(tick.token);
      if (!entry || !session) return undefined;
      const { quote } = entry;
      // A recorded tick that steps back in time has the running total of its moment: sent as it was recorded, it sells
      // back nothing.
      const quantity = Math.max(0, tick.cumVolume - entry.traded);
      entry.traded += quantity;
      const inSession = tick.at >= session.openAt && tick.at < session.closeAt;
      if (tick.traded && inSession) {
        const length = barMs.get(tick.token) ?? MINUTE_MS;
        const openAt = session.openAt + Math.floor((tick.at - session.openAt) / length) * length;
        entry.growing = grown(entry.growing, { openAt, price: tick.pricePaise, quantity });
      }
      takeIn(quote, tick, quantity);
      return quote;
    },
    quoteOf: (token) => entries.get(token)?.quote,
    growingBar: (token) => entries.get(token)?.growing,
  };
}

function freshQuote(instrument: SimInstrument, previousClose: number, at: EpochMs): LiveQuote {
  return {
    instrument,
    previousClose,
    open: 0,
    high: 0,
    low: 0,
    last: previousClose,
    lastQuantity: 0,
    tickQuantity: 0,
    cumVolume: 0,
    turnover: 0,
    tradedAt: 0,
    stampedAt: at,
    sequence: 0,
  };
}

function takeIn(quote: LiveQuote, tick: SourceTick, quantity: number): void {
  quote.sequence += 1;
  quote.stampedAt = tick.at;
  quote.last = tick.pricePaise;
  quote.tickQuantity = tick.traded ? quantity : 0;
  if (!tick.traded) return;
  const first = quote.open === 0;
  if (first) quote.open = tick.pricePaise;
  quote.high = Math.max(quote.high, tick.pricePaise);
  quote.low = first ? tick.pricePaise : Math.min(quote.low, tick.pricePaise);
  quote.tradedAt = tick.at;
  if (quantity > 0) quote.lastQuantity = quantity;
  quote.cumVolume = tick.cumVolume;
  quote.turnover += quantity * tick.pricePaise;
}

interface Trade {
  readonly openAt: EpochMs;
  readonly price: number;
  readonly quantity: number;
}

/** A recorded tick that comes late, for a bar already closed, changes no bar here: closed bars come from the source. */
function grown(bar: Bar | undefined, { openAt, price, quantity }: Trade): Bar {
  if (!bar || openAt > bar.openAt)
    return { openAt, open: price, high: price, low: price, close: price, volume: quantity };
  if (openAt < bar.openAt) return bar;
  const [high, low] = [Math.max(bar.high, price), Math.min(bar.low, price)];
  return { openAt, open: bar.open, high, low, close: price, volume: bar.volume + quantity };
}
