import { z } from 'zod';
import type { BrokerOrder } from '../../port-orders.ts';
import { brokerMoment, zText } from '../reading.ts';
import { orderStateOf, statusTextOf } from './order-words.ts';
import {
  rowsOf,
  zAverageOrNone,
  zCount,
  zExchange,
  zId,
  zOptionalCount,
  zOptionalText,
  zPriceOrNone,
  zProduct,
  zRequiredCount,
  zSide,
} from './row-fields.ts';

const zKind = zText.transform((text): BrokerOrder['kind'] => {
  switch (text.toUpperCase()) {
    case 'LIMIT':
      return 'limit';
    case 'STOPLOSS_LIMIT':
      return 'stop_limit';
    case 'MARKET':
      return 'market';
    default:
      return 'other';
  }
});

const zWireOrder = z.object({
  orderid: zId,
  uniqueorderid: zOptionalText,
  exchangeorderid: zOptionalText,
  ordertag: zOptionalText,
  exchange: zExchange,
  symboltoken: zOptionalText,
  tradingsymbol: zText,
  transactiontype: zSide,
  producttype: zProduct,
  ordertype: zKind,
  variety: zText,
  status: zText,
  orderstatus: zText,
  quantity: zRequiredCount,
  filledshares: zOptionalCount,
  unfilledshares: zOptionalCount,
  cancelsize: zCount,
  averageprice: zAverageOrNone,
  price: zPriceOrNone,
  triggerprice: zPriceOrNone,
  text: zText,
  updatetime: zText,
  exchtime: zText,
  exchorderupdatetime: zText,
});
type WireOrder = z.infer<typeof zWireOrder>;

/** An order of the book, of the single look-up and of the socket; they differ in which fields they have. */
export const zOrder = zWireOrder.transform(orderOf);
export const zOrderBook = rowsOf(zOrder);

function orderOf(wire: WireOrder): BrokerOrder {
  const statusText = statusTextOf(wire.orderstatus || wire.status);
  const filledQuantity = filledOf(wire, statusText);
  const isStop = wire.ordertype === 'stop_limit' || wire.variety.toUpperCase() === 'STOPLOSS';
  const shares = { quantity: wire.quantity, filledQuantity, cancelledQuantity: wire.cancelsize };
  return {
    brokerOrderId: wire.orderid,
    uniqueOrderId: wire.uniqueorderid,
    exchangeOrderId: wire.exchangeorderid,
    tag: wire.ordertag,
    exchange: wire.exchange,
    token: wire.symboltoken,
    tradingSymbol: wire.tradingsymbol,
    side: wire.transactiontype,
    product: wire.producttype,
    kind: wire.ordertype,
    state: orderStateOf({ statusText, isStop, ...shares }),
    statusText,
    ...shares,
    averagePaise: filledQuantity === 0 ? 0 : wire.averageprice,
    pricePaise: wire.price,
    triggerPaise: wire.triggerprice === 0 ? undefined : wire.triggerprice,
    text: wire.text,
    updatedAt: brokerMoment(wire.exchorderupdatetime) ?? brokerMoment(wire.exchtime) ?? brokerMoment(wire.updatetime),
  };
}

/** The count of what is filled; where it is missing, what the other counts leave, and only then the word. */
function filledOf(wire: WireOrder, statusText: string): number {
  if (wire.filledshares !== undefined) return wire.filledshares;
  if (wire.unfilledshares !== undefined) return Math.max(0, wire.quantity - wire.unfilledshares - wire.cancelsize);
  return statusText === 'complete' ? wire.quantity : 0;
}
