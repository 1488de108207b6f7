import { addDays, type Bar, type EpochMs, type IndiaDate } from '@trickdesk/domain';
import { type HistoryRequest, historyOf } from './history.ts';
import { createLiveBook, type LiveBook, type LiveQuote } from './live-book.ts';
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
  const day = createDay(source, book);
  let now = position ?? source.startAt;

  const place = (at: EpochMs): void => {
    const next = source.sessionFrom(at);
    now = next && next.openAt - at > LONGEST_WAIT_MS ? next.openAt - BEFORE_OPEN_MS : at;
    // Past the last session the exchange is closed, but its last prices still stand.
    day.open(next ?? source.sessionsBetween('0000-01-01', '9999-12-31').at(-1));
    for (let tick = day.takeUntil(now); tick; tick = day.takeUntil(now)) book.apply(tick);
    if (!next) day.end();
  };
  const rollOver = (ended: SourceSession): void => {
    const next = source.sessionFrom(ended.endAt);
    if (next) {
      now = Math.max(now, next.openAt - BEFORE_OPEN_MS);
      day.open(next);
    } else if (loop) {
      place(source.startAt);
    } else {
      now = ended.endAt;
      day.end();
    }
  };
  const runTo = (target: EpochMs): void => {
    const session = day.session();
    if (!session) return;
    for (let tick = day.takeUntil(target); tick; tick = day.takeUntil(target)) {
      now = Math.max(now, tick.due);
      const quote = book.apply(tick);
      if (quote) for (const listener of listeners) listener(quote, tick);
    }
    now = Math.max(now, Math.min(target, session.endAt));
    if (target >= session.endAt) rollOver(session);
  };

  const quoteOf = (token: string): LiveQuote | undefined => {
    const quote = book.quoteOf(token);
    // What has had no tick yet stands as of now: the opening may still be to come.
    if (quote?.sequence === 0) quote.stampedAt = Math.floor(Math.min(day.session()?.openAt ?? now, now));
    return quote;
  };

  place(now);

  return {
    source,
    now: () => Math.floor(now),
    session: day.session,
    isOpen: () => {
      const session = day.session();
      return session !== undefined && now >= session.openAt && now < session.closeAt;
    },
    runTo,
    jumpTo: place,
    onTick: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quoteOf,
    instrumentOf: (token) => byToken.get(token),
    history: (request) => historyOf(source, { now, growingBar: book.growingBar, today: book.date() }, request),
    yearRange: day.yearRange,
  };
}

/** The running day: its session, the ticks that are still to come, and what is remembered for a day only. */
interface Day {
  readonly session: () => SourceSession | undefined;
  readonly open: (session: SourceSession | undefined) => void;
  /** No session runs any more; quotes and bars stay. */
  readonly end: () => void;
  /** The next tick that is due by the moment. */
  readonly takeUntil: (moment: EpochMs) => SourceTick | undefined;
  readonly yearRange: Exchange['yearRange'];
}

function createDay(source: MarketSource, book: LiveBook): Day {
  const ranges = new Map<string, Extremes>();
  let session: SourceSession | undefined;
  let ticks: Iterator<SourceTick> | undefined;
  let pending: SourceTick | undefined;

  const advance = (): void => {
    const next = ticks?.next();
    pending = next && !next.done ? next.value : undefined;
  };
  return {
    session: () => session,
    open: (next) => {
      session = next;
      ranges.clear();
      if (next) book.startDay(next);
      ticks = next && source.ticks(next);
      advance();
    },
    end: () => {
      session = undefined;
      ticks = undefined;
      pending = undefined;
    },
    takeUntil: (moment) => {
      const tick = pending;
      if (!tick || tick.due > moment) return undefined;
      advance();
      return tick;
    },
    yearRange: (token) => {
      const known = ranges.get(token);
      const range = known ?? yearBefore(source, token, book.date());
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
