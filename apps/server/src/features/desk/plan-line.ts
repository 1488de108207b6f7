import type { BrokerSide } from '@trickdesk/brokers';
import { looksFirst } from './broker-closes.ts';
import type { DeskSettings } from './desk-settings.ts';
import {
  type DeskMoment,
  type DeskOrder,
  heldOf,
  isCover,
  isOver,
  isPlanned,
  isSamePrice,
  isSameShape,
  isWorking,
  type Line,
  type OrderShape,
  opposite,
  remainingOf,
} from './model.ts';
import { bandOf, disasterStop, isMarketable, isTriggered, protectedLimit, slices, stopShape } from './prices.ts';
import { cannotChange, replacedIn } from './rate-refusals.ts';
import { withoutRefused } from './refused-shapes.ts';
import { isStopMove, withoutEarlyMove } from './stop-moves.ts';

/** One thing to do next for a line. */
export type DeskAction =
  | { readonly kind: 'place'; readonly order: DeskOrder }
  | { readonly kind: 'modify'; readonly order: DeskOrder; readonly shape: OrderShape; readonly isChase: boolean }
  | { readonly kind: 'cancel'; readonly order: DeskOrder }
  /** It was never sent and is not wanted any more. */
  | { readonly kind: 'drop'; readonly order: DeskOrder }
  | {
      readonly kind: 'create';
      readonly role: 'exit' | 'protective';
      readonly side: BrokerSide;
      readonly shape: OrderShape;
    };

interface Planning {
  readonly line: Line;
  readonly now: DeskMoment;
  readonly settings: DeskSettings;
}

/**
 * What brings the orders of a line closer to what is wanted, given all that is known now. Pure, and safe to ask again
 * after each piece of news: it looks at where things stand, not at how they came about. An order has at most one
 * unanswered write, a quantity that may be at the broker counts as being there, and a position is left by changing the
 * stop that rests for it, so that there is never an order too many or none.
 */
export function planLine(line: Line, now: DeskMoment, settings: DeskSettings): DeskAction[] {
  if (line.inOldUnits) return [];
  const planning: Planning = { line, now, settings };
  return [...planEntry(planning), ...planTurned(planning), ...planCover(planning)];
}

/** What was to take back too much, or belonged to a position on the other side, is not needed. */
function planTurned({ line, now }: Planning): DeskAction[] {
  if (heldOf(line) < 0) return [];
  const turned = line.orders.filter((order) => isCover(order) && order.side === line.entrySide);
  return turned.flatMap((order) => endOrder(order, now));
}

function planEntry(planning: Planning): DeskAction[] {
  const { line, now } = planning;
  const entries = line.orders.filter((order) => order.role === 'entry' && order.committed);
  return entries.flatMap((order) => {
    if (!isEntryWanted(planning, order)) return endOrder(order, now);
    return isPlanned(order) && mayEnter(now) && mayWrite(order, now) ? [{ kind: 'place', order }] : [];
  });
}

function mayEnter({ isOpen, takesEntries }: DeskMoment): boolean {
  return isOpen && takesEntries !== false;
}

/** The run still waits for it, nothing speaks against it, and it has not waited too long. */
function isEntryWanted({ line, now, settings }: Planning, order: DeskOrder): boolean {
  const { entry } = line;
  if (!entry || entry.intentId !== order.intentId || entry.withdrawn || order.released || wantsOut(line)) return false;
  if (order.cancelWanted) return false;
  return order.day >= now.today && now.wall - entry.sinceWall < settings.entryLastsMs;
}

function planCover(planning: Planning): DeskAction[] {
  const { line, now } = planning;
  const held = heldOf(line);
  const covers = line.orders.filter((order) => isCoverOf(line, order) && !isOver(order));
  if (held < 0) return [...covers.flatMap((order) => endOrder(order, now)), ...takeBack(planning, -held)];
  if (held <= 0) return covers.flatMap((order) => endOrder(order, now));
  const stale = covers.filter((order) => isPlanned(order) && (!now.isOpen || order.day < now.today));
  if (!now.isOpen || stale.length > 0) return stale.map((order) => ({ kind: 'drop', order }));
  const covered = covers.reduce((sum, order) => sum + (order.doubtful ? 0 : remainingOf(order)), 0);
  if (covered > held) return lessCover(covers, covered - held, now);
  // One that is being changed will be asked to take the rest when it has answered: it may have been asked already.
  const missing = covers.some(isBeingChanged) ? 0 : held - covered;
  const shaped = covers.flatMap((order) => shapeCover(planning, order, missing));
  const isGrown = shaped.some((action) => action.kind === 'modify' && grows(action.order, action.shape));
  return isGrown ? shaped : [...shaped, ...moreCover(planning, missing)];
}

