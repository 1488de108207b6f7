import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import type { HeldRun } from './held-run.ts';
import type { OpenNews } from './read-order-news.ts';
import type { StoredBar } from './stored-minute.ts';

export interface Missed {
  readonly fresh: readonly StoredBar[];
  readonly modeOf: (bar: Bar) => 'live' | 'missed';
  /** Before this moment every minute that was traded in is stored. */
  readonly wholeUntil: EpochMs;
  /** What the desk has told the run meanwhile. */
  readonly told: readonly OpenNews[];
}

/**
 * Stored minutes and what the orders did meanwhile, in the order of time: an exit that the broker has made must not be
 * made again by the minute that led to it, and the minute before an entry does not act on its position.
 */
export function catchUp(held: HeldRun, missed: Missed, take: (news: OpenNews) => void): void {
  const { fresh, modeOf, wholeUntil, told } = missed;
  for (const piece of told) {
    const { news } = piece;
    if ('at' in news) {
      const until = news.kind === 'fill' ? news.at : news.at - MINUTE_MS;
      const before = fresh.filter(({ bar }) => bar.openAt <= until);
      held.catchUp(before, modeOf, wholeUntil);
    }
    take(piece);
  }
  held.catchUp(fresh, modeOf, wholeUntil);
}
