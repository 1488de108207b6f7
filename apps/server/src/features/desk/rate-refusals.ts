import { type DeskOrder, isCover, isOver, type Line, type OrderShape } from './model.ts';
import { isStopMove } from './stop-moves.ts';

/** One refusal may be of a second that was full; two in a row are of an hour, as far as anybody can tell. */
const REFUSALS_TO_BELIEVE = 2;

/**
 * The broker's rate has no room for changes of it: what must become of it is done in another way, by taking it back and
 * placing another. A stop that only moves stays where it is instead.
 */
export function cannotChange({ rateRefusals }: DeskOrder): boolean {
  return rateRefusals >= REFUSALS_TO_BELIEVE;
}

/** @returns whether there is another way now, which need not wait */
export function noteRateRefusal(order: DeskOrder, wants: OrderShape | undefined): boolean {
  if (!wants || !isCover(order) || isStopMove(order, wants)) return false;
  order.rateRefusals += 1;
  return cannotChange(order);
}

/** The last that had to be taken back because it could not be changed. */
export function replacedIn(line: Line): DeskOrder | undefined {
  return line.orders.findLast((order) => isCover(order) && isOver(order) && cannotChange(order));
}

/** Another takes its place: it goes on where that one stood, and need not be refused as often to be believed. */
export function succeed(order: DeskOrder, before: DeskOrder | undefined): void {
  if (!before) return;
  order.chases = before.chases;
  order.rateRefusals = REFUSALS_TO_BELIEVE - 1;
}
