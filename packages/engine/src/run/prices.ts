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
