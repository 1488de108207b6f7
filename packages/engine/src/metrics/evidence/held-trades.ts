import { type EpochMs, indiaDayNumber } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';
import type { HeldTrade, TradableBars } from './random-entries.ts';
import { lastAtMost } from './random-places.ts';

/**
 * Stored bars as random entries need them: each Indian day is a session.
 *
 * @param time opening moments, oldest first
 * @param prices opening and closing prices, whole paise, as many
 */
export function tradableBars(
  time: ArrayLike<EpochMs>,
  prices: Pick<TradableBars, 'openPaise' | 'closePaise'>,
): TradableBars {
  const session = new Int32Array(time.length);
  for (let i = 0; i < session.length; i += 1) session[i] = indiaDayNumber(time[i] ?? 0);
  return { openPaise: prices.openPaise, closePaise: prices.closePaise, session };
}

/**
 * A closed trade as random entries need it. Its holding time is counted from the bar in which it was entered to the bar
 * in which it was left; one that was left in the bar of its entry is counted as one bar, and as none where its session has
 * no other: a trade of daily bars whose stop was met on its first day.
 *
 * @param time opening moments of its instrument's bars, oldest first
 * @returns `undefined` where it was entered before the first bar
 */
export function heldTrade(trade: ClosedTrade, time: ArrayLike<EpochMs>): HeldTrade | undefined {
  if (!((time[0] ?? Number.POSITIVE_INFINITY) <= trade.entryAt)) return undefined;
  const { symbol, direction, quantity, entryPaise, netPaise } = trade;
  const entryBar = lastAtMost(time, trade.entryAt);
  const overnight = indiaDayNumber(trade.entryAt) !== indiaDayNumber(trade.exitAt);
  // One over night without a bar on its last day was held for longer than the bar of its entry.
  const fewest = !overnight && isAlone(time, entryBar) ? 0 : 1;
  return {
    symbol,
    direction,
    quantity,
    entryPaise,
    netPaise,
    holdingBars: Math.max(fewest, lastAtMost(time, trade.exitAt) - entryBar),
    overnight,
  };
}

/** Whether a bar is the only one of its session. */
function isAlone(time: ArrayLike<EpochMs>, bar: number): boolean {
  const day = (at: number): number | undefined => (at in time ? indiaDayNumber(time[at] ?? 0) : undefined);
  return day(bar - 1) !== day(bar) && day(bar + 1) !== day(bar);
}
