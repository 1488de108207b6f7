import { indiaDateOf } from '@trickdesk/domain';
import { filledOnSide } from './held-store.ts';
import type { HandOrder, OwnOrderParts } from './own-order-parts.ts';

/**
 * Asks the broker what is held where our own rows would say no: what was bought elsewhere, or taken over from a trick,
 * may be all that the order closes. An exit must not wait for our books.
 */
export async function withHeld(parts: OwnOrderParts, order: HandOrder): Promise<HandOrder> {
  if (order.product === 'delivery' || !(await parts.foresee(parts.database.kysely, order))) return order;
  const { instrument, at, product } = order;
  // Before the broker is asked: what trades from now on may be missing in its answer.
  const side = { ...order, product, symbol: instrument.symbol, day: indiaDateOf(at) };
  const filledBefore = await filledOnSide(parts.database.kysely, side);
  const units = await parts.heldOf(order.brokerLinkId, order);
  return units === undefined ? order : { ...order, heldAtBroker: { units, filledBefore } };
}
