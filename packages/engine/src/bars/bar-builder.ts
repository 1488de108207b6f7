import { type Bar, type EpochMs, type MarketCalendar, MINUTE_MS, type Session } from '@trickdesk/domain';

/** A last-price snapshot. `cumulativeVolume` is the day's running total, 0 for an index. */
export interface Tick {
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly cumulativeVolume: number;
}

/** Receives ticks in event-time order; a minute's bar always comes before the first tick of a later minute. */
export interface TickSink {
  onTick(at: EpochMs, pricePaise: number, cumulativeVolume: number): void;
  /** `ticks`: how many snapshots the bar was made of. */
  onBar(bar: Bar, ticks: number): void;
  /**
   * The market's clock has passed one or more minutes of the session in which nothing came: of what ended by this moment
   * all is told. Never for a minute that has a bar.
   */
  onQuiet?(until: EpochMs): void;
}

export interface BarBuilderOptions {
  readonly calendar: MarketCalendar;
  /** How long a tick waits for earlier ones still under way, milliseconds. 0 takes them as they come. */
  readonly latenessMs: number;
}

/** Turns the ticks of one instrument into one-minute bars. */
export interface BarBuilder {
  push(tick: Tick, out: TickSink): void;
  /** The market's clock has reached this moment, with or without a tick: completes minutes of a quiet instrument. */
  advance(at: EpochMs, out: TickSink): void;
  /** Nothing more will come: emits all that waits and the minute under way. */
  flush(out: TickSink): void;
  /**
   * For a feed that joins during a session: the day's running total at a moment before its first tick. Without it the
   * first bar of a day carries all volume of the day so far, which is right only when the feed was up from the opening.
   */
  resume(at: EpochMs, cumulativeVolume: number): void;
  /** Ticks that came after their moment had been passed; they were not used. */
  readonly late: number;
  /** Ticks outside the sessions of the calendar; they were not used. */
  readonly outside: number;
}

interface OpenMinute {
  openAt: EpochMs;
  open: number;
  high: number;
  low: number;
  close: number;
  lastVolume: number;
  ticks: number;
}

/**
 * Exact duplicates are dropped; the rest is ordered by moment, then by running volume, then by arrival. A tick is
 * released when the newest moment seen, less `latenessMs`, has passed it strictly, so that equal moments still sort.
 * A bar holds [t, t + 60 s) of a session; its volume is the running total at its end less that at the end of the bar
 * before (the first bar of a day: its own total). A minute without ticks gives no bar; that it is over is told from the
 * day's first tick to the session's end.
 */
export function createBarBuilder({ calendar, latenessMs }: BarBuilderOptions): BarBuilder {
  const waiting: Tick[] = [];
  const minutes = createMinutes(calendar);
  let newest = Number.NEGATIVE_INFINITY;
  let late = 0;

  const release = (count: number, out: TickSink): void => {
    for (let i = 0; i < count; i += 1) {
      const tick = waiting[i];
      if (tick) minutes.add(tick, out);
    }
    waiting.splice(0, count);
  };

  const advance = (at: EpochMs, out: TickSink): void => {
    if (at <= newest) return;
    newest = at;
    const watermark = newest - latenessMs;
    let ready = 0;
    while (ready < waiting.length && (waiting[ready]?.at ?? watermark) < watermark) ready += 1;
    release(ready, out);
    minutes.closeEndedBy(watermark, out);
  };

  return {
    push: (tick, out) => {
      if (tick.at < newest - latenessMs) late += 1;
      else insertInOrder(waiting, tick);
      advance(tick.at, out);
    },
    advance,
    flush: (out) => {
      release(waiting.length, out);
      minutes.closeEndedBy(Number.POSITIVE_INFINITY, out);
    },
    resume: minutes.resume,
    get late() {
      return late;
    },
    get outside() {
      return minutes.outside;
    },
  };
}

