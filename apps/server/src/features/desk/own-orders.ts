import type { BrokerOrder } from '@trickdesk/brokers';
import { AUCTION_AHEAD_MS } from '@trickdesk/domain';
import { shapeOf } from './apply-report.ts';
import { UNANSWERED_WATCH_MS } from './doubts.ts';
import type { DeskEffects } from './effects.ts';
import {
  type Asking,
  type DeskMoment,
  type DeskOrder,
  isOver,
  isPlanned,
  isSameShape,
  isWorking,
  type OrderShape,
  type OwnRequest,
  type OwnWish,
  type Stray,
} from './model.ts';
import { isOvertaken } from './overtaken.ts';

/**
 * What to ask next for an order of its owner's own; `drop` for one that was never sent and is not wanted, `as_wanted`
 * for one that stands as its owner wants it.
 */
export function ownAsking(order: DeskOrder, now: DeskMoment): Asking | 'drop' | 'as_wanted' | undefined {
  if (order.role !== 'own') return undefined;
  if (isPlanned(order) && (order.cancelWanted || isTooLate(order, now))) return 'drop';
  if (!now.canAct || order.asking !== undefined || now.wall < order.retryAtWall) return undefined;
  if (isPlanned(order)) return isTaken(order, now) ? { verb: 'place', sinceWall: now.wall } : undefined;
  if (order.brokerOrderId === undefined || !isWorking(order) || order.shapeUnclear || order.day < now.today)
    return undefined;
  if (isToEnd(order)) return { verb: 'cancel', sinceWall: now.wall };
  const { wanted } = order;
  // What became of the change before it must be known first.
  if (!wanted || order.inForce) return undefined;
  if (isSameShape(wanted, order.shape)) return 'as_wanted';
  return { verb: 'modify', wants: wanted, sinceWall: now.wall };
}

/**
 * A wish of another day is not carried out today, nor one of today after its session: the broker would keep it for the
 * next morning. A stop is none of an auction.
 */
function isTooLate(order: DeskOrder, now: DeskMoment): boolean {
  const { day, instrument, shape } = order;
  const { today, isOpen, at, closesAt } = now;
  const closeAt = closesAt?.(instrument.symbol);
  if (day < today || (shape.kind === 'stop_limit' && isInAuction(order, now))) return true;
  return !isOpen && closeAt !== undefined && at >= closeAt;
}

/** While the exchange makes up the reference price of its closing auction, it takes nothing. */
function isTaken(order: DeskOrder, now: DeskMoment): boolean {
  if (!isInAuction(order, now)) return now.isOpen;
  const closeAt = now.closesAt?.(order.instrument.symbol);
  return closeAt === undefined || now.at >= closeAt + AUCTION_AHEAD_MS;
}

/** Continuous trading in the share is over, and the session is not. */
function isInAuction({ instrument }: DeskOrder, { isOpen, isContinuous }: DeskMoment): boolean {
  return isOpen && isContinuous?.(instrument.symbol) === false;
}

/**
 * A change of an order that nobody has sent yet needs no broker: the order leaves on its terms.
 *
 * @returns false where there is none
 */
export function takeTerms(order: DeskOrder, effects: DeskEffects): boolean {
  const { role, wanted } = order;
  if (role !== 'own' || !wanted || !isPlanned(order)) return false;
  order.shape = wanted;
  effects.changed.add(order);
  return true;
}

function isToEnd(order: DeskOrder): boolean {
  return order.cancelWanted || (order.wanted !== undefined && isOvertaken(order, order.wanted));
}

/**
 * Counts what its owner asked as carried out, or as refused: all of an order that has ended, else the changes that were
 * asked of the broker, where `verb` says so.
 */
export function finishRequests(order: DeskOrder, verb: 'modify' | undefined, effects: DeskEffects): void {
  if (isOver(order) && order.inForce) {
    // Nothing has shown what became of the change.
    order.shape = order.inForce;
    order.inForce = undefined;
    effects.changed.add(order);
  }
  const isDone = (request: OwnRequest): boolean => isOver(order) || (request.verb === verb && request.isAsked);
  const done = order.requests.filter(isDone);
  order.requests.splice(0, order.requests.length, ...order.requests.filter((request) => !isDone(request)));
  effects.requestsDone.push(...done.map((request) => request.id));
}

/** The change that its owner asked for last and that the broker was not asked for yet. */
export function nextWish({ requests }: DeskOrder): OrderShape | undefined {
  return requests.findLast(({ wants, isAsked }) => wants !== undefined && !isAsked)?.wants;
}

