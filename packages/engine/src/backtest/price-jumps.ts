import { type CorporateAction, type EpochMs, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import type { ClosedTrade } from '../run/types.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';
import { dayEndOf } from './tally.ts';

/** From one day's last price to the next one's first: shares that are traded much do not move as far over a night. */
const FALL = 0.8;
const RISE = 1 / FALL;

/** A first price of a day that is far from the last one before, with no reason stored: prices before and after differ in unit. */
export interface PriceJump {
  readonly symbol: string;
  readonly date: IndiaDate;
  /** Of the day before that has prices. */
  readonly previousDate: IndiaDate;
  /** From the last price to the first, percent, after the splits, bonuses and demergers that are known. */
  readonly changePct: number;
  /** Trades that were held over it, and what they made together after charges, whole paise. */
  readonly trades: number;
  readonly netPaise: number;
}

/** One instrument, with the ex-dates that are known of it. */
export interface JumpInput {
  readonly symbol: string;
  readonly actions?: readonly CorporateAction[] | undefined;
  readonly series: BarSeries;
  /** Days before it are not looked at, but for their last price. */
  readonly from: EpochMs;
  /** Of the run, of any instrument. */
  readonly trades: readonly ClosedTrade[];
}

/**
 * Where prices change their unit and nobody has said by how much: a split or a demerger without a factor, or days that are
 * missing. Rules read a fall or a rise there that a holder did not have, and a position held over it books it. Oldest first.
 */
export function priceJumps({ symbol, actions = [], series, from, trades }: JumpInput): PriceJump[] {
  const own = trades.filter((trade) => trade.symbol === symbol);
  const jumps: PriceJump[] = [];
  let [previousAt, previousClose, dayEndsAt] = [Number.NaN, Number.NaN, Number.NEGATIVE_INFINITY];
  for (const { read } of PiecedBars.from(series).pieces) {
    const { time, open, close } = read();
    for (let row = 0; row < time.length; row += 1) {
      const at = time[row] ?? 0;
      if (at >= dayEndsAt) {
        const change = (open[row] ?? 0) / (previousClose * ratioBetween(actions, previousAt, at));
        dayEndsAt = dayEndOf(at);
        if (at >= from && (change < FALL || change > RISE)) {
          const [date, previousDate] = [indiaDateOf(at), indiaDateOf(previousAt)];
          jumps.push({
            symbol,
            date,
            previousDate,
            changePct: (change - 1) * 100,
            ...heldOver(own, indiaMoment(date)),
          });
        }
      }
      previousAt = at;
      previousClose = close[row] ?? Number.NaN;
    }
  }
  return jumps;
}

/** By what the ex-dates after one bar, up to another, change the price. */
function ratioBetween(actions: readonly CorporateAction[], after: EpochMs, upTo: EpochMs): number {
  let ratio = 1;
  for (const { exDate, oldUnits, newUnits } of actions) {
    const exAt = indiaMoment(exDate);
    if (exAt > after && exAt <= upTo) ratio *= oldUnits / newUnits;
  }
  return ratio;
}

function heldOver(trades: readonly ClosedTrade[], dayAt: EpochMs): Pick<PriceJump, 'trades' | 'netPaise'> {
  const held = trades.filter(({ entryAt, exitAt }) => entryAt < dayAt && exitAt >= dayAt);
  return { trades: held.length, netPaise: held.reduce((sum, { netPaise }) => sum + netPaise, 0) };
}
