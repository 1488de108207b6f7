import type { BrokerOrder } from '@trickdesk/brokers';
import { type EpochMs, isTerminal, mergeProgress } from '@trickdesk/domain';
import { isWorthTelling, rejectionOf } from './alarms.ts';
import type { DeskEffects } from './effects.ts';
import { type DeskMoment, type DeskOrder, isCover, isGivenUp, isOver, type OrderShape } from './model.ts';
import { tellEntryEnd, tellFills } from './news.ts';
import { endOvertaken, judgeRefused } from './overtaken.ts';

/** Takes in one report of an order, from the socket or the book. Reports repeat and come out of order. */
export function applyReport(order: DeskOrder, report: BrokerOrder, now: DeskMoment, effects: DeskEffects): void {
  const isBack = isGivenUp(order) && !isTerminal(report.state);
  if (order.brokerOrderId === undefined) {
    order.brokerOrderId = report.brokerOrderId;
    order.acknowledgedAtWall ??= now.wall;
    effects.changed.add(order);
  }
  order.uniqueOrderId ??= report.uniqueOrderId;
  order.doubtful = false;
  // The answer to our own request may still come; it says no more than this.
  if (order.asking?.verb === 'place') order.asking = undefined;
  const before = order.progress;
  // One that was given up has come back: where it stands now is where it begins again.
  if (isBack) order.progress = { ...before, state: report.state };
  const told = {
    state: report.state,
    filledQuantity: report.filledQuantity,
    filledValuePaise: Math.round(report.averagePaise * report.filledQuantity),
  };
  // Larger than is known: a change to it has no answer yet. It is not filled by what it was, and the rest still trades.
  order.progress = mergeProgress(order.progress, told, sizeOf(order, report));
  if (order.progress === before) return;
  // It was to become smaller, and nothing has shown that it has.
  if (order.inForce && order.inForce.quantity > order.shape.quantity) endOvertaken(order, order.shape);
  judgeRefused(order, report);
  if (report.filledQuantity > order.shape.quantity) {
    // The fills prove the change; what else it changed, the book says.
    order.shape = { ...order.shape, quantity: report.quantity };
    order.shapeUnclear = true;
  }
  order.statusText = report.statusText;
  if (order.progress.state === 'rejected') order.rejectText = report.text;
  if (order.progress.filledQuantity > 0) order.firstFillAtWall ??= now.wall;
  effects.changed.add(order);
  effects.timeline.push({ order, what: 'reported', ...(report.text ? { note: report.text } : {}) });
  afterProgress(order, now, effects);
}

function sizeOf({ inForce, shape }: DeskOrder, { state, quantity }: BrokerOrder): number {
  // It has ended, with its change or without it: nobody knew until now which.
  if (inForce && isTerminal(state)) return quantity;
  return Math.max(shape.quantity, quantity);
}

/** What follows from an order's having come further: its run is told, and a refused cover is tried again later. */
export function afterProgress(order: DeskOrder, now: DeskMoment, effects: DeskEffects): void {
  const at: EpochMs = now.at;
  const { line } = order;
  if (!line) {
    // No position waits for it: its owner's orders are done with when they have ended.
    if (isOver(order)) order.settled = true;
    return;
  }
  const heldBefore = line.heldSinceWall > 0;
  effects.news.push(...tellFills(order, at));
  if (!heldBefore && order.role === 'entry' && order.progress.filledQuantity > 0) line.heldSinceWall = now.wall;
  if (order.progress.state === 'rejected' && isCover(order)) rejectedCover(order, now, effects);
  if (!isOver(order)) return;
  effects.news.push(...tellEntryEnd(line, at));
  for (const other of line.orders) if (other.intentEnded) effects.changed.add(other);
}

/** Between two tries to cover a position: short at first, so that it does not stand bare for more than a moment. */
const COVER_RETRY_FIRST_MS = 400;
const COVER_RETRY_MS = 1_600;
/** After so many refusals the broker means it: its owner was told, and it is asked less often. */
const COVER_HOPE = 8;
const COVER_RETRY_LONG_MS = 10_000;

function rejectedCover(order: DeskOrder, now: DeskMoment, effects: DeskEffects): void {
  const { line } = order;
  // Slices of one try that are refused together are one refusal: the wait must not grow with each.
  const { kind } = order.shape;
  if (!line || (now.wall < line.coverRetryAtWall && kind === line.rejectedKind)) return;
  line.coverRejections += 1;
  line.rejectedKind = kind;
  // What was given up has been waited for already, and nobody has refused anything.
  const pauseMs = order.released ? 0 : Math.min(COVER_RETRY_FIRST_MS * 2 ** (line.coverRejections - 1), COVER_RETRY_MS);
  line.coverRetryAtWall = now.wall + (line.coverRejections > COVER_HOPE ? COVER_RETRY_LONG_MS : pauseMs);
  if (isWorthTelling(line.coverRejections)) effects.alarms.push(rejectionOf(order, line));
}

/** The shape that a row of the book shows; `undefined` for kinds that the desk never places. */
export function shapeOf(report: BrokerOrder): OrderShape | undefined {
  if (report.kind !== 'limit' && report.kind !== 'stop_limit') return undefined;
  const { kind, quantity, pricePaise, triggerPaise } = report;
  return kind === 'stop_limit' && triggerPaise !== undefined
    ? { kind, quantity, pricePaise, triggerPaise }
    : { kind: 'limit', quantity, pricePaise };
}
