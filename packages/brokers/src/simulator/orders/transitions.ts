import { bookFill, takeCharges } from './account.ts';
import { fillIdOf } from './ids.ts';
import type { DeskParts } from './parts.ts';
import type { OrderRecord } from './records.ts';
import { openQuantity } from './risk-rules.ts';
import type { UpdateCode } from './types.ts';

/** The order is in a new state: its owner is told. */
export function tell({ state, market }: DeskParts, order: OrderRecord, code: UpdateCode): void {
  order.updatedAt = market.now();
  state.orderChanged(order, code);
}

export function reject(parts: DeskParts, order: OrderRecord, text: string): void {
  order.status = 'rejected';
  order.text = text;
  order.flights = [];
  tell(parts, order, 'AB03');
}

/** Ends an order; what is filled stays filled. */
export function endUnfilled(parts: DeskParts, order: OrderRecord, text: string): void {
  order.status = 'cancelled';
  order.text = text;
  order.cancelledQuantity = openQuantity(order);
  order.flights = [];
  tell(parts, order, 'AB02');
}

/** The next place in time. */
export function takePriority({ state }: DeskParts, order: OrderRecord): void {
  state.day.priority += 1;
  order.priority = state.day.priority;
  state.dayChanged();
}

/** One execution: order, trade book, account. What is on its way for a completed order comes too late. */
export function fill(parts: DeskParts, order: OrderRecord, quantity: number, pricePaise: number): void {
  const { state, market } = parts;
  const instrument = market.instrumentOf(order.token);
  if (quantity <= 0 || !instrument) return;
  const account = state.account(order.clientCode);
  const now = market.now();
  if (order.filledQuantity === 0 && order.product !== 'INTRADAY' && order.side === 'SELL') {
    order.takesDpCharge = !account.dpChargedTokens.includes(order.token);
    if (order.takesDpCharge) account.dpChargedTokens.push(order.token);
  }
  state.day.fillNumber += 1;
  order.filledQuantity += quantity;
  order.filledValuePaise += quantity * pricePaise;
  order.fillId = fillIdOf(state.day.fillNumber);
  order.filledAt = now;
  const { token, tradingSymbol, exchange, side, product, orderId, clientCode, fillId } = order;
  bookFill(account, { token, product, side, quantity, pricePaise });
  takeCharges(account, order, { instrument, date: state.day.date });
  state.addTrade({
    fillId,
    orderId,
    clientCode,
    exchange,
    token,
    tradingSymbol,
    side,
    product,
    quantity,
    pricePaise,
    filledAt: now,
  });
  state.accountChanged(account);
  state.dayChanged();
  const complete = openQuantity(order) === 0;
  order.status = complete ? 'complete' : 'open';
  if (complete) order.flights = [];
  tell(parts, order, complete ? 'AB05' : 'AB01');
}
