/** What a broker shows of a share that an account holds. Units. */
export interface ShownHolding {
  readonly tradingSymbol: string;
  readonly isin: string;
  readonly quantity: number;
  readonly t1Quantity: number;
  readonly authorisedQuantity: number;
}

/** A share whose owner has not released all of it at the depository today. Units. */
export interface UnreleasedShare {
  readonly symbol: string;
  readonly isin: string;
  /** Settled or not. */
  readonly quantity: number;
  readonly settledQuantity: number;
  readonly releasedQuantity: number;
  readonly missingQuantity: number;
  /** What can be sold all the same: released, or bought and not settled yet. */
  readonly sellableQuantity: number;
}

/**
 * `none`: nothing is missing. `needed`: the broker refuses sales until it is released. `unclear`: the broker shows nothing
 * as released, which may also mean that a standing authorisation makes it needless.
 */
export type ReleaseNeed = 'none' | 'needed' | 'unclear';

export interface ReleaseReading {
  readonly need: ReleaseNeed;
  readonly shares: readonly UnreleasedShare[];
  /** The broker's words of a sale that it refused for this reason lately. */
  readonly brokerSaid: string | undefined;
}

export interface ReleaseEvidence {
  /** The simulated broker shows all as released where there is a standing authorisation; the real one need not. */
  readonly isTold: boolean;
  readonly brokerSaid: string | undefined;
}

/** What an account must release before the broker sells it. */
export function readReleases(
  holdings: readonly ShownHolding[],
  { isTold, brokerSaid }: ReleaseEvidence,
): ReleaseReading {
  const shares = holdings.flatMap(unreleasedIn);
  if (shares.length === 0) return { need: 'none', shares, brokerSaid: undefined };
  // Who has released some shares has no standing authorisation.
  const isSure =
    isTold || brokerSaid !== undefined || holdings.some(({ authorisedQuantity }) => authorisedQuantity > 0);
  return { need: isSure ? 'needed' : 'unclear', shares, brokerSaid };
}

function unreleasedIn({ tradingSymbol, isin, quantity, t1Quantity, authorisedQuantity }: ShownHolding) {
  const settledQuantity = quantity - t1Quantity;
  const missingQuantity = settledQuantity - authorisedQuantity;
  if (missingQuantity <= 0) return [];
  return [
    {
      // The broker names a share with its series: `SBIN-EQ`.
      symbol: tradingSymbol.replace(/-EQ$/, ''),
      isin,
      quantity,
      settledQuantity,
      releasedQuantity: authorisedQuantity,
      missingQuantity,
      sellableQuantity: quantity - missingQuantity,
    },
  ];
}
