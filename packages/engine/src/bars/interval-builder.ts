import {
  addDays,
  type Bar,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  type Session,
} from '@trickdesk/domain';
import { sessionOfBar } from './session-of.ts';

/** Builds bars of one interval from finer ones. */
export interface IntervalBuilder {
  /** Feeds one closed bar, oldest first. `emit` gets each bar that this completes: none, one, or two. */
  push(bar: Bar, barInterval: Interval, emit: (bar: Bar) => void): void;
  /** Completes the bar under way if it ends at or before the moment; for when the last fine bar of it is missing. */
  closeBefore(at: EpochMs, emit: (bar: Bar) => void): void;
  /** The bar under way. */
  partial(): Bar | undefined;
  /** When the bar under way ends; infinite while there is none. */
  endsAt(): EpochMs;
}

interface Bucket {
  openAt: EpochMs;
  closeAt: EpochMs;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/**
 * Buckets start at the session's opening (five minutes: 09:15, 09:20, …); the last one of a session may be short, and
 * `1d` is the session. A bucket is complete with the bar that reaches its end, or when a bar of a later bucket shows
 * that the ending minutes had no trade. A bar outside the hours of a session that the calendar knows is left out: the
 * live feed has none either. Where the calendar has no session for the date, nothing is left out: the regular hours of
 * that date give the grid (`sessionOfBar`), and what traded after them is a bucket of its own, to midnight for `1d`.
 */
export function createIntervalBuilder(interval: Interval, calendar: MarketCalendar): IntervalBuilder {
  let bucket: Bucket | undefined;
  let session: Session | undefined;
  /** What opens before this belongs to a bar that is out of hand: it came too late to count. */
  let closedUntil = Number.NEGATIVE_INFINITY;

  const close = (emit: (bar: Bar) => void): void => {
    if (!bucket) return;
    const done = barOf(bucket);
    closedUntil = bucket.closeAt;
    bucket = undefined;
    emit(done);
  };

  const sessionAt = (openAt: EpochMs): Session => {
    if (!session || !holds(session, openAt)) session = sessionOfBar(calendar, openAt);
    return session;
  };

  return {
    push: (bar, barInterval, emit) => {
      if (interval === barInterval) {
        emit(bar);
        return;
      }
      if (bar.openAt < closedUntil) return;
      const day = sessionAt(bar.openAt);
      if (!holds(day, bar.openAt) && calendar.sessionOn(day.date)) return;
      const { openAt, closeAt } = bucketOf(day, interval, bar.openAt);
      if (bucket && bucket.openAt !== openAt) close(emit);
      if (bucket) extend(bucket, bar);
      else bucket = { ...bar, openAt, closeAt };
      const endOfBar = barInterval === '1d' ? day.closeAt : bar.openAt + INTERVAL_MINUTES[barInterval] * MINUTE_MS;
      if (endOfBar >= bucket.closeAt) close(emit);
    },
    closeBefore: (at, emit) => {
      if (bucket && bucket.closeAt <= at) close(emit);
    },
    partial: () => bucket && barOf(bucket),
    endsAt: () => bucket?.closeAt ?? Number.POSITIVE_INFINITY,
  };
}

function bucketOf(session: Session, interval: Interval, at: EpochMs): { openAt: EpochMs; closeAt: EpochMs } {
  if (interval === '1d') {
    if (at < session.closeAt) return { openAt: session.openAt, closeAt: session.closeAt };
    return { openAt: session.closeAt, closeAt: indiaMoment(addDays(session.date, 1)) };
  }
  const length = INTERVAL_MINUTES[interval] * MINUTE_MS;
  const openAt = session.openAt + Math.floor((at - session.openAt) / length) * length;
  const full = openAt + length;
  const cutByClose = openAt < session.closeAt && full > session.closeAt;
  return { openAt, closeAt: cutByClose ? session.closeAt : full };
}

function holds(session: Session, at: EpochMs): boolean {
  return at >= session.openAt && at < session.closeAt;
}

function extend(bucket: Bucket, bar: Bar): void {
  if (bar.high > bucket.high) bucket.high = bar.high;
  if (bar.low < bucket.low) bucket.low = bar.low;
  bucket.close = bar.close;
  bucket.volume += bar.volume;
}

function barOf({ openAt, open, high, low, close, volume }: Bucket): Bar {
  return { openAt, open, high, low, close, volume };
}