/** Takes back an order that is not wanted any more. */
function endOrder(order: DeskOrder, now: DeskMoment): DeskAction[] {
  if (isPlanned(order)) return [{ kind: 'drop', order }];
  return mayChange(order, now) ? [{ kind: 'cancel', order }] : [];
}

/** Orders that close the line's position, as opposed to those that take back what was closed too much. */
function isCoverOf(line: Line, order: DeskOrder): boolean {
  return isCover(order) && order.side !== line.entrySide;
}

function takeBack(planning: Planning, short: number): DeskAction[] {
  const { line, now, settings } = planning;
  const under = line.orders.filter((order) => isCover(order) && order.side === line.entrySide && !isOver(order));
  if (under.length > 0) return under.flatMap((order) => chaseBack(planning, order));
  if (
    !now.isOpen ||
    now.wall < line.coverRetryAtWall ||
    line.orders.some((order) => order.doubtful && !isOver(order))
  ) {
    return [];
  }
  return slices(short, line.instrument, settings.freezeQuantity).map((quantity) => {
    const shape = takingShape(planning, quantity, settings);
    return { kind: 'create', role: 'exit', side: line.entrySide, shape };
  });
}

function chaseBack(planning: Planning, order: DeskOrder): DeskAction[] {
  const { now, settings } = planning;
  if (isPlanned(order)) return mayWrite(order, now) ? [{ kind: 'place', order }] : [];
  const last = now.lastPaise(order.instrument.id);
  const isDue = last !== undefined && !isMarketable(order.side, order.shape.pricePaise, last);
  if (!isDue || !mayChange(order, now) || now.wall - order.shapeAtWall < settings.chaseEveryMs) return [];
  return [changeOf(order, takingShape(planning, order.shape.quantity, settings), true)];
}

function takingShape({ line, now }: Planning, quantity: number, settings: DeskSettings): OrderShape {
  const last = now.lastPaise(line.instrument.id) ?? averageEntry(line);
  const { tickPaise } = line.instrument;
  const limits = { tickPaise, bps: settings.exitProtectionBps, band: bandOf(line.instrument, now) };
  const pricePaise = protectedLimit(line.entrySide, last, limits);
  return { kind: 'limit', quantity, pricePaise };
}

/** Too much would be sold: the newest orders give way first. */
function lessCover(covers: readonly DeskOrder[], surplus: number, now: DeskMoment): DeskAction[] {
  const actions: DeskAction[] = [];
  let left = surplus;
  for (const order of covers.toReversed()) {
    if (left <= 0) break;
    const remaining = remainingOf(order);
    if (isPlanned(order)) actions.push({ kind: 'drop', order });
    else if (!mayChange(order, now)) continue;
    else if (remaining <= left) actions.push({ kind: 'cancel', order });
    else {
      const shape = { ...order.shape, quantity: order.shape.quantity - left };
      actions.push(changeOf(order, shape, false));
    }
    left -= remaining;
  }
  return actions;
}

/** Brings a cover to the shape that it should have; the first that can be changed takes what is missing as well. */
function shapeCover(planning: Planning, order: DeskOrder, missing: number): DeskAction[] {
  const { now } = planning;
  if (isPlanned(order)) return mayWrite(order, now) ? [{ kind: 'place', order }] : [];
  if (!mayChange(order, now)) return [];
  const quantity = order.shape.quantity + (order === growing(planning) ? growth(planning, order, missing) : 0);
  const shape = withoutEarlyMove(order, wantedShape(planning, order, quantity), now.wall);
  const wanted = withoutRefused(order, shape, now.wall);
  if (!wanted || isSameShape(wanted, order.shape)) return [];
  const isChase = wanted.kind === 'limit' && isInMarket(order);
  return [changeOf(order, wanted, isChase)];
}

/**
 * Where changes of an order cannot leave it is taken back, and another is placed when it is sure to trade no more. For
 * that moment the position is bare; both at once could sell it twice.
 */
function changeOf(order: DeskOrder, shape: OrderShape, isChase: boolean): DeskAction {
  if (cannotChange(order) && !isStopMove(order, shape)) return { kind: 'cancel', order };
  return { kind: 'modify', order, shape, isChase };
}

/** The first cover that can be changed and has room below the freeze quantity takes what is missing. */
function growing({ line, now, settings }: Planning): DeskOrder | undefined {
  return line.orders.find(
    (order) =>
      isCoverOf(line, order) &&
      mayChange(order, now) &&
      !cannotChange(order) &&
      order.shape.quantity < settings.freezeQuantity,
  );
}

