import {
  beyondBandWords,
  formatPaise,
  isTerminal,
  isWithinBand,
  type OrderState,
  type PriceBand,
  rupeesToPaise,
  stageOf,
} from '@trickdesk/domain';
import { type ChargeBreakdown, chargesForOrder } from '@trickdesk/engine';

/** An order by hand as its owner wrote it: rupees. */
export interface Wish {
  readonly side: 'buy' | 'sell';
  readonly product: 'DELIVERY' | 'INTRADAY';
  readonly quantity: number;
  readonly price: number;
  readonly triggerPrice?: number | undefined;
}

/** The same for the broker: whole paise. */
export interface OwnShape {
  readonly kind: 'limit' | 'stop_limit';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly triggerPaise?: number;
}

export interface WishFacts {
  readonly symbol: string;
  readonly tickPaise: number;
  readonly lotSize: number;
  readonly lastPaise: number | undefined;
  readonly band: PriceBand | undefined;
  /** Of a stop that is changed: it may have been triggered, and its limit lies then where the broker takes it. */
  readonly mayBeTriggered?: boolean;
}

export type WishField = 'quantity' | 'price' | 'triggerPrice';

export interface WishProblem {
  readonly field: WishField;
  readonly sentence: string;
}

export function shapeOfWish({ quantity, price, triggerPrice }: Omit<Wish, 'side' | 'product'>): OwnShape {
  const pricePaise = rupeesToPaise(price);
  if (triggerPrice === undefined) return { kind: 'limit', quantity, pricePaise };
  return { kind: 'stop_limit', quantity, pricePaise, triggerPaise: rupeesToPaise(triggerPrice) };
}

/** Everything that the exchange would refuse about an order, each with the field that mends it. */
export function problemsOf(wish: Wish, facts: WishFacts): WishProblem[] {
  const found: (WishProblem | undefined)[] = [
    lotProblem(wish.quantity, facts),
    tickProblem('price', wish.price, facts),
    wish.triggerPrice === undefined ? undefined : tickProblem('triggerPrice', wish.triggerPrice, facts),
    bandProblem('price', wish.price, facts),
    wish.triggerPrice === undefined ? undefined : bandProblem('triggerPrice', wish.triggerPrice, facts),
    triggerProblem(wish, facts),
    stopRangeProblem(wish, facts),
  ];
  return found.filter((problem) => problem !== undefined);
}

function lotProblem(quantity: number, { symbol, lotSize }: WishFacts): WishProblem | undefined {
  if (quantity % lotSize === 0) return undefined;
  return { field: 'quantity', sentence: `${symbol} trades in lots of ${lotSize}. Write a multiple of it.` };
}

/** Rupees have two places; what has more lies on no tick. */
const TINY_PAISE = 1e-4;

function tickProblem(field: WishField, rupees: number, { tickPaise }: WishFacts): WishProblem | undefined {
  const paise = rupeesToPaise(rupees);
  if (Math.abs(rupees * 100 - paise) < TINY_PAISE && paise > 0 && paise % tickPaise === 0) return undefined;
  return { field, sentence: `Prices move in steps of ${formatPaise(tickPaise)}. Write a multiple of it.` };
}

function bandProblem(field: WishField, rupees: number, { band }: WishFacts): WishProblem | undefined {
  if (!band || isWithinBand(rupeesToPaise(rupees), band)) return undefined;
  return { field, sentence: beyondBandWords(band) };
}

/** A stop is triggered by a move against its owner, and its limit lies beyond the trigger. */
function triggerProblem(
  { side, price, triggerPrice }: Wish,
  { lastPaise, mayBeTriggered }: WishFacts,
): WishProblem | undefined {
  if (triggerPrice === undefined) return undefined;
  const [trigger, limit] = [rupeesToPaise(triggerPrice), rupeesToPaise(price)];
  const sign = side === 'buy' ? 1 : -1;
  const beyond = side === 'buy' ? 'at or above' : 'at or below';
  if (sign * (limit - trigger) < 0) {
    return { field: 'price', sentence: `The limit of this stop must lie ${beyond} its trigger, or it may never fill.` };
  }
  if (lastPaise === undefined || sign * (trigger - lastPaise) > 0) return undefined;
  const where = side === 'buy' ? 'above' : 'below';
  const sentence = `The trigger must lie ${where} the last price, ${formatPaise(lastPaise)}.`;
  // An order that exists stays a stop.
  const isPlaced = mayBeTriggered !== undefined;
  return { field: 'triggerPrice', sentence: isPlaced ? sentence : `${sentence} Leave it out for a limit order.` };
}

