import { type EpochMs, indiaDateOf, indiaDayNumber, indiaMinuteOf, weekdayOf } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';
import type { HeldTrade, TradableBars } from './random-entries.ts';
import { BAR_USE, lastAtMost } from './random-places.ts';

/** The times of day at which a strategy may hold what ends on its first day: minutes since midnight, India. */
export interface TradingHours {
  /** Of the bar that an entry is filled in, both included. */
  readonly entryFromMinute: number;
  readonly entryToMinute: number;
  /** After a session's first opening: before it nothing of that day can have been decided. 0 where the day before may. */
  readonly waitMinutes: number;
  /** Nothing is held in a bar that opens after it; the end of the session when absent. */
  readonly squareOffMinute?: number | undefined;
  /** 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[];
}

/**
 * Stored bars as random entries need them: each Indian day is a session.
 *
 * @param time opening moments, oldest first
 * @param prices opening and closing prices, whole paise, as many
 * @param hours of the strategy; the whole of each session when absent
 */
export function tradableBars(
  time: ArrayLike<EpochMs>,
  prices: Pick<TradableBars, 'openPaise' | 'closePaise'>,
  hours?: TradingHours,
): TradableBars {
  const session = new Int32Array(time.length);
  for (let i = 0; i < session.length; i += 1) session[i] = indiaDayNumber(time[i] ?? 0);
  const { openPaise, closePaise } = prices;
  return { openPaise, closePaise, session, ...(hours ? { use: usesOf(time, session, hours) } : {}) };
}

/** As definitions count weekdays. */
const SUNDAY = 7;

function usesOf(time: ArrayLike<EpochMs>, session: Int32Array, hours: TradingHours): Uint8Array {
  const use = new Uint8Array(time.length);
  const { entryToMinute, squareOffMinute = Number.POSITIVE_INFINITY } = hours;
  let entryFromMinute = Number.POSITIVE_INFINITY;
  for (let i = 0; i < use.length; i += 1) {
    const at = time[i] ?? 0;
    const minute = indiaMinuteOf(at);
    if (session[i] !== session[i - 1]) {
      const isTradingDay = hours.weekdays.includes(weekdayOf(indiaDateOf(at)) || SUNDAY);
      const earliest = Math.max(hours.entryFromMinute, minute + hours.waitMinutes);
      entryFromMinute = isTradingDay ? earliest : Number.POSITIVE_INFINITY;
    }
    if (minute > squareOffMinute) use[i] = BAR_USE.none;
    else use[i] = minute >= entryFromMinute && minute <= entryToMinute ? BAR_USE.entry : BAR_USE.hold;
  }
  return use;
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
