import type { EpochMs } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';
import { quantile } from '../quantile.ts';

/**
 * Of what is traded in a bar, percent, that one may take without moving its price much: the lower end of the five to ten
 * percent that those who split large orders usually keep to. A rule of thumb; nobody knows the price that more would make.
 */
export const MOST_PARTICIPATION_PCT = 5;
/** Of all fills, those that take the least; the rest may have fallen on a bar in which hardly anybody traded. */
const FILLS_SHARE = 0.95;

/** Units of an instrument that were traded in the bar that a moment is in; `undefined` before its first bar. */
export type TradedVolume = (at: EpochMs) => number | undefined;

export interface Capacity {
  /** Fills that were looked at. */
  readonly fills: number;
  /** What 95 of 100 fills took at most of what was traded in their bar, percent. */
  readonly participationPct: number;
  /** Up to this capital they would take no more than `MOST_PARTICIPATION_PCT`; two digits of it say enough. Whole paise. */
  readonly capitalPaise: number;
}

/**
 * How much capital a strategy may be run with before its own orders move the prices that it was tested on: orders grow
 * with the capital, what others trade does not.
 *
 * @param capitalPaise what the trades were made with
 * @returns `undefined` without a trade, or where no volume is known of a bar in which one was filled
 */
export function capacityOf(
  trades: readonly Pick<ClosedTrade, 'symbol' | 'quantity' | 'entryAt' | 'exitAt'>[],
  volumes: ReadonlyMap<string, TradedVolume>,
  capitalPaise: number,
): Capacity | undefined {
  const shares: number[] = [];
  for (const { symbol, quantity, entryAt, exitAt } of trades) {
    const traded = volumes.get(symbol);
    for (const at of [entryAt, exitAt]) {
      const volume = traded?.(at) ?? 0;
      if (volume <= 0) return undefined;
      shares.push((100 * quantity) / volume);
    }
  }
  const participationPct = quantile(
    shares.toSorted((a, b) => a - b),
    FILLS_SHARE,
  );
  if (participationPct === undefined) return undefined;
  const most = (capitalPaise * MOST_PARTICIPATION_PCT) / participationPct;
  return { fills: shares.length, participationPct, capitalPaise: twoDigits(Math.min(most, Number.MAX_SAFE_INTEGER)) };
}

/** `6234567` → `6200000`: never up. */
function twoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / unit) * unit;
}
