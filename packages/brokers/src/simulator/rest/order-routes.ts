import type { ModifyRequest, PlaceRequest, WriteAnswer } from '../orders/types.ts';
import { listField, numberField, paiseField, textField } from './body.ts';
import { orderRow, tradeRow } from './order-wire.ts';
import { failure, type Reply, success, TOO_FAST } from './reply.ts';
import { clientOf, type Route, type RouteCall, SECURE } from './routes.ts';

/** Place, modify and cancel share nine calls a second. */
const WRITES = { second: 9, minute: 500, hour: 1000, pool: 'orders' } as const;
const SINGLE = { second: 10, minute: 500, hour: 5000 } as const;
const BOOK = { second: 1 } as const;
const MOST_LEGS = 50;

const write = (name: string, handle: Route['handle']): Route => ({
  method: 'POST',
  path: `${SECURE}/order/v1/${name}`,
  limit: WRITES,
  auth: 'session',
  needsRegisteredIp: true,
  handle,
});

export const orderRoutes: readonly Route[] = [
  write('placeOrder', place),
  write('modifyOrder', modify),
  write('cancelOrder', cancel),
  { method: 'GET', path: `${SECURE}/order/v1/getOrderBook`, limit: BOOK, auth: 'session', handle: orderBook },
  { method: 'GET', path: `${SECURE}/order/v1/getTradeBook`, limit: BOOK, auth: 'session', handle: tradeBook },
  {
    method: 'GET',
    path: `${SECURE}/order/v1/details`,
    limit: SINGLE,
    auth: 'session',
    takesRest: true,
    handle: singleOrder,
  },
  {
    method: 'POST',
    path: `${SECURE}/order/v1/convertPosition`,
    limit: SINGLE,
    auth: 'session',
    handle: convertPosition,
  },
  { method: 'POST', path: `${SECURE}/margin/v1/batch`, limit: SINGLE, auth: 'session', handle: margin },
];

async function place(call: RouteCall): Promise<Reply> {
  const answer = await call.desk.orders.place(clientOf(call), placeRequest(call.body));
  return writeReply(answer, (accepted) => ({
    script: accepted.tradingSymbol,
    orderid: accepted.orderId,
    uniqueorderid: accepted.uniqueOrderId,
  }));
}

async function modify(call: RouteCall): Promise<Reply> {
  return writeReply(await call.desk.orders.modify(clientOf(call), modifyRequest(call.body)), idsOf);
}

async function cancel(call: RouteCall): Promise<Reply> {
  const request = { variety: textField(call.body, 'variety'), orderId: textField(call.body, 'orderid') };
  return writeReply(await call.desk.orders.cancel(clientOf(call), request), idsOf);
}

type Accepted = Extract<WriteAnswer, { kind: 'accepted' }>;

function writeReply(answer: WriteAnswer, data: (accepted: Accepted) => object): Reply {
  switch (answer.kind) {
    case 'accepted':
      return success(data(answer));
    case 'refused':
      return failure(answer.code, answer.message);
    case 'too_many':
      return TOO_FAST;
  }
}

function idsOf({ orderId, uniqueOrderId }: Accepted): object {
  return { orderid: orderId, uniqueorderid: uniqueOrderId };
}

/** The fields of `placeOrder`, read as tolerantly as the broker reads them; whether they make sense is not judged here. */
export function placeRequest(body: unknown): PlaceRequest {
  const tag = textField(body, 'ordertag');
  const hasConsent = textField(body, 'scripconsent').toLowerCase() === 'yes';
  return {
    ...instructionOf(body),
    side: textField(body, 'transactiontype'),
    tag: tag === '' ? null : tag,
    ...(hasConsent ? { hasConsent } : {}),
  };
}

export function modifyRequest(body: unknown): ModifyRequest {
  return { ...instructionOf(body), orderId: textField(body, 'orderid') };
}

function instructionOf(body: unknown): Omit<ModifyRequest, 'orderId'> {
  return {
    variety: textField(body, 'variety'),
    tradingSymbol: textField(body, 'tradingsymbol'),
    token: textField(body, 'symboltoken'),
    exchange: textField(body, 'exchange'),
    orderType: textField(body, 'ordertype'),
    product: textField(body, 'producttype'),
    duration: textField(body, 'duration'),
    quantity: numberField(body, 'quantity'),
    pricePaise: paiseField(body, 'price'),
    triggerPaise: paiseField(body, 'triggerprice'),
    disclosedQuantity: numberField(body, 'disclosedquantity', 0),
  };
}

async function orderBook(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  return listReply(call.desk.orders.orders(clientOf(call)).map(orderRow));
}

async function tradeBook(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  return listReply(call.desk.orders.trades(clientOf(call)).map(tradeRow));
}

/** An empty list is no list on this wire. */
export function listReply(rows: readonly object[]): Reply {
  return success(rows.length === 0 ? null : rows);
}

async function singleOrder(call: RouteCall): Promise<Reply> {
  await call.desk.orders.settled();
  const order = call.desk.orders.order(clientOf(call), call.rest);
  return order ? success(orderRow(order)) : failure('AB1013', 'Order not found');
}

async function convertPosition(call: RouteCall): Promise<Reply> {
  const { body, desk } = call;
  const answer = await desk.orders.convert(clientOf(call), {
    exchange: textField(body, 'exchange'),
    token: textField(body, 'symboltoken'),
    // The official package's comment and older documents call it `producttype`.
    from: textField(body, 'oldproducttype') || textField(body, 'producttype'),
    to: textField(body, 'newproducttype'),
    side: textField(body, 'transactiontype'),
    quantity: numberField(body, 'quantity'),
  });
  return answer.kind === 'converted' ? success(null) : failure(answer.code, answer.message);
}

function margin(call: RouteCall): Reply {
  const legs = listField(call.body, 'positions');
  if (!legs || legs.length === 0) return failure('AB1018', 'Failed to get symbol details');
  if (legs.length > MOST_LEGS) return failure('AB1018', `No more than ${MOST_LEGS} positions in one request`);
  const answer = call.desk.orders.marginOf(
    clientOf(call),
    legs.map((leg) => ({
      exchange: textField(leg, 'exchange'),
      token: textField(leg, 'token'),
      side: textField(leg, 'tradeType'),
      product: textField(leg, 'productType'),
      quantity: numberField(leg, 'qty'),
      pricePaise: paiseField(leg, 'price'),
    })),
  );
  if (answer.kind === 'refused') return failure(answer.code, answer.message);
  return success({
    totalMarginRequired: answer.totalPaise / 100,
    marginComponents: {
      netPremium: 0,
      spanMargin: 0,
      marginBenefit: 0,
      deliveryMargin: answer.deliveryPaise / 100,
      nonNFOMargin: answer.intradayPaise / 100,
      totOptionsPremium: 0,
    },
  });
}
