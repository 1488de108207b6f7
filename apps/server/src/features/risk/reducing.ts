import type { HeldReading } from '../desk/index.ts';
import { type LineOrder, remainingOf } from './lines.ts';

/** An order by hand, as far as it matters to what it closes. */
export interface HandWish {
  readonly brokerLinkId: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday';
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** Signed units that the broker holds at least for it, where it was asked. */
  readonly heldAtBroker?: number | undefined;
}

/**
 * Units of an order by hand that only make smaller what the account holds; the rest is new exposure. What rests by hand
 * on the same side has a claim to the position already.
 */
export function reducingQuantity(orders: readonly LineOrder[], wish: HandWish): number {
  const { side, quantity, product } = wish;
  // A sale for delivery needs the shares in the account: the broker refuses every other.
  if (product === 'delivery') return side === 'sell' ? quantity : 0;
  const alike = orders.filter((order) => isAlike(order, wish));
  const byHand = alike.filter((order) => order.deployment_id === null);
  const held = [sum(alike), sum(byHand), wish.heldAtBroker ?? 0];
  const closable = Math.max(...held.map((units) => (side === 'sell' ? units : -units)));
  const claimed = byHand.reduce((units, order) => (order.side === side ? units + remainingOf(order) : units), 0);
  return Math.max(0, Math.min(quantity, closable - claimed));
}

/**
 * Signed units of what the broker showed that are surely left. What has traded on the order's side since then is taken
 * off, though the answer may have counted it: who is refused for that asks once more.
 */
export function leftOf(
  { units, filledBefore }: HeldReading,
  { side, filled }: { readonly side: HandWish['side']; readonly filled: number },
): number {
  const since = Math.max(0, filled - filledBefore);
  return side === 'sell' ? units - since : units + since;
}

function isAlike(order: LineOrder, { brokerLinkId, symbol, product }: HandWish): boolean {
  return order.broker_link_id === brokerLinkId && order.symbol === symbol && order.product === product;
}

function sum(orders: readonly LineOrder[]): number {
  return orders.reduce((units, { side, filled_quantity: filled, settled_quantity: settled, deployment_id: trick }) => {
    const own = trick === null ? filled : filled - settled;
    return units + (side === 'buy' ? own : -own);
  }, 0);
}
