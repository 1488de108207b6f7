import type { HandOrder, OwnOrderParts } from './own-order-parts.ts';

/**
 * Asks the broker what is held where our own rows would say no: what was bought elsewhere, or taken over from a trick,
 * may be all that the order closes. An exit must not wait for our books.
 */
export async function withHeld(parts: OwnOrderParts, order: HandOrder): Promise<HandOrder> {
  if (order.product === 'delivery' || !(await parts.foresee(parts.database.kysely, order))) return order;
  const heldAtBroker = await parts.heldOf(order.brokerLinkId, order);
  return heldAtBroker === undefined ? order : { ...order, heldAtBroker };
}
