import type { FeedDepth, FeedTick } from '@trickdesk/brokers';
import type { EpochMs } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';
import { type QuotesWanted, WISH_LASTS_MS } from '../quotes-wanted.ts';

/** A quote that has not changed is told again after so long by the exchange's clock, so that nobody takes it for stale. */
const SAME_AGAIN_MS = 1_000;
/** Ticks of one instrument that wait for their turn; of more than these the oldest go without their quotes. */
const MOST_WAITING = 256;

interface Watched {
  wantedUntil: number;
  /** As long somebody trades on it for real. */
  liveUntil: number;
  /** Of ticks on their way through the ordering of news, oldest first. */
  waiting: Quote[];
  told: Quote | undefined;
}

/** The order books of instruments that somebody asks for, kept until the ticks that they came with are told. */
export interface ShownQuotes {
  /** @returns those that nobody asked for before */
  readonly want: (wanted: QuotesWanted, nowMs: number) => number[];
  /** How much hangs on an instrument: 2 where somebody trades on it for real, 1 where in test mode, 0 otherwise. */
  readonly weightOf: (instrumentId: number, nowMs: number) => number;
  /** Those that nobody asks for any more; they are forgotten. */
  readonly lapsed: (nowMs: number) => number[];
  readonly note: (instrumentId: number, tick: FeedTick) => void;
  /** What came with the tick of that moment, where it says something new. */
  readonly take: (instrumentId: number, at: EpochMs) => Quote | undefined;
}

export function createShownQuotes(): ShownQuotes {
  const watched = new Map<number, Watched>();
  return {
    want: ({ instrumentIds, isLive }, nowMs) => {
      const fresh = instrumentIds.filter((id) => !watched.has(id));
      for (const id of fresh) watched.set(id, { wantedUntil: 0, liveUntil: 0, waiting: [], told: undefined });
      for (const id of instrumentIds) {
        const one = watched.get(id);
        if (!one) continue;
        one.wantedUntil = nowMs + WISH_LASTS_MS;
        if (isLive) one.liveUntil = one.wantedUntil;
      }
      return fresh;
    },
    weightOf: (instrumentId, nowMs) => {
      const { wantedUntil = 0, liveUntil = 0 } = watched.get(instrumentId) ?? {};
      if (liveUntil >= nowMs) return 2;
      return wantedUntil >= nowMs ? 1 : 0;
    },
    lapsed: (nowMs) => {
      const over = [...watched].filter(([, { wantedUntil }]) => wantedUntil < nowMs).map(([id]) => id);
      for (const id of over) watched.delete(id);
      return over;
    },
    note: (instrumentId, tick) => {
      // Only these updates carry a book; an empty side of one says that there is nobody.
      if (tick.mode !== 'full') return;
      const one = watched.get(instrumentId);
      if (!one) return;
      one.waiting.push({ at: tick.exchangeAt, bids: levelsOf(tick.bids), asks: levelsOf(tick.asks) });
      if (one.waiting.length > MOST_WAITING) one.waiting.shift();
    },
    take: (instrumentId, at) => {
      const one = watched.get(instrumentId);
      // Of two updates of one moment the later one stands.
      const quote = one?.waiting.findLast((waiting) => waiting.at === at);
      if (!one || !quote) return undefined;
      one.waiting = one.waiting.filter((waiting) => waiting.at > at);
      if (one.told && at - one.told.at < SAME_AGAIN_MS && isSame(one.told, quote)) return undefined;
      one.told = quote;
      return quote;
    },
  };
}

/** A copy: the feed uses its arrays again. */
function levelsOf({ count, pricePaise, quantity }: FeedDepth): number[] {
  return Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? pricePaise : quantity)[i >> 1] ?? 0);
}

function isSame(one: Quote, other: Quote): boolean {
  const isEqual = (a: readonly number[], b: readonly number[]): boolean =>
    a.length === b.length && a.every((figure, i) => figure === b[i]);
  return isEqual(one.bids, other.bids) && isEqual(one.asks, other.asks);
}
