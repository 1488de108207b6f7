import { type EpochMs, indiaDayNumber } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';
import type { HeldTrade, TradableBars } from './random-entries.ts';
import { lastAtMost } from './random-places.ts';

/**
 * Stored bars as random entries need them: each Indian day is a session.
 *
 * @param time opening moments, oldest first
 * @param openPaise opening prices, whole paise, as many
 */
export function tradableBars(time: ArrayLike<EpochMs>, openPaise: ArrayLike<number>): TradableBars {
  const session = new Int32Array(time.length);
  for (let i = 0; i < session.length; i += 1) session[i] = indiaDayNumber(time[i] ?? 0);
  return { openPaise, session };
}

/**
 * A closed trade as random entries need it. Its holding time is counted from the bar in which it was entered to the bar
 * in which it was left; one that was left in the bar of its entry is counted as one bar.
 *
 * @param time opening moments of its instrument's bars, oldest first
 * @returns `undefined` where it was entered before the first bar
 */
export function heldTrade(trade: ClosedTrade, time: ArrayLike<EpochMs>): HeldTrade | undefined {
  if (!((time[0] ?? Number.POSITIVE_INFINITY) <= trade.entryAt)) return undefined;
  const { symbol, direction, quantity, entryPaise, netPaise } = trade;
  return {
    symbol,
    direction,
    quantity,
    entryPaise,
    netPaise,
    holdingBars: Math.max(1, lastAtMost(time, trade.exitAt) - lastAtMost(time, trade.entryAt)),
    overnight: indiaDayNumber(trade.entryAt) !== indiaDayNumber(trade.exitAt),
  };
}
