import { exchangeOrderIdOf } from './ids.ts';
import { marketLimit, matchIncoming } from './matching.ts';
import type { DeskParts } from './parts.ts';
import type { Flight, OrderRecord, OrderTerms } from './records.ts';
import { isStop } from './request-rules.ts';
import { estimateCharges, openQuantity, rejectionOf } from './risk-rules.ts';
import { endUnfilled, reject, takePriority, tell } from './transitions.ts';
import { isEnded } from './views.ts';
import { TEXT } from './words.ts';

/** What was under way arrives at the exchange. What comes after the order's end has no effect. */
export function land(parts: DeskParts, order: OrderRecord, flight: Flight): void {
  if (isEnded(order)) return;
  switch (flight.kind) {
    case 'place':
      if (parts.market.isOpen()) submit(parts, order);
      else queue(parts, order);
      break;
    case 'modify':
      change(parts, order, flight.terms);
      break;
    case 'cancel':
      endUnfilled(parts, order, '');
  }
}

/** Kept until the next opening. */
export function queue(parts: DeskParts, order: OrderRecord): void {
  order.variety = 'AMO';
  order.status = 'after market order req received';
  tell(parts, order, 'AB06');
}

/** A client's order on its way from the broker to the exchange; a test may want it rejected there. */
export function submit(parts: DeskParts, order: OrderRecord): void {
  const forced = parts.faults.takeRejection(order.clientCode);
  if (forced === undefined) toExchange(parts, order);
  else reject(parts, order, forced);
}

/** Checks an order and lets it take its place, or rejects it. */
export function toExchange(parts: DeskParts, order: OrderRecord): void {
  order.exchangeAt = parts.market.now();
  setMarketLimit(parts, order);
  order.chargesEstimatePaise = estimateCharges(parts, order);
  const trouble = rejectionOf(parts, order);
  if (trouble !== undefined) {
    reject(parts, order, trouble);
    return;
  }
  order.exchangeOrderId = exchangeOrderIdOf(order.number);
  takePriority(parts, order);
  stand(parts, order, order.armed ? 'AB10' : 'AB01');
}

/** An order that exchange and broker agreed to: armed, or at the market. */
function stand(parts: DeskParts, order: OrderRecord, code: 'AB01' | 'AB04' | 'AB10'): void {
  order.status = order.armed ? 'trigger pending' : 'open';
  tell(parts, order, code);
  if (!order.armed) matchIncoming(parts, order);
}

function setMarketLimit(parts: DeskParts, order: OrderRecord): void {
  const quote = parts.market.quoteOf(order.token);
  if (order.orderType === 'MARKET' && quote) order.pricePaise = marketLimit(quote, order.side);
}

/** New terms for a working order; terms that are not allowed leave it as it was. */
function change(parts: DeskParts, order: OrderRecord, terms: OrderTerms): void {
  const before = { ...order };
  const wasStop = isStop(order.orderType);
  Object.assign(order, terms);
  // A stop that was triggered is a limit order for good.
  order.armed = isStop(terms.orderType) && (order.armed || !wasStop);
  setMarketLimit(parts, order);
  order.chargesEstimatePaise = estimateCharges(parts, order);
  const trouble = terms.quantity <= order.filledQuantity ? TEXT.belowFilled : troubleOf(parts, order, before);
  if (trouble !== undefined) {
    Object.assign(order, before, { text: trouble, status: before.armed ? 'trigger pending' : 'open' });
    tell(parts, order, before.armed ? 'AB10' : 'AB01');
    return;
  }
  const keepsPlace = order.pricePaise === before.pricePaise && openQuantity(order) <= openQuantity(before);
  if (!keepsPlace || order.armed !== before.armed) takePriority(parts, order);
  stand(parts, order, 'AB04');
}

function troubleOf(parts: DeskParts, order: OrderRecord, before: OrderRecord): string | undefined {
  // An armed stop whose trigger stays may have the market at it already: it was armed in time.
  const sameTrigger = before.armed && before.triggerPaise === order.triggerPaise;
  return rejectionOf(parts, sameTrigger ? { ...order, armed: false } : order);
}
