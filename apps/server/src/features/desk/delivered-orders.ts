import type { BrokerOrder } from '@trickdesk/brokers';
import { deliveryUnits, leftOfPurchases } from '@trickdesk/domain';

/** An order of the day's book that was filled for delivery. */
export type DeliveredOrder = Pick<BrokerOrder, 'tradingSymbol' | 'side' | 'state' | 'filledQuantity' | 'updatedAt'>;

/**
 * Units of a share that an account has for delivery, at most; see `deliveryUnits`.
 *
 * @param books units that the broker's holdings show, and the day's signed net of its positions
 * @param delivered of the day, of all shares
 */
export function unitsOf(
  tradingSymbol: string,
  { held, net }: { readonly held: number; readonly net: number },
  delivered: readonly DeliveredOrder[],
): number {
  const ofShare = delivered.filter((order) => order.tradingSymbol === tradingSymbol);
  return deliveryUnits(held, net, leftOfPurchases(ofShare.map(partOf)));
}

/** A sale that has not ended by being filled may have traded long before the book last said anything of it. */
function partOf({ side, state, filledQuantity: quantity, updatedAt }: DeliveredOrder) {
  return { side, quantity, at: side === 'sell' && state !== 'filled' ? undefined : updatedAt };
}
