import { type DeskOrder, isOver, type OrderShape } from './model.ts';

/** What its owner wants at most of an order by hand may be filled before the broker has heard of it. */

/** As much is filled as is wanted: what is left must not trade, and no broker takes that as a change. */
export function isOvertaken({ progress }: DeskOrder, wanted: OrderShape): boolean {
  return wanted.quantity <= progress.filledQuantity;
}

/** Where fills have overtaken a change that was asked for, what is left of the order is taken back in its place. */
export function endOvertaken(order: DeskOrder, wanted: OrderShape): void {
  if (order.role !== 'own' || order.handExitId !== undefined || isOver(order)) return;
  if (isOvertaken(order, wanted)) order.cancelWanted = true;
}
