import type { BrokerSide } from '@trickdesk/brokers';
import type { DeskSettings } from './desk-settings.ts';
import type { HandGroup } from './hand-groups.ts';
import {
  type DeskMoment,
  type DeskOrder,
  isOver,
  isPlanned,
  isUnclear,
  isWorking,
  type OrderShape,
  remainingOf,
} from './model.ts';
import { bandOf, isMarketable, protectedLimit, slices } from './prices.ts';

/** One thing to do next so that nothing is left of what was opened by hand. */
export type HandAction =
  | { readonly kind: 'create'; readonly group: HandGroup; readonly side: BrokerSide; readonly shape: OrderShape }
  | { readonly kind: 'chase'; readonly order: DeskOrder; readonly shape: OrderShape }
  | { readonly kind: 'cancel'; readonly order: DeskOrder }
  /** The broker has refused so many in a row; another is tried. */
  | { readonly kind: 'refused'; readonly order: DeskOrder; readonly times: number };

export interface HandPlanning {
  readonly group: HandGroup;
  /** What is to be traded away, signed like the position; `undefined` where no reading of the account tells. */
  readonly closable: number | undefined;
  readonly now: DeskMoment;
  readonly settings: DeskSettings;
}

/**
 * What brings one position that was opened by hand closer to nothing. Pure, and safe to ask again after each piece of
 * news: whatever is at the broker, or may be, counts as being executed, so that nothing is sold twice.
 */
export function planHandExit(planning: HandPlanning): HandAction[] {
  const { group, closable, now } = planning;
  if (!now.isOpen || now.isContinuous?.(group.instrument.symbol) === false) return [];
  if (closable === undefined) return chases(planning, []);
  const side = closable > 0 ? 'sell' : 'buy';
  const units = Math.abs(closable);
  const turned = alive(group).filter((order) => isOurs(order) && (order.side !== side || units === 0));
  const claimed = claimOf(group, side);
  const less = units > 0 && claimed > units ? tooMany(group, side, claimed - units) : [];
  const ends = [...turned, ...less].filter(({ cancelWanted }) => !cancelWanted);
  const cancels = ends.map((order) => ({ kind: 'cancel', order }) as const);
  const more = cancels.length === 0 ? creates(planning, { side, quantity: units - claimed }) : [];
  return [...cancels, ...chases(planning, ends), ...more];
}

/** Orders that may still trade. */
export function alive({ own }: HandGroup): DeskOrder[] {
  return own.filter((order) => !isOver(order));
}

/** What must end first: it is being taken back, or may or may not be at the broker. */
export function isAwaited(order: DeskOrder): boolean {
  if (isOver(order)) return false;
  return order.cancelWanted || isUnclear(order) || (isOurs(order) && order.asking !== undefined);
}

function isOurs({ handExitId }: DeskOrder): boolean {
  return handExitId !== undefined;
}

function claimOf(group: HandGroup, side: BrokerSide): number {
  return alive(group)
    .filter((order) => order.side === side)
    .reduce((sum, order) => sum + Math.max(remainingOf(order), wantedOf(order)), 0);
}

/** A change that is under way, or asked for, may make it larger. */
function wantedOf({ wanted, asking, progress }: DeskOrder): number {
  const most = Math.max(wanted?.quantity ?? 0, asking?.wants?.quantity ?? 0);
  return most - progress.filledQuantity;
}

/** Whole orders, the newest first, until no more is closed than there is; what is too little then is made anew. */
function tooMany(group: HandGroup, side: BrokerSide, surplus: number): DeskOrder[] {
  const ends: DeskOrder[] = [];
  let left = surplus;
  for (const order of alive(group).toReversed()) {
    if (left <= 0 || !isOurs(order) || order.side !== side) continue;
    ends.push(order);
    left -= remainingOf(order);
  }
  return ends;
}

function creates(planning: HandPlanning, { side, quantity }: { side: BrokerSide; quantity: number }): HandAction[] {
  const { group, now, settings } = planning;
  if (quantity <= 0 || !now.canAct || alive(group).some(isAwaited)) return [];
  const refused = group.own.filter((order) => isOurs(order) && order.progress.state === 'rejected' && !order.released);
  const last = refused.at(-1);
  if (last && now.wall < last.sentAtWall + pauseAfter(refused.length)) return [];
  const { instrument } = group;
  if (referenceOf(planning) <= 0) return [];
  const lots = Math.floor(quantity / instrument.lotSize) * instrument.lotSize;
  const made = slices(lots, instrument, settings.freezeQuantity).map((size) => {
    const shape = exitShape(planning, { side, quantity: size, chases: 0 });
    return { kind: 'create', group, side, shape } as const;
  });
  return last && made.length > 0 ? [{ kind: 'refused', order: last, times: refused.length }, ...made] : made;
}

const REFUSED_FIRST_MS = 400;
const REFUSED_MOST_MS = 10_000;

function pauseAfter(refusals: number): number {
  return Math.min(REFUSED_FIRST_MS * 2 ** (refusals - 1), REFUSED_MOST_MS);
}

/** A limit that the market has jumped over is followed. */
function chases(planning: HandPlanning, ends: readonly DeskOrder[]): HandAction[] {
  const { group, now, settings } = planning;
  const last = now.lastPaise(group.instrument.id);
  if (last === undefined) return [];
  const due = alive(group).filter(
    (order) =>
      isChased(order) &&
      !ends.includes(order) &&
      now.wall - order.shapeAtWall >= settings.chaseEveryMs &&
      !isMarketable(order.side, order.shape.pricePaise, last),
  );
  return due.map((order) => {
    const { side, shape } = order;
    const wanted = exitShape(planning, { side, quantity: shape.quantity, chases: order.chases + 1 });
    return { kind: 'chase', order, shape: wanted } as const;
  });
}

function isChased(order: DeskOrder): boolean {
  const isFree = order.asking === undefined && order.wanted === undefined && order.requests.length === 0;
  return isOurs(order) && isWorking(order) && isFree && !order.cancelWanted && !order.shapeUnclear && !isPlanned(order);
}

function exitShape(
  planning: HandPlanning,
  { side, quantity, chases }: { readonly side: BrokerSide; readonly quantity: number; readonly chases: number },
): OrderShape {
  const { group, now, settings } = planning;
  const { tickPaise } = group.instrument;
  const bps = Math.min(settings.exitProtectionBps * (1 + chases), settings.mostExitProtectionBps);
  const limits = { tickPaise, bps, band: bandOf(group.instrument, now) };
  const pricePaise = protectedLimit(side, referenceOf(planning), limits);
  return { kind: 'limit', quantity, pricePaise };
}

/** Before the first price nothing better is known than what was paid and got by hand, a unit; 0 where nothing is. */
function referenceOf({ group, now }: HandPlanning): number {
  const last = now.lastPaise(group.instrument.id);
  if (last !== undefined) return last;
  const { own } = group;
  const traded = own.filter(({ progress }) => progress.filledQuantity > 0);
  const quantity = traded.reduce((sum, { progress }) => sum + progress.filledQuantity, 0);
  const value = traded.reduce((sum, { progress }) => sum + progress.filledValuePaise, 0);
  return quantity === 0 ? 0 : value / quantity;
}
