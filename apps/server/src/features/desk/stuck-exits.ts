import { stuckOf } from './alarms.ts';
import type { DeskEffects } from './effects.ts';
import { type DeskMoment, type DeskOrder, heldOf, isCover, isOver, isUnclear, isWorking, type Line } from './model.ts';

/** When its owner hears of an exit that has not left, and again whenever it has taken four times as long. */
const TELL_AFTER_MS = 5_000;

/** The run wants out, and nothing of it is at the broker that would trade: its owner hears of that. */
export function noteStuckExit(line: Line, now: DeskMoment, effects: DeskEffects): void {
  if (!isStuck(line, now)) {
    line.stuck = undefined;
    return;
  }
  line.stuck ??= { sinceWall: now.wall, times: 0 };
  const { stuck } = line;
  if (now.wall - stuck.sinceWall < TELL_AFTER_MS * 4 ** stuck.times) return;
  stuck.times += 1;
  effects.alarms.push(stuckOf(line, stuck));
}

function isStuck(line: Line, now: DeskMoment): boolean {
  if (line.exit === undefined && !line.flatten) return false;
  // Without a session nothing can leave, and its owner has been asked to sign in.
  if (!now.isOpen || !now.canAct || now.awaitsPrice?.(line.instrument.id) || heldOf(line) <= 0) return false;
  return !line.orders.some((order) => isCover(order) && !isOver(order) && mayTrade(order));
}

/** A sale that is at the broker, or may be, and a stop that has triggered. */
function mayTrade(order: DeskOrder): boolean {
  // One that waits for its answer may be turned away; of one that got no answer its owner hears in another way.
  const isUnheard = isUnclear(order) && order.asking === undefined;
  if (order.shape.kind === 'limit') return isUnheard || isWorking(order);
  return order.progress.state === 'open' || order.progress.state === 'partially_filled';
}
