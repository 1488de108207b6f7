import type { DeskSettings } from './desk-settings.ts';
import { type DeskMoment, type DeskOrder, isOver, isPlanned, isUnclear, isWorking } from './model.ts';
import { isTriggered } from './prices.ts';

/** How long what was given up without an answer, an order or a change of one, is looked for often. */
export const UNANSWERED_WATCH_MS = 30_000;

/** An order that should have moved is asked for by itself after so long, and for so long: the book has shown it by then. */
const SILENT_AFTER_MS = 250;
const SILENT_UNTIL_MS = 3_000;

/** The broker has it, it should move at once, and nobody has said that it did. */
export function isSilent(order: DeskOrder, now: DeskMoment): boolean {
  if (order.uniqueOrderId === undefined || order.asking || !isWorking(order) || !isExpectedToMove(order, now))
    return false;
  const since = now.wall - Math.max(order.shapeAtWall, order.acknowledgedAtWall ?? 0);
  return since >= SILENT_AFTER_MS && since < SILENT_UNTIL_MS;
}

/** Something of the order is unclear, or it should be filled by now and nobody has said so: the book tells. */
export function isDoubted(order: DeskOrder, now: DeskMoment, { lookAfterMs }: DeskSettings): boolean {
  // What was given up may still turn up.
  if (order.released && now.wall - order.sentAtWall < UNANSWERED_WATCH_MS) return true;
  if (isOver(order) || isPlanned(order)) return false;
  if (now.wall - order.unansweredAtWall < UNANSWERED_WATCH_MS) return true;
  if (order.shapeUnclear || order.day < now.today) return true;
  if (order.inForce && now.wall - order.shapeAtWall >= lookAfterMs) return true;
  if (order.asking && now.wall - order.asking.sinceWall >= lookAfterMs) return true;
  const since = isUnclear(order) ? order.sentAtWall : order.shapeAtWall;
  return now.wall - since >= lookAfterMs && isExpectedToMove(order, now);
}

/** Resting stops far from the market may be silent; everything else is heard of soon, or the socket is deaf. */
function isExpectedToMove(order: DeskOrder, now: DeskMoment): boolean {
  if (isUnclear(order)) return true;
  if (!isWorking(order)) return false;
  // The broker keeps it for the next session; others that read the account's books need their turns too.
  if (order.progress.state === 'queued') return now.isOpen;
  if (order.progress.state !== 'trigger_pending') return order.role !== 'own' || order.handExitId !== undefined;
  const last = now.lastPaise(order.instrument.id);
  const { triggerPaise } = order.shape;
  return last !== undefined && triggerPaise !== undefined && isTriggered(order.side, triggerPaise, last);
}
