import { UNANSWERED_WATCH_MS } from './doubts.ts';
import { type DeskOrder, isOver, isSameShape, type OrderShape } from './model.ts';
import { noteGivenUp } from './own-orders.ts';
import type { PastChangeRow } from './store.ts';

/** For so long nobody may have had the account before a desk takes it up. */
const NOBODY_THERE_MS = 4 * 60_000;
/** Changes that were carried out before this, counted back from now, nobody looks for any more. */
export const RECALLED_MS = UNANSWERED_WATCH_MS + NOBODY_THERE_MS;

/**
 * Brings back what a desk that is gone had asked of the broker for an owner. Its rows do not say which changes it had
 * given up: each counts as such, and only one that shows up after what was asked for last has an effect.
 *
 * @param past changes that count as carried out, of the last minutes, oldest first
 * @param wall milliseconds
 */
export function recallChanges(orders: Iterable<DeskOrder>, past: readonly PastChangeRow[], wall: number): void {
  const known = new Map<number, DeskOrder>();
  for (const order of orders) if (!isOver(order)) known.set(order.rowId, order);
  for (const { id, broker_order_id: rowId, body } of past) {
    const [order, wants] = [known.get(rowId), shapeIn(body)];
    if (!order || !wants) continue;
    noteGivenUp(order, wants, wall, { isRecalled: true });
    // One that was refused is not asked for again: the order does not stand like it.
    order.lastWish = isSameShape(wants, order.shape) ? { requestId: id, wants } : undefined;
  }
}

/** What a request's row asks for; `undefined` where another release wrote something else. */
export function shapeIn(body: unknown): OrderShape | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const [kind, quantity, price, trigger] = ['kind', 'quantity', 'pricePaise', 'triggerPaise'].map((n) => fields.get(n));
  if ((kind !== 'limit' && kind !== 'stop_limit') || typeof quantity !== 'number' || typeof price !== 'number') {
    return undefined;
  }
  return typeof trigger === 'number'
    ? { kind, quantity, pricePaise: price, triggerPaise: trigger }
    : { kind, quantity, pricePaise: price };
}
