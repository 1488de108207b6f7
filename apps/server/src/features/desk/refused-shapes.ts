import { refusedMoveOf } from './alarms.ts';
import type { DeskEffects } from './effects.ts';
import { type DeskMoment, type DeskOrder, isSamePrice, isSameShape, type OrderShape } from './model.ts';

/** A shape that an order was to have and that broker or exchange did not let it have. */
export interface RefusedShape {
  readonly shape: OrderShape;
  readonly times: number;
  /** Not asked for before this; infinite: not while the order lives, unless another price was asked for meanwhile. */
  readonly untilWall: number;
}

/** Stands for the broker's words where a change was not made and it gave none. */
export const NO_WORDS = 'The change was not made.';

/** A book may show what was before a change that is on its way: once is no refusal yet. */
const STOP_AGAIN_MS = 3_000;
/** A sale is asked for so often without a rest, since it may still trade; then less and less. */
const SALE_HOPE = 3;
const SALE_AGAIN_FIRST_MS = 5_000;
const SALE_AGAIN_MOST_MS = 60_000;

/** Remembers that a change was not made. What only changes the quantity is not held up: a position must not be bare. */
export function noteRefused(order: DeskOrder, wants: OrderShape, now: DeskMoment, effects: DeskEffects): void {
  if (isSamePrice(wants, order.shape)) return;
  const times = 1 + (order.refusedShapes.find(({ shape }) => isSameShape(shape, wants))?.times ?? 0);
  const others = order.refusedShapes.filter(({ shape }) => !isSameShape(shape, wants));
  order.refusedShapes = [...others, { shape: wants, times, untilWall: now.wall + pauseMs(wants, times) }];
  if (wants.kind === 'stop_limit' && times === 2 && order.role !== 'own') {
    effects.alarms.push(refusedMoveOf(order, wants));
  }
}

function pauseMs({ kind }: OrderShape, times: number): number {
  if (kind === 'stop_limit') return times === 1 ? STOP_AGAIN_MS : Number.POSITIVE_INFINITY;
  if (times <= SALE_HOPE) return 0;
  return Math.min(SALE_AGAIN_FIRST_MS * 2 ** (times - SALE_HOPE - 1), SALE_AGAIN_MOST_MS);
}

/**
 * What to ask for in place of a shape that was refused and whose time has not come again: the prices that the order
 * has, with the quantity that is wanted.
 */
export function withoutRefused(order: DeskOrder, wanted: OrderShape | undefined, wall: number): OrderShape | undefined {
  if (!wanted) return undefined;
  const isRefused = order.refusedShapes.some(({ shape, untilWall }) => isSamePrice(shape, wanted) && wall < untilWall);
  return isRefused ? { ...order.shape, quantity: wanted.quantity } : wanted;
}

/** A change leaves: what it is to replace is kept to compare with, and another wish makes an end of earlier refusals. */
export function noteAsked(order: DeskOrder, wants: OrderShape): void {
  order.lastChange = { before: order.shape, wants };
  if (isSamePrice(wants, order.shape)) return;
  order.refusedShapes = order.refusedShapes.filter(({ shape }) => isSamePrice(shape, wants));
}

/** The broker has taken a change, and the book shows the order as it was before: the exchange did not make it. */
export function isUndone(order: DeskOrder, shown: OrderShape): boolean {
  const { lastChange, asking, shapeUnclear, shape, inForce } = order;
  if (inForce) return isSameShape(shown, inForce);
  if (!lastChange || asking || shapeUnclear) return false;
  return isSameShape(shape, lastChange.wants) && isSameShape(shown, lastChange.before);
}
