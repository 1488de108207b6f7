import { indiaDayNumber } from '@trickdesk/domain';
import type { ClosedTrade } from '../run/types.ts';

/** Of a trade: what sums of fractions are off by is far below one. */
const PARTS = 1e10;

/**
 * How many independent trades a list is worth: the sum of the trades' average uniqueness (López de Prado, "Advances in
 * Financial Machine Learning", 2018, 4.3 and 4.4). On a day on which c trades are open, each has 1/c of the day to
 * itself; a trade's uniqueness is the mean of its shares over the days from its entry to its exit.
 *
 * Days, not bars, because what a trade brings is ruled by the day's market: five shares bought on one morning, or one
 * share five times between nine and three, are one opinion about one day. This is on the careful side for a strategy
 * whose trades of a day really have nothing to do with each other. Days on which nothing was opened or closed count
 * like others (a weekend within a trade is shared like the Friday before it), so no calendar is needed.
 *
 * @returns 0 without trades, otherwise above 0 and at most their number; that number where no two share a day
 */
export function independentTrades(trades: readonly Pick<ClosedTrade, 'entryAt' | 'exitAt'>[]): number {
  const spans = trades.map((trade) => ({ from: indiaDayNumber(trade.entryAt), to: indiaDayNumber(trade.exitAt) }));
  // Between two neighbouring edges the number of open trades does not change: long trades cost no more than short ones.
  const changes = new Map<number, number>();
  for (const { from, to } of spans) {
    changes.set(from, (changes.get(from) ?? 0) + 1);
    changes.set(to + 1, (changes.get(to + 1) ?? 0) - 1);
  }
  const shareBefore = new Map<number, number>();
  let open = 0;
  let share = 0;
  let since = 0;
  for (const [day, change] of [...changes].sort(([a], [b]) => a - b)) {
    if (open > 0) share += (day - since) / open;
    shareBefore.set(day, share);
    open += change;
    since = day;
  }
  const count = spans.reduce((sum, { from, to }) => {
    const own = (shareBefore.get(to + 1) ?? 0) - (shareBefore.get(from) ?? 0);
    return sum + own / (to + 1 - from);
  }, 0);
  // Five fifths on each of ten days are ten, and not a little less: it is held against whole numbers.
  return Math.round(count * PARTS) / PARTS;
}
