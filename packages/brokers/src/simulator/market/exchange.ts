import { addDays, type Bar, type EpochMs, type IndiaDate } from '@trickdesk/domain';
import { type HistoryRequest, historyOf } from './history.ts';
import { createLiveBook, type LiveQuote } from './live-book.ts';
import type { Extremes, MarketSource, SimInstrument, SourceSession, SourceTick } from './market-source.ts';

/** The clock wakes this long before a session opens. */
const BEFORE_OPEN_MS = 30_000;
/** A clock that is set further than this before an opening goes there at once: nights and weekends do not exist. */
const LONGEST_WAIT_MS = 20 * 60_000;
const YEAR_DAYS = 365;

export type TickListener = (quote: LiveQuote, tick: SourceTick) => void;

/**
 * The exchange: its clock's position, the running day, and the past. Time moves only through `runTo`, so that data
 * and clock never disagree.
 */
export interface Exchange {
  readonly source: MarketSource;
  readonly now: () => EpochMs;
  /** The session that runs or comes next; `undefined` when the source has ended. */
  readonly session: () => SourceSession | undefined;
  readonly isOpen: () => boolean;
  /** Sends every tick that is due up to the moment, in order; at the day's end the clock goes to the next session. */
  readonly runTo: (target: EpochMs) => void;
  /** Moves the clock without sending anything; what happened in between is in quotes and bars. Also backwards. */
  readonly jumpTo: (target: EpochMs) => void;
  readonly onTick: (listener: TickListener) => () => void;
  readonly quoteOf: (token: string) => LiveQuote | undefined;
  readonly instrumentOf: (token: string) => SimInstrument | undefined;
  readonly history: (request: HistoryRequest) => Bar[];
  readonly yearRange: (token: string) => { readonly high: number; readonly low: number };
}

export interface ExchangeOptions {
  readonly source: MarketSource;
  readonly position?: EpochMs;
  /** At the end of a replay: begin again, or stay closed. */
  readonly loop?: boolean;
}

export function createExchange({ source, position, loop = false }: ExchangeOptions): Exchange {
  const book = createLiveBook(source);
  const byToken = new Map(source.instruments.map((instrument) => [instrument.token, instrument]));
  const listeners = new Set<TickListener>();
  const ranges = new Map<string, Extremes>();
  let now = position ?? source.startAt;
  let session: SourceSession | undefined;
  let ticks: Iterator<SourceTick> | undefined;
  let pending: SourceTick | undefined;

  const take = (): void => {
    const next = ticks?.next();
    pending = next && !next.done ? next.value : undefined;
  };
  const open = (next: SourceSession | undefined): void => {
    session = next;
    ticks = undefined;
    pending = undefined;
    ranges.clear();
    if (!next) return;
    book.startDay(next);
    ticks = source.ticks(next);
    take();
  };
  /** Puts the book where it was at the moment, in silence. */
  const settle = (): void => {
    while (pending && pending.due <= now) {
      book.apply(pending);
      take();
    }
  };
  const place = (at: EpochMs): void => {
    const next = source.sessionFrom(at);
    now = next && next.openAt - at > LONGEST_WAIT_MS ? next.openAt - BEFORE_OPEN_MS : at;
    if (next) open(next);
    else showLastDay();
    settle();
  };
  /** Past the last session the exchange is closed, but its last prices still stand. */
  const showLastDay = (): void => {
    const last = source.sessionsBetween('0000-01-01', '9999-12-31').at(-1);
    open(last);
    settle();
    session = undefined;
  };

  const rollOver = (): void => {
    const next = session && source.sessionFrom(session.endAt);
    if (next) {
      now = Math.max(now, next.openAt - BEFORE_OPEN_MS);
      open(next);
    } else if (loop) {
      place(source.startAt);
    } else {
      now = session?.endAt ?? now;
      session = undefined;
    }
  };

  place(now);

  return {
    source,
    now: () => Math.floor(now),
    session: () => session,
    isOpen: () => session !== undefined && now >= session.openAt && now < session.closeAt,
    runTo: (target) => {
      if (!session) return;
      while (pending && pending.due <= target) {
        const tick = pending;
        now = Math.max(now, tick.due);
        const quote = book.apply(tick);
        if (quote) for (const listener of listeners) listener(quote, tick);
        take();
      }
      now = Math.max(now, Math.min(target, session.endAt));
      if (target >= session.endAt) rollOver();
    },
    jumpTo: place,
    onTick: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quoteOf: book.quoteOf,
    instrumentOf: (token) => byToken.get(token),
    history: (request) => historyOf(source, { now, growingBar: book.growingBar, today: book.date() }, request),
    yearRange: (token) => {
      const date = book.date();
      const known = ranges.get(token);
      const range = known ?? yearBefore(source, token, date);
      if (range?.exact && !known) ranges.set(token, range);
      const quote = book.quoteOf(token);
      const [high, low] = [quote?.high ?? 0, quote?.low ?? 0];
      if (!range) return { high, low };
      return { high: Math.max(range.high, high), low: low > 0 ? Math.min(range.low, low) : range.low };
    },
  };
}

function yearBefore(source: MarketSource, token: string, date: IndiaDate | undefined): Extremes | undefined {
  return date === undefined ? undefined : source.extremes(token, addDays(date, -YEAR_DAYS), addDays(date, -1));
}
