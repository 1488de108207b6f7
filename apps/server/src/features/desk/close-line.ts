import { orphanKey, oversoldOf } from './alarms.ts';
import type { DeskEffects } from './effects.ts';
import { type DeskOrder, heldOf, isCover, isOver, isPlanned, isUnclear, type Line } from './model.ts';

/** Ended orders of positions that are closed say nothing about the next one. */
export function prune(line: Line, effects: DeskEffects): void {
  if (line.orders.length === 0 || line.entry || heldOf(line) !== 0) return;
  const ended = line.orders.filter(isOver);
  const isTold = ended.every((order) => order.toldQuantity >= order.progress.filledQuantity);
  if (!isTold || heldOf({ ...line, orders: ended }) !== 0) return;
  // They stay known for the day: a late report must still find them.
  for (const order of ended) settle(order, effects);
  line.orders.splice(0, line.orders.length, ...line.orders.filter((order) => !ended.includes(order)));
  line.heldSinceWall = 0;
  line.stopPaise = undefined;
  line.flatten = false;
  line.oversold = false;
  line.coverRejections = 0;
}

/**
 * What the run wanted sold is gone: the stop acted, and its fills were told, before the wish for the exit was committed.
 * No fill will end such a wish, and a line that still wants out would drop every later entry.
 */
export function endExit(line: Line): void {
  const isDone = !line.entry && line.runHeld <= 0 && line.orders.length === 0;
  if (isDone) line.exit = undefined;
}

function settle(order: DeskOrder, effects: DeskEffects): void {
  order.settled = isOver(order);
  order.settledQuantity = order.progress.filledQuantity;
  effects.changed.add(order);
}

/** An order came back after it was given up, and closed what was closed already: its owner hears of it once. */
export function noteOversold(line: Line, effects: DeskEffects): void {
  const short = -heldOf(line);
  if (short <= 0 || line.oversold) return;
  line.oversold = true;
  const alarm = oversoldOf(line, short);
  // That one of its orders came back is said with it.
  const said = new Set(line.orders.map((order) => orphanKey(order).key));
  effects.alarms.splice(0, effects.alarms.length, ...effects.alarms.filter(({ key }) => !said.has(key)), alarm);
  effects.news.push({ line, news: { kind: 'halt', reason: `${alarm.title}. ${alarm.body}`, isTold: true } });
}

/**
 * The owner takes a position over. The stop that rests for it becomes their own order; everything else that is under
 * way is taken back, and what it still trades until then is put right as for any line that wants nothing.
 */
export function detach(line: Line, effects: DeskEffects): void {
  for (const order of line.orders) {
    settle(order, effects);
    if (!isStopToKeep(order)) continue;
    order.role = 'own';
    order.line = undefined;
  }
  line.orders.splice(0, line.orders.length, ...line.orders.filter((order) => order.line === line && !order.settled));
  line.entry = undefined;
  line.exit = undefined;
  line.stopPaise = undefined;
  line.runHeld = 0;
  line.heldSinceWall = 0;
  line.flatten = false;
  line.oversold = false;
}

function isStopToKeep(order: DeskOrder): boolean {
  if (isOver(order) || isPlanned(order) || !isCover(order) || order.shape.kind !== 'stop_limit') return false;
  // A triggered stop and one that is being turned into an exit are sales under way.
  return (
    (isUnclear(order) || order.progress.state === 'trigger_pending' || order.progress.state === 'pending') &&
    order.asking?.wants?.kind !== 'limit'
  );
}

/** The rows that `detach` changes, by what it does with them. */
export function idsToDetach(line: Line): { readonly keepIds: number[]; readonly otherIds: number[] } {
  const stored = line.orders.filter((order) => order.rowId !== 0);
  const idsOf = (orders: readonly DeskOrder[]): number[] => orders.map((order) => order.rowId);
  return {
    keepIds: idsOf(stored.filter(isStopToKeep)),
    otherIds: idsOf(stored.filter((order) => !isStopToKeep(order))),
  };
}