/** The one-minute bars of recorded ticks, in whatever order they were recorded. */
export function barsFromTicks(ticks: Iterable<Tick>, calendar: MarketCalendar): Bar[] {
  const bars: Bar[] = [];
  const out: TickSink = { onTick: () => undefined, onBar: (bar) => bars.push(bar) };
  const builder = createBarBuilder({ calendar, latenessMs: Number.POSITIVE_INFINITY });
  for (const tick of ticks) builder.push(tick, out);
  builder.flush(out);
  return bars;
}

/** Nearly all ticks belong at the end, so the search goes backwards. */
function insertInOrder(waiting: Tick[], tick: Tick): void {
  let place = waiting.length;
  for (let i = waiting.length - 1; i >= 0; i -= 1) {
    const other = waiting[i];
    if (!other || other.at < tick.at) break;
    if (other.at === tick.at && isSame(other, tick)) return;
    if (other.at > tick.at || other.cumulativeVolume > tick.cumulativeVolume) place = i;
  }
  waiting.splice(place, 0, tick);
}

function isSame(a: Tick, b: Tick): boolean {
  return a.pricePaise === b.pricePaise && a.cumulativeVolume === b.cumulativeVolume;
}

/** Ordered ticks in, minutes out. */
function createMinutes(calendar: MarketCalendar) {
  let session: Session | undefined;
  let minute: OpenMinute | undefined;
  let volumeBefore = 0;
  let volumeDate = '';
  let outside = 0;
  /** The end of the last minute that was told, with or without a bar. */
  let toldUntil = Number.NEGATIVE_INFINITY;

  const close = (out: TickSink): void => {
    if (!minute) return;
    const { openAt, open, high, low, close: last, lastVolume, ticks } = minute;
    // A running total that falls is a correction by the exchange; a bar cannot have sold back what it traded.
    const volume = Math.max(0, lastVolume - volumeBefore);
    volumeBefore = lastVolume;
    minute = undefined;
    toldUntil = openAt + MINUTE_MS;
    out.onBar({ openAt, open, high, low, close: last, volume }, ticks);
  };

  return {
    add: ({ at, pricePaise, cumulativeVolume }: Tick, out: TickSink): void => {
      if (!session || at < session.openAt || at >= session.closeAt) session = calendar.sessionAt(at);
      if (!session) {
        outside += 1;
        return;
      }
      const openAt = session.openAt + Math.floor((at - session.openAt) / MINUTE_MS) * MINUTE_MS;
      if (minute && minute.openAt !== openAt) close(out);
      if (session.date !== volumeDate) {
        volumeDate = session.date;
        volumeBefore = 0;
      }
      if (minute) extend(minute, pricePaise, cumulativeVolume);
      else minute = firstOf(openAt, pricePaise, cumulativeVolume);
      out.onTick(at, pricePaise, cumulativeVolume);
    },
    closeEndedBy: (moment: EpochMs, out: TickSink): void => {
      if (minute && minute.openAt + MINUTE_MS <= moment) close(out);
      if (minute || !session || !out.onQuiet || moment === Number.POSITIVE_INFINITY) return;
      const minutes = Math.floor((moment - session.openAt) / MINUTE_MS);
      const until = Math.min(session.closeAt, session.openAt + minutes * MINUTE_MS);
      if (until <= toldUntil) return;
      toldUntil = until;
      out.onQuiet(until);
    },
    resume: (at: EpochMs, cumulativeVolume: number): void => {
      volumeDate = calendar.sessionAt(at)?.date ?? '';
      volumeBefore = cumulativeVolume;
    },
    get outside() {
      return outside;
    },
  };
}

function firstOf(openAt: EpochMs, price: number, volume: number): OpenMinute {
  return { openAt, open: price, high: price, low: price, close: price, lastVolume: volume, ticks: 1 };
}

function extend(minute: OpenMinute, price: number, volume: number): void {
  if (price > minute.high) minute.high = price;
  if (price < minute.low) minute.low = price;
  minute.close = price;
  minute.lastVolume = volume;
  minute.ticks += 1;
}
