import {
  DAY_MS,
  type EpochMs,
  INDIA_OFFSET_MS,
  INTERVAL_MINUTES,
  type Interval,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { sessionOfBar } from './session-of.ts';

/** When bars of one interval close, and the hours of their sessions, looked up once for each day. */
export class BarClock {
  readonly interval: Interval;
  protected readonly calendar: MarketCalendar;
  /** Of the day that was asked about last. */
  protected midnight = Number.NaN;
  protected closeAt = 0;
  #nextMidnight = Number.NaN;
  #openMinute = 0;

  constructor(calendar: MarketCalendar, interval: Interval) {
    this.calendar = calendar;
    this.interval = interval;
  }

  /** When a bar that opened then is closed; the session's last one may be short. */
  closeOfBar(openAt: EpochMs): EpochMs {
    this.load(openAt);
    if (this.interval === '1d') return this.closeAt;
    const full = openAt + INTERVAL_MINUTES[this.interval] * MINUTE_MS;
    return openAt < this.closeAt && full > this.closeAt ? this.closeAt : full;
  }

  /** The same in minutes since midnight. */
  closeMinuteOf(openAt: EpochMs): number {
    return this.minuteOf(this.closeOfBar(openAt));
  }

  minuteOf(at: EpochMs): number {
    this.load(at);
    return Math.floor((at - this.midnight) / MINUTE_MS);
  }

  /** When that day's session opens, minutes since midnight. */
  openMinuteOf(at: EpochMs): number {
    this.load(at);
    return this.#openMinute;
  }

  /** When that day's session closes, minutes since midnight. */
  sessionCloseMinuteOf(at: EpochMs): number {
    this.load(at);
    return Math.floor((this.closeAt - this.midnight) / MINUTE_MS);
  }

  /** Two comparisons for a moment of the same day, which nearly every one is. */
  protected load(at: EpochMs): void {
    if (at >= this.midnight && at < this.#nextMidnight) return;
    this.midnight = Math.floor((at + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
    this.#nextMidnight = this.midnight + DAY_MS;
    const session = sessionOfBar(this.calendar, at);
    this.closeAt = session.closeAt;
    this.#openMinute = Math.floor((session.openAt - this.midnight) / MINUTE_MS);
  }
}