function growth({ line, settings }: Planning, order: DeskOrder, missing: number): number {
  const { lotSize } = line.instrument;
  const room = Math.floor((settings.freezeQuantity - order.shape.quantity) / lotSize) * lotSize;
  return Math.min(missing, room);
}

function isBeingChanged({ doubtful, asking, shapeUnclear }: DeskOrder): boolean {
  return !doubtful && (asking !== undefined || shapeUnclear);
}

function moreCover(planning: Planning, missing: number): DeskAction[] {
  const { line, now, settings } = planning;
  if (looksFirst(line, now)) return [];
  const role = maySell(line) ? 'exit' : 'protective';
  return slices(missing, line.instrument, settings.freezeQuantity).flatMap((quantity) => {
    const shape = freshShape(planning, quantity);
    // That a stop was refused, because the market had passed it, is no reason for a sale to wait.
    return shape && !(now.wall < line.coverRetryAtWall && shape.kind === line.rejectedKind)
      ? [{ kind: 'create', role, side: opposite(line.entrySide), shape }]
      : [];
  });
}

/** What a new cover looks like; `undefined` while the run may still tell where the stop is. */
function freshShape(planning: Planning, quantity: number): OrderShape | undefined {
  const { line, now, settings } = planning;
  const side = opposite(line.entrySide);
  const last = now.lastPaise(line.instrument.id) ?? averageEntry(line);
  const chases = replacedIn(line)?.chases ?? 0;
  if (maySell(line)) {
    if (now.awaitsPrice?.(line.instrument.id)) return undefined;
    return exitShape(planning, { quantity, lastPaise: last, chases });
  }
  const stop = stopOf(line, now, settings);
  if (stop === undefined) return undefined;
  if (!isStopPassed(planning, stop)) {
    // One beyond the band would be refused, which may be heard of late.
    return now.awaitsBand?.(line.instrument.id) ? undefined : restingStop(planning, stop, quantity);
  }
  // The broker refuses a stop whose trigger is behind the market; whoever is there already leaves at once, or, while
  // an exit may be under way, guards what lies beyond.
  if (!hasDoubt(line)) return exitShape(planning, { quantity, lastPaise: last, chases });
  const beyond = protectedLimit(side, last, { tickPaise: line.instrument.tickPaise, bps: settings.stopProtectionBps });
  return restingStop(planning, beyond, quantity);
}

/** A stop is refused for other reasons too; by the second time a price has been heard of, where there is one. */
const REFUSALS_TO_BELIEVE = 2;

/**
 * The market has come to the stop's level, or gone through it. Before the first price, as in a desk that has just taken
 * the account up, nobody knows: a stop that follows the price may lie on the other side of what was paid, and its position
 * must not be sold for that. The broker refuses it where the market has passed it.
 */
function isStopPassed({ line, now }: Planning, stopPaise: number): boolean {
  const side = opposite(line.entrySide);
  const last = now.lastPaise(line.instrument.id);
  if (last !== undefined) return isTriggered(side, stopPaise, last);
  const isRefused = line.rejectedKind === 'stop_limit' && line.coverRejections >= REFUSALS_TO_BELIEVE;
  return isRefused && isTriggered(side, stopPaise, averageEntry(line));
}

/**
 * The stop as the exchange takes it; `undefined` where the market stands at the very edge of its band to which a stop
 * beyond it would be shifted: no trigger can rest there, and nothing trades beyond it.
 */
function restingStop({ line, now, settings }: Planning, stopPaise: number, quantity: number): OrderShape | undefined {
  const wished = stopShape(line, { stopPaise, quantity }, { settings });
  const shape = stopShape(line, { stopPaise, quantity }, { settings, band: bandOf(line.instrument, now) });
  const { triggerPaise } = shape;
  const last = now.lastPaise(line.instrument.id);
  if (triggerPaise === undefined || triggerPaise === wished.triggerPaise || last === undefined) return shape;
  return isTriggered(opposite(line.entrySide), triggerPaise, last) ? undefined : shape;
}

function wantedShape(planning: Planning, order: DeskOrder, quantity: number): OrderShape | undefined {
  const { line, now, settings } = planning;
  const last = now.lastPaise(line.instrument.id) ?? averageEntry(line);
  const isSale = isInMarket(order);
  if (!isSale && !maySell(line)) return wantedStop(planning, order, quantity);
  const isHeldBack = actsByItself(line, order, now, settings) || now.awaitsPrice?.(line.instrument.id);
  if (isHeldBack) return { ...order.shape, quantity };
  if (isSale && !isPassed(order, last, now.wall - settings.chaseEveryMs)) return { ...order.shape, quantity };
  return exitShape(planning, { quantity, lastPaise: last, chases: isSale ? order.chases + 1 : 0 });
}

