import type { ClosedTrade } from '../../run/types.ts';

export interface CostInput {
  readonly trades: readonly Pick<ClosedTrade, 'quantity' | 'entryPaise' | 'exitPaise' | 'netPaise'>[];
  /** Slippage that is already in the trades' prices, basis points (1 bps = 0.01 %) of each fill's value. */
  readonly slippageBps: number;
  /** Slippages to answer for; 0, 1, 2, 3 and 5 times the given one when absent (times 1 bps where that is 0). */
  readonly levelsBps?: readonly number[];
}

export interface CostLevel {
  readonly slippageBps: number;
  /** Sum of the trades' net results at that slippage, rounded to the paisa. */
  readonly netPaise: number;
}

export interface CostSensitivity {
  /** Value bought plus value sold, paise. */
  readonly turnoverPaise: number;
  readonly levels: readonly CostLevel[];
  /**
   * Slippage at which the trades bring exactly nothing; negative where they lose even with none. `undefined` without
   * turnover.
   */
  readonly breakEvenBps?: number | undefined;
  /** Break-even less what is already in the prices: how much worse fills may get. */
  readonly reserveBps?: number | undefined;
}

const MULTIPLES = [0, 1, 2, 3, 5];
const BPS = 10_000;

/**
 * The net result of the same trades at other slippages: net(s) = net − turnover × (s − s₀) ÷ 10 000, a straight line, so
 * that break-even has a closed form, s₀ + net × 10 000 ÷ turnover. The line takes charges, the number of trades and their
 * sizes as they are. Left out is that charges follow the price by some hundredths of the slippage, that a worse price may
 * miss a stop or a target, and that sizes which follow the account shrink with it. Of trades of one size without stops a
 * run agrees to a tick; of others it may break even a third sooner or later. Only a run with the other slippage tells that.
 *
 * @throws RangeError when a slippage is negative or not a number
 */
export function costSensitivity(input: CostInput): CostSensitivity {
  const { trades, slippageBps } = input;
  const unit = slippageBps > 0 ? slippageBps : 1;
  const levels = input.levelsBps ?? MULTIPLES.map((multiple) => multiple * unit);
  for (const level of [slippageBps, ...levels]) {
    if (!(level >= 0)) throw new RangeError(`slippage is at least 0 bps, not ${level}`);
  }
  const netPaise = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
  const turnoverPaise = trades.reduce((sum, trade) => sum + trade.quantity * (trade.entryPaise + trade.exitPaise), 0);
  const reserveBps = turnoverPaise > 0 ? (netPaise * BPS) / turnoverPaise : undefined;
  return {
    turnoverPaise,
    levels: levels.map((level) => ({
      slippageBps: level,
      // Adding 0 makes 0 of −0.
      netPaise: Math.round(netPaise - (turnoverPaise * (level - slippageBps)) / BPS) + 0,
    })),
    breakEvenBps: reserveBps === undefined ? undefined : slippageBps + reserveBps,
    reserveBps,
  };
}
