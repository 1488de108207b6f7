import { roundToTick } from '@trickdesk/domain';
import type { Direction, Side } from './types.ts';

const BPS = 10_000;

export function entrySideOf(direction: Direction): Side {
  return direction === 'long' ? 'buy' : 'sell';
}

export function exitSideOf(direction: Direction): Side {
  return direction === 'long' ? 'sell' : 'buy';
}

/**
 * What an order at market is filled at when the market stands at `marketPaise`.
 *
 * @param slippageBps cost against the trader in basis points (1 bps = 0.01 %)
 * @returns paise for a unit, rounded against the trader to the instrument's tick; never under one tick
 */
export function fillPricePaise(
  side: Side,
  marketPaise: number,
  { slippageBps, tickPaise }: { readonly slippageBps: number; readonly tickPaise: number },
): number {
  const slip = (marketPaise * slippageBps) / BPS;
  const price =
    side === 'buy'
      ? roundToTick(marketPaise + slip, tickPaise, 'up')
      : roundToTick(marketPaise - slip, tickPaise, 'down');
  return Math.max(price, tickPaise);
}

/** +1 where a rising price earns, −1 where it costs. */
export function signOf(direction: Direction): 1 | -1 {
  return direction === 'long' ? 1 : -1;
}

/**
 * The limit of an order that is to be filled at once, but not at any price: a little beyond the market on the side that
 * costs, where the other side's orders are. Kept inside the price band, because the exchange refuses what is not.
 *
 * @param protectionBps how far beyond the reference, in basis points (1 bps = 0.01 %)
 * @param bandPaise lowest and highest price of the day; their own ends are allowed
 * @returns paise for a unit on the tick grid, never under one tick
 * @throws RangeError when the band holds no price of the grid
 */
export function protectedLimitPaise({ side, referencePaise, protectionBps, tickPaise, bandPaise }: LimitFacts): number {
  const beyond = fillPricePaise(side, referencePaise, { slippageBps: protectionBps, tickPaise });
  if (!bandPaise) return beyond;
  const lowest = Math.max(tickPaise, roundToTick(bandPaise.low, tickPaise, 'up'));
  const highest = roundToTick(bandPaise.high, tickPaise, 'down');
  if (lowest > highest) throw new RangeError(`no price between ${bandPaise.low} and ${bandPaise.high} is on the grid`);
  return Math.min(Math.max(beyond, lowest), highest);
}

interface LimitFacts {
  readonly side: Side;
  /** Where the market stands. */
  readonly referencePaise: number;
  readonly protectionBps: number;
  readonly tickPaise: number;
  readonly bandPaise?: { readonly low: number; readonly high: number };
}

/**
 * Cuts a quantity into orders that the exchange takes: whole lots, none above the freeze quantity, the largest first.
 *
 * @param freezeQuantity largest quantity of one order, in units; `undefined` where there is none
 * @throws RangeError when the quantity is not whole lots above zero, or a lot is larger than an order may be
 */
export function sliceQuantity(
  quantity: number,
  { freezeQuantity, lotSize }: { readonly freezeQuantity?: number | undefined; readonly lotSize: number },
): number[] {
  if (!Number.isSafeInteger(quantity) || quantity <= 0 || quantity % lotSize !== 0) {
    throw new RangeError(`${quantity} is not a whole number of lots of ${lotSize}`);
  }
  const largest = freezeQuantity === undefined ? quantity : Math.floor(freezeQuantity / lotSize) * lotSize;
  if (largest === 0) throw new RangeError(`a lot of ${lotSize} is more than one order may be for`);
  const slices = Array.from({ length: Math.floor(quantity / largest) }, () => largest);
  const rest = quantity % largest;
  return rest === 0 ? slices : [...slices, rest];
}
