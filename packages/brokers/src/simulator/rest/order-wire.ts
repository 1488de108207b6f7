import { type EpochMs, INDIA_OFFSET_MS, paiseToRupees } from '@trickdesk/domain';
import type { SimOrder, SimTrade, UpdateCode } from '../orders/types.ts';
import { exchangeText } from './market-routes.ts';

/**
 * What book rows and socket frames share, with the wire's own types: counts of shares are strings, prices numbers in
 * rupees. Only cash is traded here, so strike, option and expiry are those of a share.
 */
function commonFields(order: SimOrder): Readonly<Record<string, string | number>> {
  return {
    variety: order.variety,
    ordertype: order.orderType,
    producttype: order.product,
    duration: order.duration,
    price: paiseToRupees(order.pricePaise),
    triggerprice: paiseToRupees(order.triggerPaise),
    quantity: String(order.quantity),
    disclosedquantity: String(order.disclosedQuantity),
    squareoff: 0,
    stoploss: 0,
    trailingstoploss: 0,
    tradingsymbol: order.tradingSymbol,
    transactiontype: order.side,
    exchange: order.exchange,
    symboltoken: order.token,
    instrumenttype: '',
    strikeprice: -1,
    optiontype: '',
    expirydate: '',
    lotsize: String(order.lotSize),
    cancelsize: String(order.cancelledQuantity),
    averageprice: averageRupees(order),
    filledshares: String(order.filledQuantity),
    unfilledshares: String(order.unfilledQuantity),
    orderid: order.orderId,
    text: order.text,
    updatetime: exchangeText(order.updatedAt),
    exchtime: order.exchangeAt === undefined ? '' : exchangeText(order.exchangeAt),
    exchorderupdatetime: order.exchangeAt === undefined ? '' : exchangeText(order.updatedAt),
    // The broker leaves these to the trade book.
    fillid: '',
    filltime: '',
    parentorderid: '',
  };
}

/** A row of the order book, and the single order. */
export function orderRow(order: SimOrder): object {
  return {
    ...commonFields(order),
    ordertag: order.tag,
    status: order.status,
    orderstatus: order.status,
    uniqueorderid: order.uniqueOrderId,
    exchangeorderid: order.exchangeOrderId,
    algoID: '99999',
  };
}

/** A row of the trade book: numbers as strings, no token, no date. */
export function tradeRow(trade: SimTrade): object {
  return {
    exchange: trade.exchange,
    producttype: trade.product,
    tradingsymbol: trade.tradingSymbol,
    instrumenttype: '',
    symbolgroup: symbolGroup(trade.tradingSymbol),
    strikeprice: '-1.00',
    optiontype: '',
    expirydate: '',
    marketlot: '1',
    precision: '2',
    multiplier: '-1',
    tradevalue: rupeeText(trade.quantity * trade.pricePaise),
    transactiontype: trade.side,
    fillprice: rupeeText(trade.pricePaise),
    fillsize: String(trade.quantity),
    orderid: trade.orderId,
    fillid: trade.fillId,
    filltime: timeText(trade.filledAt),
  };
}

/** A frame of the order socket; it carries no unique id. */
export function updateFrame(clientCode: string, order: SimOrder, code: UpdateCode): object {
  return frame(clientCode, code, updateFields(order, code));
}

/** The webhook's body: the frame's order without its envelope. */
export function postbackBody(clientCode: string, order: SimOrder, code: UpdateCode): object {
  return { ...updateFields(order, code), clientcode: clientCode };
}

function updateFields(order: SimOrder, code: UpdateCode): object {
  // The book goes straight back to "open" after a change; only the update says that there was one.
  const status = code === 'AB04' ? 'modified' : order.status;
  return { ...commonFields(order), ordertag: order.tag ?? '', status, orderstatus: status };
}

/** The first frame of a connection: every field there, and empty. */
export function greetingFrame(clientCode: string): object {
  const blank = Object.entries(commonFields(NO_ORDER)).map(([name, value]) => [
    name,
    typeof value === 'number' ? 0 : '',
  ]);
  return frame(clientCode, 'AB00', { ...Object.fromEntries(blank), ordertag: '', status: '', orderstatus: '' });
}

function frame(clientCode: string, code: string, orderData: object): object {
  return { 'user-id': clientCode, 'status-code': '200', 'order-status': code, 'error-message': '', orderData };
}

/** `1945.00` */
export function rupeeText(paise: number): string {
  return (Math.round(paise) / 100).toFixed(2);
}

/** `EQ` of `SBIN-EQ`. */
export function symbolGroup(tradingSymbol: string): string {
  const dash = tradingSymbol.lastIndexOf('-');
  return dash < 0 ? '' : tradingSymbol.slice(dash + 1);
}

/** Rupees with up to four decimals: an average need not be on the paisa. */
function averageRupees({ filledQuantity, filledValuePaise }: SimOrder): number {
  return filledQuantity === 0 ? 0 : Math.round((filledValuePaise / filledQuantity) * 100) / 10_000;
}

function timeText(at: EpochMs): string {
  return new Date(at + INDIA_OFFSET_MS).toISOString().slice(11, 19);
}

const NO_ORDER: SimOrder = {
  orderId: '',
  uniqueOrderId: '',
  exchangeOrderId: '',
  clientCode: '',
  variety: 'NORMAL',
  exchange: '',
  token: '',
  tradingSymbol: '',
  side: 'BUY',
  orderType: 'LIMIT',
  product: 'DELIVERY',
  duration: 'DAY',
  quantity: 0,
  disclosedQuantity: 0,
  lotSize: 0,
  filledQuantity: 0,
  unfilledQuantity: 0,
  cancelledQuantity: 0,
  pricePaise: 0,
  triggerPaise: 0,
  filledValuePaise: 0,
  status: 'open',
  text: '',
  tag: null,
  placedAt: 0,
  updatedAt: 0,
  exchangeAt: undefined,
  fillId: '',
  filledAt: undefined,
};
