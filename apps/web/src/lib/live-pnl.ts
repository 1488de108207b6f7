interface Held {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** The price in rupees that `pnlPaise` was worked out at. */
  readonly lastPrice?: number | undefined;
  /** After charges, those of selling now included; as the server said it. */
  readonly pnlPaise?: number | undefined;
}

/**
 * The result of an open position at a newer price: the server's figure, moved by the change of price since. The charges
 * of selling change with the price by less than this shows; the server's next figure sets it right.
 *
 * @param last rupees
 * @returns whole paise; `undefined` until the server has told a first result
 */
export function estimatedPnlPaise(position: Held, last: number | undefined): number | undefined {
  const { pnlPaise, lastPrice, quantity, side } = position;
  if (pnlPaise === undefined || lastPrice === undefined || last === undefined) return pnlPaise;
  const movedPaise = Math.round(last * 100) - Math.round(lastPrice * 100);
  return pnlPaise + (side === 'buy' ? 1 : -1) * movedPaise * quantity;
}

export type HeldRow = Held & { readonly symbol: string };

/** How far the results of these rows have moved since the server told them. Whole paise. */
export function movedPaise(rows: readonly HeldRow[], priceOf: (symbol: string) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (estimatedPnlPaise(row, priceOf(row.symbol)) ?? 0) - (row.pnlPaise ?? 0), 0);
}
