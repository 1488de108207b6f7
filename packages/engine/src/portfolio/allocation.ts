/** Basis points that make a whole: 1 bps is 0.01 %. */
export const WHOLE_BPS = 10_000;
/** ₹200 crore. Below it every sum of this folder, in paise × 10,000, is an exact integer. */
const MOST_PAISE = 200_000_000_000;

/** One name of a basket: its part of the money in whole basis points, and the price of a share in whole paise. */
export interface PricedName {
  readonly symbol: string;
  readonly weightBps: number;
  readonly pricePaise: number;
}

/** Shares by symbol. */
export type Shares = ReadonlyMap<string, number>;

/** What the order costs that leaves a name with so many shares, whole paise; 0 where no order is needed. */
export type CostOf = (symbol: string, quantity: number) => number;

/** Money to be spread over names, and what it costs to get there. */
export interface Spread {
  readonly names: readonly PricedName[];
  /** What the weights are parts of: shares and cash, whole paise. */
  readonly valuePaise: number;
  readonly costOf: CostOf;
}

/** Weights name each share once, in whole basis points that add up to 10,000. @throws RangeError */
export function checkWeights(targets: readonly { readonly symbol: string; readonly weightBps: number }[]): void {
  const sum = targets.reduce((total, { weightBps }) => total + wholeNumber(weightBps, 'a weight in basis points'), 0);
  if (sum !== WHOLE_BPS) throw new RangeError(`weights add up to ${sum} basis points, not to ${WHOLE_BPS}`);
  checkNamedOnce(targets);
}

export function checkNamedOnce(names: readonly { readonly symbol: string }[]): void {
  if (new Set(names.map(({ symbol }) => symbol)).size !== names.length) throw new RangeError('a share is named twice');
}

export function wholeNumber(value: number, what: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${what} must be a whole number, at least zero`);
}

/** Whole paise, at most ₹200 crore. */
export function amountOf(paise: number, what: string): number {
  if (wholeNumber(paise, what) <= MOST_PAISE) return paise;
  throw new RangeError(`${what} is more than can be divided exactly`);
}

export function priceOf(pricePaise: number | undefined, symbol: string): number {
  if (pricePaise === undefined) throw new RangeError(`no price for ${symbol}`);
  if (wholeNumber(pricePaise, 'a price') > 0) return pricePaise;
  throw new RangeError(`${symbol} has no price above zero`);
}

/** What is missing of a name's part, in paise × 10,000: an integer, so that equal gaps are equal. Negative: too much. */
export function gapOf(name: PricedName, valuePaise: number, quantity: number): number {
  return name.weightBps * valuePaise - WHOLE_BPS * quantity * name.pricePaise;
}

export function worthOf(names: readonly PricedName[], shares: Shares): number {
  return names.reduce((sum, { symbol, pricePaise }) => sum + (shares.get(symbol) ?? 0) * pricePaise, 0);
}

/**
 * ⌊weight × value ÷ price⌋ of each name, then single shares (`addShares`). Where the costs do not fit beside the whole
 * parts, the parts are those of as much less money.
 *
 * @returns shares by symbol; with their costs they take no more than the value, unless giving up all does
 */
export function spreadShares(spread: Spread): Shares {
  const { names, valuePaise, costOf } = spread;
  let budget = valuePaise;
  for (;;) {
    const shares = new Map(names.map((name) => [name.symbol, wholeShares(name, budget)]));
    const costs = names.reduce((sum, { symbol }) => sum + costOf(symbol, shares.get(symbol) ?? 0), 0);
    const cashPaise = valuePaise - worthOf(names, shares) - costs;
    if (cashPaise >= 0 || budget === 0) return addShares(spread, shares, cashPaise);
    budget = Math.max(0, budget + cashPaise);
  }
}

/** ⌊weight × value ÷ price⌋; exact, because both sides of the division are safe integers. */
export function wholeShares({ weightBps, pricePaise }: PricedName, valuePaise: number): number {
  return Math.floor((weightBps * valuePaise) / (WHOLE_BPS * pricePaise));
}

/**
 * One share at a time to the name that misses most, as long as one can be paid with its costs and leaves less missing
 * (or too much) than before. Of equals the first.
 */
export function addShares({ names, valuePaise, costOf }: Spread, from: Shares, cashPaise: number): Shares {
  const shares = new Map(from);
  let cash = cashPaise;
  for (;;) {
    let best: { readonly symbol: string; readonly gap: number; readonly costs: number } | undefined;
    for (const name of names) {
      const { symbol, pricePaise } = name;
      const quantity = shares.get(symbol) ?? 0;
      const gap = gapOf(name, valuePaise, quantity);
      // Overshoots by less than was missing.
      if (WHOLE_BPS * pricePaise >= 2 * gap || gap <= (best?.gap ?? 0)) continue;
      const costs = pricePaise + costOf(symbol, quantity + 1) - costOf(symbol, quantity);
      if (costs <= cash) best = { symbol, gap, costs };
    }
    if (!best) return shares;
    shares.set(best.symbol, (shares.get(best.symbol) ?? 0) + 1);
    cash -= best.costs;
  }
}
