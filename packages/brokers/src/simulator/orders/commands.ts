import { addDraft } from './create-order.ts';
import { send } from './flights.ts';
import { queue } from './flow.ts';
import type { DeskParts } from './parts.ts';
import type { OrderRecord, OrderTerms } from './records.ts';
import { checkPlace, checkTerms, isStop } from './request-rules.ts';
import { openQuantity } from './risk-rules.ts';
import { isQueued, isWorking } from './state.ts';
import { tell } from './transitions.ts';
import type { CancelRequest, ModifyRequest, PlaceRequest, Refused, WriteAnswer } from './types.ts';
import { isEnded } from './views.ts';
import { REFUSAL } from './words.ts';

/** Who asks, and when on the wall clock. */
export interface Asked {
  readonly clientCode: string;
  readonly wallNow: number;
}

/** Takes an order, or says at once what is wrong with its words and numbers. */
export function placeOrder(parts: DeskParts, asked: Asked, request: PlaceRequest): WriteAnswer {
  const checked = checkPlace(request, parts.market.instrumentOf(request.token));
  if (checked.kind === 'refused') return checked;
  if (parts.faults.isCautionary(request.token) && request.hasConsent !== true) return REFUSAL.cautionary;
  const order = addDraft(parts, asked.clientCode, checked.value);
  if (parts.market.isOpen()) {
    tell(parts, order, 'AB09');
    send(parts, order, { kind: 'place', dueAt: asked.wallNow });
  } else queue(parts, order);
  return accepted(order);
}

/** Takes new terms for an order that has not ended; the exchange may still keep the old ones. */
export function modifyOrder(parts: DeskParts, asked: Asked, request: ModifyRequest): WriteAnswer {
  const order = liveOrder(parts, asked.clientCode, request.orderId);
  if ('kind' in order) return order;
  const instrument = parts.market.instrumentOf(order.token);
  if (!instrument || request.token !== order.token || request.exchange !== order.exchange) return REFUSAL.token;
  if (request.tradingSymbol !== order.tradingSymbol) return REFUSAL.symbol;
  if (request.product !== order.product) return REFUSAL.product;
  if (request.variety !== order.variety && order.variety !== 'AMO') return REFUSAL.variety;
  const checked = checkTerms(request, instrument, order.side);
  if (checked.kind === 'refused') return checked;
  if (checked.value.quantity <= order.filledQuantity) return REFUSAL.belowFilled;
  if (isQueued(order)) changeQueued(parts, order, checked.value);
  else {
    if (isWorking(order)) order.status = 'modify pending';
    tell(parts, order, 'AB11');
    send(parts, order, { kind: 'modify', dueAt: asked.wallNow, terms: checked.value });
  }
  return accepted(order);
}

/** Takes a cancellation of an order that has not ended; a fill on the way may still be first. */
export function cancelOrder(parts: DeskParts, asked: Asked, request: CancelRequest): WriteAnswer {
  const order = liveOrder(parts, asked.clientCode, request.orderId);
  if ('kind' in order) return order;
  if (isQueued(order)) {
    order.status = 'cancelled after market order';
    order.cancelledQuantity = openQuantity(order);
    tell(parts, order, 'AB07');
  } else send(parts, order, { kind: 'cancel', dueAt: asked.wallNow });
  return accepted(order);
}

function changeQueued(parts: DeskParts, order: OrderRecord, terms: OrderTerms): void {
  Object.assign(order, terms);
  order.armed = isStop(terms.orderType);
  order.status = 'modify after market order req received';
  tell(parts, order, 'AB08');
}

function liveOrder({ state }: DeskParts, clientCode: string, orderId: string): OrderRecord | Refused {
  const order = state.ordersOf(clientCode).find((own) => own.orderId === orderId);
  if (!order) return REFUSAL.unknownOrder;
  return isEnded(order) ? REFUSAL.ended : order;
}

function accepted({ orderId, uniqueOrderId, tradingSymbol }: OrderRecord): WriteAnswer {
  return { kind: 'accepted', orderId, uniqueOrderId, tradingSymbol };
}
