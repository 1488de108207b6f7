import type { EpochMs } from './india-time.ts';

/** What an order, or one execution, of a day traded of one share for delivery. */
export interface DeliveredPart {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** `undefined`: at some time of the day. */
  readonly at: EpochMs | undefined;
}

/**
 * Units bought on a day that are still there: what is sold comes out of the day's purchases so far, and out of holdings
 * where these do not reach. Where the order in time is not known, sales count as the earlier ones: at most so many.
 */
export function leftOfPurchases(parts: readonly DeliveredPart[]): number {
  const since = ({ side, at }: DeliveredPart): number =>
    at ?? (side === 'sell' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  const isSale = ({ side }: DeliveredPart): number => (side === 'sell' ? 0 : 1);
  const inTime = parts.toSorted((a, b) => {
    if (since(a) === since(b)) return isSale(a) - isSale(b);
    return since(a) < since(b) ? -1 : 1;
  });
  return inTime.reduce(
    (left, { side, quantity }) => (side === 'buy' ? left + quantity : Math.max(0, left - quantity)),
    0,
  );
}

/**
 * Units of a share that an account has for delivery, at most: the broker does not document whether its holdings are
 * still whole on the day on which something is sold out of them. Where they are, the day's net comes off them; where
 * they are not, it would come off twice, and what was bought after such a sale would seem to be missing.
 *
 * @param heldQuantity as the broker's holdings show it
 * @param netQuantity  of the day, signed, as its positions show it
 * @param left         of `leftOfPurchases`
 */
export function deliveryUnits(heldQuantity: number, netQuantity: number, left: number): number {
  return heldQuantity + Math.max(netQuantity, left);
}
