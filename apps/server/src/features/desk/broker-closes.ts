import { BROKER_SQUARE_OFF, indiaMinuteOf, parseTimeOfDay } from '@trickdesk/domain';
import { type DeskMoment, type DeskOrder, isCover, isOver, type Line } from './model.ts';

/** For so long the stop is not placed again: two looks into the book, and less than a position may stand bare. */
const LOOK_FIRST_MS = 1_500;
/** Where a session ends early its square-off comes before its end. */
const BEFORE_CLOSE_MS = 15 * 60_000;
/** The clock of the desk follows the prices that it hears, and may stand before the close when its orders end with it. */
const CLOCK_BEHIND_MS = 2 * 60_000;

/**
 * The broker closes intraday positions near the end of a day: it cancels what rests for them, and sells. A stop placed
 * in between would open a new position. The book shows the sale; without one the stop is placed after all. At the close
 * the exchange ends every order of the day: a stop that came after it would wait at the broker for the next.
 */
export function looksFirst({ takenBackAtWall }: Pick<Line, 'takenBackAtWall'>, { wall }: DeskMoment): boolean {
  return takenBackAtWall !== undefined && wall - takenBackAtWall < LOOK_FIRST_MS;
}

/** A cover that rests when the broker closes positions: should it be cancelled now, that was not asked here. */
export function mayEndUnasked(order: DeskOrder, now: DeskMoment): boolean {
  if (!isCover(order) || isOver(order)) return false;
  if (order.progress.state === 'cancel_pending' || order.asking?.verb === 'cancel') return false;
  const { symbol } = order.instrument;
  return order.product === 'intraday' ? isClosingTime(symbol, now) : isDayEnding(symbol, now);
}

function isDayEnding(symbol: string, { at, closesAt }: DeskMoment): boolean {
  const closeAt = closesAt?.(symbol);
  return closeAt !== undefined && at >= closeAt - CLOCK_BEHIND_MS;
}

function isClosingTime(symbol: string, { at, closesAt }: DeskMoment): boolean {
  const closeAt = closesAt?.(symbol);
  if (closeAt !== undefined && at >= closeAt - BEFORE_CLOSE_MS) return true;
  return indiaMinuteOf(at) >= (parseTimeOfDay(BROKER_SQUARE_OFF.cash) ?? Number.POSITIVE_INFINITY);
}
