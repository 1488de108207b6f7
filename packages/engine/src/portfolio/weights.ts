import {
  amountOf,
  checkNamedOnce,
  checkWeights,
  priceOf,
  spreadShares,
  WHOLE_BPS,
  wholeNumber,
  worthOf,
} from './allocation.ts';

/** A name's part of a basket in whole basis points; those of a basket add up to exactly 10,000. */
export interface TargetWeight {
  readonly symbol: string;
  readonly weightBps: number;
}

export interface PricedWeight extends TargetWeight {
  /** Of one share, whole paise. */
  readonly pricePaise: number;
}

export interface HeldShares {
  readonly symbol: string;
  readonly quantity: number;
  /** Of one share, whole paise. */
  readonly pricePaise: number;
}

/**
 * The least amount of which every name with a weight gets a share before costs: the largest price ÷ weight.
 *
 * @returns whole paise, rounded up
 * @throws RangeError when weights do not add up to 10,000 basis points or a price is not above zero
 */
export function minimumInvestmentPaise(targets: readonly PricedWeight[]): number {
  checkWeights(targets);
  const each = targets
    .filter(({ weightBps }) => weightBps > 0)
    .map(({ symbol, weightBps, pricePaise }) => Math.ceil((WHOLE_BPS * priceOf(pricePaise, symbol)) / weightBps));
  return Math.max(...each);
}

/**
 * Shares for an amount: ⌊weight × amount ÷ price⌋ of each, then one share at a time to the name that misses most of its
 * part of the amount, where it can be paid and leaves less missing (or too much) than before.
 *
 * @param amountPaise whole paise, at most ₹200 crore
 * @param costPaise an estimate of what buying so many shares costs beside their price, whole paise; nothing when absent
 * @returns shares of every target, and what is left; shares, costs and cash add up to the amount
 * @throws RangeError when weights do not add up to 10,000 basis points, or a number is not whole or too large
 */
export function allocateShares(
  amountPaise: number,
  targets: readonly PricedWeight[],
  costPaise: (symbol: string, quantity: number) => number = () => 0,
): { readonly quantities: ReadonlyMap<string, number>; readonly cashPaise: number } {
  checkWeights(targets);
  for (const { symbol, pricePaise } of targets) priceOf(pricePaise, symbol);
  const valuePaise = amountOf(amountPaise, 'an amount');
  const costOf = (symbol: string, quantity: number): number =>
    quantity === 0 ? 0 : wholeNumber(costPaise(symbol, quantity), 'a cost');
  const quantities = spreadShares({ names: targets, valuePaise, costOf });
  const costs = targets.reduce((sum, { symbol }) => sum + costOf(symbol, quantities.get(symbol) ?? 0), 0);
  return { quantities, cashPaise: valuePaise - worthOf(targets, quantities) - costs };
}

/**
 * How far holdings are from their weights: ½ Σ |weight held − target| over every name of either list. Cash is left out:
 * weights are parts of what the shares are worth.
 *
 * @returns basis points, 0 to 10,000, with fractions; 0 where nothing is held
 * @throws RangeError when weights do not add up to 10,000 basis points, or a share is named twice
 */
export function driftBps(held: readonly HeldShares[], targets: readonly TargetWeight[]): number {
  checkWeights(targets);
  checkNamedOnce(held);
  const worth = held.map(({ symbol, quantity, pricePaise }) => {
    return { symbol, paise: wholeNumber(quantity, 'a quantity') * priceOf(pricePaise, symbol) };
  });
  const total = worth.reduce((sum, { paise }) => sum + paise, 0);
  if (total === 0) return 0;
  const off = new Map(targets.map(({ symbol, weightBps }) => [symbol, -weightBps]));
  for (const { symbol, paise } of worth) off.set(symbol, (off.get(symbol) ?? 0) + (WHOLE_BPS * paise) / total);
  return [...off.values()].reduce((sum, bps) => sum + Math.abs(bps), 0) / 2;
}
