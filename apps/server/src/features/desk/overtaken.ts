import type { BrokerOrder } from '@trickdesk/brokers';
import { type DeskOrder, isOver, type OrderShape } from './model.ts';

/** What its owner wants at most of an order by hand may be filled before the broker has heard of it. */

/** As much is filled as is wanted: what is left must not trade, and no broker takes that as a change. */
export function isOvertaken({ progress }: DeskOrder, wanted: OrderShape): boolean {
  return wanted.quantity <= progress.filledQuantity;
}

/** Where fills have overtaken a change that was asked for, what is left of the order is taken back in its place. */
export function endOvertaken(order: DeskOrder, wanted: OrderShape): void {
  if (isOwners(order) && isOvertaken(order, wanted)) order.cancelWanted = true;
}

/** The broker refused a change. Fills that nobody here has heard of may be why: what is heard next tells. */
export function noteRefusedSize(order: DeskOrder, wanted: OrderShape): void {
  if (!isOwners(order) || wanted.quantity >= order.shape.quantity) return;
  order.refusedQuantity = Math.min(wanted.quantity, order.refusedQuantity ?? wanted.quantity);
}

/**
 * What a report shows of an order whose change was refused. Only the book of after the refusal decides: what is filled
 * later than that is filled of the order that its owner was told stands.
 *
 * @param undone a change that was taken, and that the book shows not to be made
 */
export function judgeRefused(
  order: DeskOrder,
  { filledQuantity }: Pick<BrokerOrder, 'filledQuantity'>,
  undone?: OrderShape,
): void {
  const most = Math.min(order.refusedQuantity ?? Infinity, undone?.quantity ?? Infinity);
  if (isOwners(order) && most <= filledQuantity) order.cancelWanted = true;
}

/** Its owner's, and not the desk's own of what closes everything. */
function isOwners(order: DeskOrder): boolean {
  return order.role === 'own' && order.handExitId === undefined && !isOver(order);
}