/** How far beyond its trigger the limit of a stop may lie: 3 %, and ₹1.50 where the trigger is ₹50 or less. */
const STOP_RANGE_PERCENT = 3;
const LOW_TRIGGER_PAISE = 50_00;
const LOW_STOP_RANGE_PAISE = 1_50;

/** The exchange's price protection, which the broker refuses a stop by. */
function stopRangeProblem(wish: Wish, { tickPaise, mayBeTriggered }: WishFacts): WishProblem | undefined {
  const { side, price, triggerPrice } = wish;
  if (triggerPrice === undefined || mayBeTriggered) return undefined;
  const [trigger, limit] = [rupeesToPaise(triggerPrice), rupeesToPaise(price)];
  const range = trigger <= LOW_TRIGGER_PAISE ? LOW_STOP_RANGE_PAISE : Math.floor((trigger * STOP_RANGE_PERCENT) / 100);
  const sign = side === 'buy' ? 1 : -1;
  if (sign * (limit - trigger) <= range) return undefined;
  const furthest = formatPaise(trigger + sign * Math.floor(range / tickPaise) * tickPaise);
  return {
    field: 'price',
    sentence: `The exchange takes the limit of this stop at most ${formatPaise(range)} beyond its trigger. Write ${furthest} or a price nearer to the trigger.`,
  };
}

export type OwnChange =
  | { readonly allowed: true; readonly shape: OwnShape }
  | { readonly allowed: false; readonly code: 'ORDER_PLACED_ELSEWHERE' | 'ORDER_ENDED' };

/** Whether an order may still be changed, and what it then is. Fields that are not named stay. */
export function decideChange(
  order: { readonly role: string; readonly state: OrderState; readonly filledQuantity: number } & OwnShape,
  wanted: { readonly quantity?: number | undefined; readonly price?: number | undefined } & Pick<Wish, 'triggerPrice'>,
): OwnChange {
  const refused = refusalOfChange(order);
  if (refused) return { allowed: false, code: refused };
  const { kind } = order;
  const quantity = wanted.quantity ?? order.quantity;
  const pricePaise = wanted.price === undefined ? order.pricePaise : rupeesToPaise(wanted.price);
  const triggerPaise = wanted.triggerPrice === undefined ? order.triggerPaise : rupeesToPaise(wanted.triggerPrice);
  const isStop = kind === 'stop_limit' && triggerPaise !== undefined;
  const shape: OwnShape = isStop ? { kind, quantity, pricePaise, triggerPaise } : { kind, quantity, pricePaise };
  return { allowed: true, shape };
}

export function refusalOfChange(order: {
  readonly role: string;
  readonly state: OrderState;
}): 'ORDER_PLACED_ELSEWHERE' | 'ORDER_ENDED' | undefined {
  if (order.role !== 'own') return 'ORDER_PLACED_ELSEWHERE';
  return isTerminal(order.state) ? 'ORDER_ENDED' : undefined;
}

const AWAITED: readonly OrderState[] = ['pending', 'modify_pending', 'cancel_pending'];

/** The broker has said yes or no: its word is neither on its way nor due. */
export function isAnswered(state: OrderState): boolean {
  const stage = stageOf(state);
  return stage !== 'planned' && stage !== 'sending' && !AWAITED.includes(state);
}

export interface ExecutedOrder {
  readonly product: 'DELIVERY' | 'INTRADAY';
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly instrumentKind: 'equity' | 'etf';
  readonly date: string;
  /** Of a sale for delivery: none of the share went before it on that day. The depository is paid once. Absent: true. */
  readonly isFirstSale?: boolean;
}

/**
 * What an executed order costs, each kind by itself.
 *
 * @param totalPaise what was booked for it: tells whether the depository had been paid by an earlier sale of that day
 */
export function chargesByKind({ isFirstSale = true, ...order }: ExecutedOrder, totalPaise?: number): ChargeBreakdown {
  const first = chargesForOrder({ ...order, tariff: 'angelone', exchange: 'NSE', firstSellOfScripToday: isFirstSale });
  if (totalPaise === undefined || first.totalPaise === totalPaise) return first;
  const later = chargesForOrder({ ...order, tariff: 'angelone', exchange: 'NSE', firstSellOfScripToday: false });
  return later.totalPaise === totalPaise ? later : first;
}