/** Of a stop that rests, and is wanted to. */
function wantedStop(planning: Planning, order: DeskOrder, quantity: number): OrderShape | undefined {
  const { line, now, settings } = planning;
  const stop = stopOf(line, now, settings);
  if (stop === undefined) return undefined;
  const wished = stopShape(line, { stopPaise: stop, quantity }, { settings });
  // The exchange has taken it as it was wished for, whatever is known of a band.
  if (isSamePrice(wished, order.shape)) return wished;
  const shape = restingStop(planning, stop, quantity);
  const isMoved = shape?.triggerPaise !== order.shape.triggerPaise;
  // A level that the market has passed meanwhile cannot be a trigger any more: the broker would refuse it. What counts
  // is the stop itself, not the end of a band to which it is shifted.
  if (isMoved && isStopPassed(planning, stop)) {
    // While an exit may be under way it goes on guarding what lies beyond.
    if (hasDoubt(line)) return { ...order.shape, quantity };
    const last = now.lastPaise(line.instrument.id) ?? averageEntry(line);
    return exitShape(planning, { quantity, lastPaise: last, chases: order.chases });
  }
  return shape ?? { ...order.shape, quantity };
}

/** The market has jumped over its limit, which has stood since before a moment or cannot be changed. */
function isPassed(order: DeskOrder, lastPaise: number, sinceWall: number): boolean {
  if (isMarketable(order.side, order.shape.pricePaise, lastPaise)) return false;
  return cannotChange(order) || order.shapeAtWall <= sinceWall;
}

/** A stop whose level was reached is given a moment to do what it is there for. */
function actsByItself(line: Line, order: DeskOrder, now: DeskMoment, settings: DeskSettings): boolean {
  if (isInMarket(order) || order.shape.triggerPaise === undefined) return false;
  const { exit } = line;
  if (exit?.rule !== 'stop' && exit?.rule !== 'trailing') return false;
  const last = now.lastPaise(line.instrument.id);
  const isReached = last !== undefined && isTriggered(order.side, order.shape.triggerPaise, last);
  return isReached && now.wall - exit.sinceWall < settings.stopGraceMs;
}

function exitShape(
  { line, now, settings }: Planning,
  order: { readonly quantity: number; readonly lastPaise: number; readonly chases: number },
): OrderShape {
  const bps = Math.min(settings.exitProtectionBps * (1 + order.chases), settings.mostExitProtectionBps);
  const { tickPaise } = line.instrument;
  const limits = { tickPaise, bps, band: bandOf(line.instrument, now) };
  const pricePaise = protectedLimit(opposite(line.entrySide), order.lastPaise, limits);
  return { kind: 'limit', quantity: order.quantity, pricePaise };
}

function stopOf(line: Line, now: DeskMoment, settings: DeskSettings): number | undefined {
  if (line.stopPaise !== undefined) return line.stopPaise;
  if (now.wall - line.heldSinceWall < settings.levelsWithinMs) return undefined;
  return disasterStop(line, averageEntry(line), settings);
}

/** What the units bought (sold short) cost on average, whole paise with fractions. */
export function averageEntry(line: Line): number {
  let quantity = 0;
  let valuePaise = 0;
  for (const order of line.orders) {
    if (order.side !== line.entrySide) continue;
    quantity += order.progress.filledQuantity;
    valuePaise += order.progress.filledValuePaise;
  }
  return quantity === 0 ? 0 : valuePaise / quantity;
}

function wantsOut(line: Line): boolean {
  return line.exit !== undefined || line.flatten;
}

/** Out, and nothing of unclear fate could sell the same a second time. */
function maySell(line: Line): boolean {
  return wantsOut(line) && !hasDoubt(line);
}

function hasDoubt(line: Line): boolean {
  return line.orders.some((order) => order.doubtful && !isOver(order));
}

/** Its limit is in the market: a sale, or a stop that is no longer armed. */
function isInMarket({ shape, progress }: DeskOrder): boolean {
  return shape.kind === 'limit' || progress.state === 'open' || progress.state === 'partially_filled';
}

/** Nothing of it is unanswered or unclear, and the broker will hear us. */
function mayChange(order: DeskOrder, now: DeskMoment): boolean {
  const isKnown = isWorking(order) && order.brokerOrderId !== undefined && !order.shapeUnclear;
  // Its number may be somebody else's tomorrow.
  return isKnown && order.day >= now.today && mayWrite(order, now);
}

function mayWrite(order: DeskOrder, now: DeskMoment): boolean {
  return now.canAct && order.asking === undefined && now.wall >= order.retryAtWall;
}

function grows(order: DeskOrder, shape: OrderShape): boolean {
  return shape.quantity > order.shape.quantity;
}