/** The request that is about to leave carries out all changes that its owner has asked for until now. */
export function noteRequestsAsked(
  order: DeskOrder,
  { verb, wants }: { readonly verb: Asking['verb']; readonly wants?: OrderShape | undefined },
): void {
  for (const request of order.requests) if (request.verb === verb) request.isAsked = true;
  if (!wants || order.role !== 'own' || order.handExitId !== undefined) return;
  const request = order.requests.findLast((other) => other.wants !== undefined && isSameShape(other.wants, wants));
  order.lastWish = { requestId: request?.id, wants };
}

/** Takes in what its owner asks of an order. @param request each is taken once */
export function takeRequest(order: DeskOrder, request: Omit<OwnRequest, 'isAsked'>, wall: number): void {
  if (order.requests.some(({ id }) => id === request.id)) return;
  const { verb, wants } = request;
  order.requests.push({ ...request, isAsked: false });
  if (verb === 'cancel') order.cancelWanted = true;
  else order.wanted = wants ?? order.wanted;
  // A desk before this one may have asked for it.
  if (order.shapeUnclear) noteGivenUp(order, wants, wall, { isRecalled: true });
}

/**
 * Nobody knows what becomes of a change: should the exchange make it after a later one, that is asked for again.
 *
 * @param by who gave it up, where it was not this desk
 */
export function noteGivenUp(
  order: DeskOrder,
  wants: OrderShape | undefined,
  wall: number,
  by: Pick<Stray, 'isRecalled'> = {},
): void {
  if (!wants || order.role !== 'own' || order.handExitId !== undefined) return;
  order.unansweredAtWall = wall;
  const others = order.strays.filter(({ untilWall }) => untilWall >= wall);
  order.strays = [...others, { wants, untilWall: wall + UNANSWERED_WATCH_MS, ...by }];
}

/**
 * Whether the book shows a change that was given up and has come after the one that its owner asked for since: that one
 * is wanted again, once for each that comes late.
 */
export function takeStray(order: DeskOrder, shown: OrderShape, wall: number, effects: DeskEffects): boolean {
  const { lastWish, inForce, strays } = order;
  if (!lastWish || isSameShape(lastWish.wants, shown) || isSameShape(order.shape, shown)) return false;
  // It may have stood like this before too, and the last change was not made: then asking once more shows that.
  const isOld = inForce !== undefined && isSameShape(inForce, shown);
  const stray = strays.find(
    ({ wants, untilWall, isTried }) => untilWall >= wall && isSameShape(wants, shown) && !(isOld && isTried),
  );
  if (!stray) return false;
  const left = strays.filter((other) => other !== stray);
  if (isOld) order.strays = [...left, { ...stray, isTried: true }];
  else if (!stray.isRecalled) order.strays = left;
  if (!order.wanted) reopen(order, lastWish, effects);
  order.wanted ??= lastWish.wants;
  order.inForce = undefined;
  return true;
}

/** Its request stands until it is made after all: a desk that takes over asks for it too. */
function reopen(order: DeskOrder, { requestId, wants }: OwnWish, effects: DeskEffects): void {
  if (requestId === undefined || order.requests.some(({ id }) => id === requestId)) return;
  order.requests.push({ id: requestId, verb: 'modify', wants, isAsked: false });
  effects.requestsReopened.push(requestId);
}

/**
 * The broker has taken a change that an owner asked for. What was in force is, until something shows that it is not. Its
 * request stands until then: a desk that takes over asks for the change again, unless it finds it made.
 */
export function awaitProof(order: DeskOrder, asking: Asking): void {
  const isOwners = order.requests.some(({ verb }) => verb === 'modify');
  if (isOwners && order.proven !== asking) order.inForce ??= order.shape;
  order.proven = undefined;
}

/** Whether a report shows that the exchange has made a change, or that the order has ended with or without it. */
export function takeProof(order: DeskOrder, report: BrokerOrder, effects: DeskEffects): void {
  const shown = shapeOf(report);
  if (!shown || isBeingChanged(report)) return;
  const { asking, inForce } = order;
  if (inForce && (isOver(order) || isSameShape(shown, order.shape))) {
    order.shape = shown;
    confirm(order, effects);
  } else if (asking?.wants && isSameShape(shown, asking.wants)) order.proven = asking;
}

/** What is known of the order now is how it stands. */
export function confirm(order: DeskOrder, effects: DeskEffects): void {
  if (!order.inForce) return;
  order.inForce = undefined;
  effects.changed.add(order);
  finishRequests(order, 'modify', effects);
}

/** A change of it is on its way through the checks of broker and exchange. */
export function isBeingChanged({ state }: Pick<BrokerOrder, 'state'>): boolean {
  return state === 'modify_pending' || state === 'pending';
}
