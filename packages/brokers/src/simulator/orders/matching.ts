import { circuitsOf } from '../market/depth.ts';
import type { LiveQuote } from '../market/live-book.ts';
import { protectedPaise } from './margin.ts';
import type { DeskParts } from './parts.ts';
import type { OrderRecord } from './records.ts';
import { openQuantity } from './risk-rules.ts';
import { isWithin, type ShownBook, shownBook } from './shown-book.ts';
import { endUnfilled, fill, tell } from './transitions.ts';
import type { SimSide } from './types.ts';
import { isEnded } from './views.ts';
import { TEXT } from './words.ts';

/** The limit that a market order is turned into at this moment, within the day's band. */
export function marketLimit(quote: LiveQuote, side: SimSide): number {
  const { upper, lower } = circuitsOf(quote);
  const wanted = protectedPaise(side, quote.last, quote.instrument.tickPaise);
  return Math.min(upper, Math.max(lower, wanted));
}

/**
 * An order that has just become a limit order at the exchange meets what the book shows; the rest waits behind what
 * stands at its price, or is cancelled (IOC). Without frictions nothing has moved since the tick that it answers, so it
 * is filled whole at that price.
 */
export function matchIncoming(parts: DeskParts, order: OrderRecord): void {
  const quote = parts.market.quoteOf(order.token);
  if (!quote) return;
  order.rests = false;
  if (parts.settings.frictions === 'real') meetBook(parts, order, quote);
  // Before the day's first trade there is no price yet.
  else if (quote.sequence > 0) meetPrice(parts, order, quote.last);
  if (!isEnded(order)) parts.state.orderChanged(order);
}

function meetBook(parts: DeskParts, order: OrderRecord, quote: LiveQuote): void {
  const book = bookOf(parts, quote);
  for (const { pricePaise, quantity } of book.take(order.side, order.pricePaise, openQuantity(order)))
    fill(parts, order, quantity, pricePaise);
  if (openQuantity(order) === 0) return;
  if (order.duration === 'IOC') endUnfilled(parts, order, TEXT.immediate);
  else order.queueAhead = book.queueAt(order.side, order.pricePaise);
}

/** What one tick does to the orders of its instrument. */
export function matchTick(parts: DeskParts, quote: LiveQuote): void {
  const { token } = quote.instrument;
  if (!parts.state.hasWorking(token)) return;
  const working = byPriority(parts.state.workingIn(token));
  const resting = working.filter((order) => !order.armed);
  const reached = working.filter((order) => order.armed && isReached(order, quote.last));
  if (parts.settings.frictions === 'none') {
    for (const order of resting) meetPrice(parts, order, quote.last);
  } else {
    for (const side of ['BUY', 'SELL'] as const)
      matchResting(
        parts,
        quote,
        resting.filter((order) => order.side === side),
      );
  }
  for (const order of reached) trigger(parts, order, quote);
}

function trigger(parts: DeskParts, order: OrderRecord, quote: LiveQuote): void {
  order.armed = false;
  order.status = 'open';
  if (order.orderType === 'STOPLOSS_MARKET') order.pricePaise = marketLimit(quote, order.side);
  tell(parts, order, 'AB01');
  // The stop was at the exchange before this tick, so the tick that reaches it can fill it.
  if (parts.settings.frictions === 'none') meetPrice(parts, order, quote.last);
  else matchIncoming(parts, order);
}

/** Without frictions: whole, at the tick's price; one that stood there before a tick was first, at its own. */
function meetPrice(parts: DeskParts, order: OrderRecord, lastPaise: number): void {
  if (isWithin(order.side, lastPaise, order.pricePaise)) {
    fill(parts, order, openQuantity(order), order.rests ? order.pricePaise : lastPaise);
  } else if (order.duration === 'IOC') {
    endUnfilled(parts, order, TEXT.immediate);
  } else if (!order.rests) {
    order.rests = true;
    parts.state.orderChanged(order);
  }
}

/**
 * Resting orders of one side, best price first, then the earlier one. What traded through their price is theirs; of
 * what traded at it, only what comes after the queue; then what the new book shows within their price. All at their
 * own price, because they were there first. Whoever still waits has used all that could serve those behind him.
 */
function matchResting(parts: DeskParts, quote: LiveQuote, orders: readonly OrderRecord[]): void {
  const book = bookOf(parts, quote);
  let traded = quote.tickQuantity;
  let stood = 0;
  for (const order of orders) {
    const limit = order.pricePaise;
    // Whoever came later stands behind the same shares, even where the book showed fewer of them by then.
    if (quote.last === limit) stood = Math.max(stood, shortenQueue(parts, order, traded));
    const reach = isWithin(order.side, quote.last, limit) ? Math.max(0, traded - stood) : 0;
    const passed = Math.min(reach, openQuantity(order));
    traded -= passed;
    const shown = book.take(order.side, limit, openQuantity(order) - passed);
    fill(parts, order, passed + shown.reduce((sum, level) => sum + level.quantity, 0), limit);
  }
}

/** @returns how many of the traded shares stood before the order */
function shortenQueue({ state }: DeskParts, order: OrderRecord, traded: number): number {
  const before = Math.min(order.queueAhead, traded);
  if (before > 0) {
    order.queueAhead -= before;
    state.orderChanged(order);
  }
  return before;
}

function bookOf(parts: DeskParts, quote: LiveQuote): ShownBook {
  const { state } = parts;
  const record = state.book(quote.instrument.token, state.day.date, quote.sequence);
  const book = shownBook(parts.depthOf(quote), record);
  return {
    queueAt: book.queueAt,
    take: (side, limitPaise, quantity) => {
      const fills = book.take(side, limitPaise, quantity);
      if (fills.length > 0) state.bookChanged(record);
      return fills;
    },
  };
}

function isReached(order: OrderRecord, lastPaise: number): boolean {
  return order.side === 'BUY' ? lastPaise >= order.triggerPaise : lastPaise <= order.triggerPaise;
}

/** Buys from the highest price down, sales from the lowest up, each price by time. Stops by time. */
function byPriority(orders: readonly OrderRecord[]): OrderRecord[] {
  const price = (order: OrderRecord): number => {
    if (order.armed) return 0;
    return order.side === 'BUY' ? -order.pricePaise : order.pricePaise;
  };
  return [...orders].sort((a, b) => price(a) - price(b) || a.priority - b.priority);
}
