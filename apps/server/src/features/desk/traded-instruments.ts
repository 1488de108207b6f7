import type { DeskCore } from './desk-core.ts';
import { isOver } from './model.ts';

/**
 * Instruments in which an account has an order under way, its owner's and a basket's among them: what is chased there
 * hangs on their prices. By the product's own number of each, once.
 */
export function tradedInstruments({ orders }: Pick<DeskCore, 'orders'>): number[] {
  const traded = new Set<number>();
  for (const order of orders.values()) if (!isOver(order)) traded.add(order.instrument.id);
  return [...traded];
}
