import type { DeskEffects } from './effects.ts';
import { type Asking, type DeskMoment, type DeskOrder, isOver, isPlanned, isSameShape, isWorking } from './model.ts';

/** What to ask next for an order of its owner's own; `drop` for one that was never sent and is not wanted. */
export function ownAsking(order: DeskOrder, now: DeskMoment): Asking | 'drop' | undefined {
  if (order.role !== 'own' || isOver(order)) return undefined;
  // A wish of another day is not carried out today.
  if (isPlanned(order) && (order.cancelWanted || order.day < now.today)) return 'drop';
  if (!now.canAct || order.asking !== undefined || now.wall < order.retryAtWall) return undefined;
  if (isPlanned(order)) return { verb: 'place', sinceWall: now.wall };
  if (order.brokerOrderId === undefined || !isWorking(order) || order.shapeUnclear || order.day < now.today)
    return undefined;
  if (order.cancelWanted) return { verb: 'cancel', sinceWall: now.wall };
  const { wanted } = order;
  if (!wanted || isSameShape(wanted, order.shape)) return undefined;
  return { verb: 'modify', wants: wanted, sinceWall: now.wall };
}

/** Counts what its owner asked as carried out: by the broker's yes or no, or because the order has ended. */
export function finishRequests(order: DeskOrder, verb: Asking['verb'] | undefined, effects: DeskEffects): void {
  const isDone = (request: DeskOrder['requests'][number]): boolean => isOver(order) || request.verb === verb;
  const done = order.requests.filter(isDone);
  if (done.length === 0) return;
  order.requests.splice(0, order.requests.length, ...order.requests.filter((request) => !isDone(request)));
  effects.requestsDone.push(...done.map((request) => request.id));
}
