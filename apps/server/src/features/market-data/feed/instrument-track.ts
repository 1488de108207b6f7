import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import type { BarBuilder, TickSink } from '@trickdesk/engine';
import { Doubt, minuteOf } from './doubt.ts';
import { type Hole, type MarketNews, OrderedNews } from './ordered-news.ts';

export interface TrackParts {
  readonly instrumentId: number;
  readonly builder: BarBuilder;
  readonly latenessMs: number;
  readonly emit: (news: MarketNews) => void;
  /** Ask for the minutes of a hole, then call `fill` with this very object. */
  readonly onHole: (hole: Hole) => void;
}

/**
 * One instrument of the feed: ticks in, ordered news out. After a gap, news waits behind each hole until it is filled;
 * a minute that was seen in part is never told, the broker's candle is told instead.
 */
export interface InstrumentTrack {
  readonly tick: (at: EpochMs, pricePaise: number, cumulativeVolume: number) => void;
  /** The market's clock has reached this moment. */
  readonly advance: (at: EpochMs) => void;
  /**
   * Begins in the middle: of the minutes from this one on, nothing was seen before `at`; those before it are stored, and
   * none of them is told again. Call before the first update.
   */
  readonly join: (from: EpochMs, at: EpochMs) => void;
  /** Updates after this moment may be missing until the first newer one comes: the line was lost and is back. */
  readonly suspect: (lastSeen: EpochMs) => void;
  /** Updates between the two moments are missing, whether or not a newer one comes. */
  readonly gap: (from: EpochMs, to: EpochMs) => void;
  /** Nothing newer came up to this moment, and none will: what is in doubt until then has to be asked for. */
  readonly settle: (until: EpochMs) => void;
  /**
   * The broker's candles of a hole, oldest first; none where nothing was traded. False where the track did not wait
   * for them any more: then they are no news, and the caller stores them.
   */
  readonly fill: (hole: Hole, bars: readonly Bar[]) => boolean;
  /** Goes on without the holes that are open; what then fills them is no news any more. */
  readonly giveUpWaiting: () => void;
  /** News that waits behind a hole. */
  readonly waiting: () => number;
}

export function createTrack({ instrumentId, builder, latenessMs, emit, onHole }: TrackParts): InstrumentTrack {
  const news = new OrderedNews({ instrumentId, emit, onHole });
  const doubt = new Doubt(latenessMs);
  /** Minutes before this are a hole already, or were stored before this run. */
  let holeEnd = Number.NEGATIVE_INFINITY;
  /** The builder has closed every minute before this. */
  let closedUntil = Number.NEGATIVE_INFINITY;

  const openHole = (span: Omit<Hole, 'instrumentId'>): void => {
    news.hole(span);
    holeEnd = Math.max(holeEnd, span.to);
  };
  const openHoleUntil = (to: EpochMs): void => {
    const start = Math.max(doubt.from, holeEnd, closedUntil);
    if (start < to) openHole({ from: start, to });
  };
  const suspect = (lastSeen: EpochMs): void => {
    doubt.begin(lastSeen);
    // What was seen before the gap is told before the hole.
    builder.advance(lastSeen + latenessMs + 1, sink);
  };
  const sink: TickSink = {
    onTick: (at, pricePaise, cumulativeVolume) => news.tick(at, pricePaise, cumulativeVolume),
    onBar: (bar) => {
      closedUntil = bar.openAt + MINUTE_MS;
      if (bar.openAt < holeEnd) return;
      if (!doubt.includes(bar.openAt)) return news.bar(bar);
      const minute = { from: bar.openAt, to: bar.openAt + MINUTE_MS };
      openHole(bar.high > bar.low ? { ...minute, movedIn: bar.openAt } : minute);
    },
    onQuiet: (until) => {
      if (doubt.includes(until - MINUTE_MS) || until <= holeEnd) return;
      closedUntil = until;
      news.quiet(until);
    },
  };

  return {
    tick: (at, pricePaise, cumulativeVolume) => {
      const settles = doubt.isOpen && at > doubt.lastSeen;
      const { late } = builder;
      if (settles) {
        doubt.endWith(at);
        openHoleUntil(minuteOf(at));
      }
      builder.push({ at, pricePaise, cumulativeVolume }, sink);
      // A price that came too late to count gave the builder no running total to go on from: the next minute would
      // carry all volume since the gap, or the whole day's.
      if (settles && builder.late > late) doubt.reopen();
    },
    advance: (at) => builder.advance(at, sink),
    join: (from, at) => {
      const start = minuteOf(from);
      // The broker's last states may be older: of their minute they show the end alone, with the day's volume.
      news.beginAt(start);
      holeEnd = start;
      doubt.beginAt(start);
      openHoleUntil(minuteOf(at));
    },
    suspect,
    gap: (lastSeen, to) => {
      if (doubt.lastSeen === lastSeen && !doubt.isOpen) return;
      suspect(lastSeen);
      openHoleUntil(minuteOf(to));
    },
    settle: (until) => {
      if (doubt.isOpen) openHoleUntil(until);
    },
    fill: (hole, bars) => news.fill(hole, bars),
    giveUpWaiting: () => news.giveUpWaiting(),
    waiting: () => news.waiting,
  };
}
