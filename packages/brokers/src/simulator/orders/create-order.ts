import type { SimInstrument } from '../market/market-source.ts';
import { orderIdOf, uniqueIdOf } from './ids.ts';
import type { DeskParts } from './parts.ts';
import type { OrderRecord } from './records.ts';
import { isStop, type OrderDraft } from './request-rules.ts';
import type { SimSide } from './types.ts';

/** A market order that the broker itself sends to close an intraday position. */
export interface BrokerOrder {
  readonly clientCode: string;
  readonly instrument: SimInstrument | undefined;
  readonly side: SimSide;
  readonly quantity: number;
}

/** Gives a draft its numbers and its place in the order book; its owner is not told yet. */
export function createOrder(parts: DeskParts, from: BrokerOrder): OrderRecord | undefined {
  if (!from.instrument) return undefined;
  return addDraft(parts, from.clientCode, {
    instrument: from.instrument,
    variety: 'NORMAL',
    side: from.side,
    product: 'INTRADAY',
    orderType: 'MARKET',
    duration: 'DAY',
    quantity: from.quantity,
    pricePaise: 0,
    triggerPaise: 0,
    disclosedQuantity: 0,
    tag: null,
  });
}

export function addDraft(parts: DeskParts, clientCode: string, draft: OrderDraft): OrderRecord {
  const { state, market, settings } = parts;
  const { instrument, ...terms } = draft;
  state.day.orderNumber += 1;
  state.dayChanged();
  const number = state.day.orderNumber;
  const now = market.now();
  const order: OrderRecord = {
    ...terms,
    orderId: orderIdOf(state.day.date, number),
    uniqueOrderId: uniqueIdOf(settings.seed, number),
    exchangeOrderId: '',
    clientCode,
    exchange: instrument.exchange,
    token: instrument.token,
    tradingSymbol: instrument.tradingSymbol,
    lotSize: instrument.lotSize,
    filledQuantity: 0,
    cancelledQuantity: 0,
    filledValuePaise: 0,
    status: 'open pending',
    text: '',
    placedAt: now,
    updatedAt: now,
    fillId: '',
    number,
    priority: 0,
    armed: isStop(terms.orderType),
    queueAhead: 0,
    rests: false,
    flights: [],
    chargesEstimatePaise: 0,
    chargedPaise: 0,
    takesDpCharge: false,
  };
  state.addOrder(order);
  return order;
}
