import {
  addDays,
  DAY_MS,
  type EpochMs,
  INDIA_OFFSET_MS,
  type IndiaDate,
  indiaDateOf,
  indiaMoment,
  MINUTE_MS,
  parseTimeOfDay,
} from '@trickdesk/domain';
import { BarClock, sessionOfBar } from '../bars/index.ts';
import type { RunConfig } from './types.ts';

const MINUTES_PER_DAY = 1_440;
/** Square-off of positions that were to be held into the closing auction: 15:05 where it begins at 15:15. */
const BEFORE_AUCTION_MS = 10 * MINUTE_MS;

/** The times of day that bind a run. */
export class SessionClock extends BarClock {
  readonly entryFromMinute: number;
  readonly entryToMinute: number;
  /** `undefined` for delivery. */
  readonly squareOffMinute: number | undefined;
  /** By number, from Monday at 1. */
  readonly #weekdays: readonly boolean[];
  readonly #isDaily: boolean;

  constructor({ strategy, settings, calendar }: RunConfig) {
    const { session, interval, product } = strategy.definition;
    super(calendar, interval);
    this.#isDaily = interval === '1d';
    this.#weekdays = Array.from({ length: 8 }, (_, day) => session.weekdays.includes(day));
    this.entryFromMinute = minuteOf(session.entryFrom);
    this.entryToMinute = minuteOf(session.entryTo);
    const own = session.squareOff === undefined ? MINUTES_PER_DAY : minuteOf(session.squareOff);
    this.squareOffMinute = product === 'INTRADAY' ? Math.min(own, settings.squareOffMinute ?? own) : undefined;
  }

  /**
   * When the intraday positions of that day end: at square-off, and a minute before the close on a short session, so
   * that a price still comes. Never for delivery.
   */
  squareOffAt(at: EpochMs, symbol: string): EpochMs {
    if (this.squareOffMinute === undefined) return Number.POSITIVE_INFINITY;
    this.load(at);
    const closeAt = this.#continuousCloseAt(at, symbol);
    const own = this.midnight + this.squareOffMinute * MINUTE_MS;
    // Nothing can be left in an auction: a time inside it means to leave before it, with time to spare.
    if (closeAt < this.closeAt && own >= closeAt) return closeAt - BEFORE_AUCTION_MS;
    return Math.min(own, closeAt - MINUTE_MS);
  }

  /** When the session of that moment's day closes. */
  sessionEndOf(at: EpochMs): EpochMs {
    this.load(at);
    return this.closeAt;
  }

  /** Continuous trading of one share ends with the session, or before it where it goes into an auction. */
  #continuousCloseAt(at: EpochMs, symbol: string): EpochMs {
    const { hoursOf } = this.calendar;
    return hoursOf ? hoursOf(symbol, sessionOfBar(this.calendar, at)).closeAt : this.closeAt;
  }

  /** Whether a bar that closed then may open a position. A daily bar always closes after the entry window. */
  allowsEntry(barOpenAt: EpochMs, closeAt: EpochMs, symbol: string): boolean {
    if (this.#weekdays[weekdayOf(barOpenAt)] !== true) return false;
    if (this.#isDaily) return true;
    const minute = this.minuteOf(closeAt);
    if (minute < this.entryFromMinute || minute > this.entryToMinute) return false;
    if (closeAt >= this.squareOffAt(closeAt, symbol)) return false;
    const endAt = this.#continuousCloseAt(closeAt, symbol);
    // What is decided when an auction has begun could not be sent any more.
    return endAt === this.closeAt || closeAt < endAt;
  }
}

/** The day that trades and losses are counted by. */
export class TradingDay {
  date: IndiaDate = '';
  trades = 0;
  realisedPaise = 0;
  #endsAt = Number.NEGATIVE_INFINITY;

  /** The midnight after it; minus infinity before the first. */
  get endsAt(): EpochMs {
    return this.#endsAt;
  }

  rollTo(at: EpochMs): void {
    if (at < this.#endsAt) return;
    this.#endsAt = (dayNumber(at) + 1) * DAY_MS - INDIA_OFFSET_MS;
    this.date = indiaDateOf(at);
    this.trades = 0;
    this.realisedPaise = 0;
  }

  restore(state: { readonly date: IndiaDate; readonly trades: number; readonly realisedPaise: number }): void {
    if (state.date === '') return;
    this.#endsAt = indiaMoment(addDays(state.date, 1));
    this.date = state.date;
    this.trades = state.trades;
    this.realisedPaise = state.realisedPaise;
  }
}

function dayNumber(at: EpochMs): number {
  return Math.floor((at + INDIA_OFFSET_MS) / DAY_MS);
}

/** 1 Monday to 7 Sunday. 1970-01-01 was a Thursday. */
function weekdayOf(at: EpochMs): number {
  return ((dayNumber(at) + 3) % 7) + 1;
}

function minuteOf(text: string): number {
  const minute = parseTimeOfDay(text);
  if (minute === undefined) throw new RangeError(`not a time of day: ${text}`);
  return minute;
}
