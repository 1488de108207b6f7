import { type Asking, type DeskOrder, isCover, type OrderShape } from './model.ts';

/**
 * A stop that rests is to rest at another level, for as many units: its position is guarded whether or not that comes
 * through. A change of the quantity, or one that turns it into an exit, is none.
 */
export function isStopMove(order: DeskOrder, wants: OrderShape): boolean {
  const isStop = order.shape.kind === 'stop_limit' && wants.kind === 'stop_limit';
  return isCover(order) && isStop && wants.quantity === order.shape.quantity;
}

/** What to ask for in place of a move that may not leave yet: the level stays. */
export function withoutEarlyMove(order: DeskOrder, wanted: OrderShape | undefined, wall: number) {
  return wanted && wall < order.moveAtWall && isStopMove(order, wanted) ? order.shape : wanted;
}

/** Of a request that is about to be made. */
export function askingOf(order: DeskOrder, asking: Pick<Asking, 'verb' | 'wants' | 'sinceWall'>): Asking {
  const { wants } = asking;
  return wants && isStopMove(order, wants) ? { ...asking, isStopMove: true } : asking;
}
