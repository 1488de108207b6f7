import { paiseToRupees } from '@trickdesk/domain';
import type { Refused } from './types.ts';

/** Texts of orders that broker or exchange reject after they were taken. */
export const TEXT = {
  circuit:
    'Your order price exceeds the circuit limit, Please adjust your order within circuit limit or place a market order.',
  noPrice: 'Adapter is Logged Off',
  triggerBuy: 'Trigger price of a stop loss buy order should be greater than the last traded price.',
  triggerSell: 'Trigger price of a stop loss sell order should be less than the last traded price.',
  intradayCutOff:
    'Intraday orders that open a position are not accepted at this time. The product is being squared off.',
  notForMargin: 'The scrip is not in the list of approved securities for the margin product.',
  dayEnd: 'Order cancelled by the exchange at the end of the day.',
  immediate: 'The unmatched part of an IOC order was cancelled by the exchange.',
  squareOff: 'Order cancelled by the broker for the intraday square off.',
  belowFilled: 'The order was not modified: more than the new quantity is already filled.',
} as const;

export function insufficientFunds(availablePaise: number, requiredPaise: number): string {
  const rupees = (paise: number): string => paiseToRupees(paise).toFixed(2);
  return `Your order has been rejected due to Insufficient Funds. Available funds - Rs. ${rupees(availablePaise)} . You require Rs. ${rupees(requiredPaise)} funds to execute this order.`;
}

export function insufficientHoldings(available: number, required: number): string {
  return `Your order has been rejected due to Insufficient Holdings. Available quantity - ${available} . You require ${required} quantity to execute this order.`;
}

export function notAuthorised(available: number, required: number): string {
  return `Your order has been rejected as the holding is not authorised at CDSL. Authorised quantity - ${available} . You require ${required} quantity to execute this order.`;
}

export function frozen(freezeQuantity: number): string {
  return `Quantity exceeds the freeze quantity of ${freezeQuantity} set by the exchange.`;
}

/** Of the two ways in which a stop's limit is beyond what the exchange allows, that of a sale: it would sell too low. */
export function beyondProtection(lowestPaise: number): Refused {
  const price = paiseToRupees(lowestPaise).toFixed(2);
  return refusal(
    'AB4113',
    `Order price is beyond the Limit Price Protection range defined by the exchange. Please increase the stop loss limit price above ${price}`,
  );
}

/** That of a purchase: it would buy too high. */
export function beyondTriggerRange(rangePaise: number, highestPaise: number): Refused {
  const [range, price] = [rangePaise, highestPaise].map((paise) => paiseToRupees(paise).toFixed(2));
  return refusal(
    'AB4114',
    `Difference between limit price and trigger price for SL Limit Order is beyond the exchange's Permissible range of ${range}. Consider reducing the limit price below ${price}`,
  );
}

function refusal(code: string, message: string): Refused {
  return { kind: 'refused', code, message };
}

/**
 * Refusals at once. The codes from AB4101 on are this simulator's: the broker's own for these cases are not published,
 * and an unlisted code is a plain refusal to whoever reads it.
 */
export const REFUSAL = {
  variety: refusal('AB1008', 'Invalid Order Variety'),
  bracket: refusal('AB2002', 'ROBO order is block'),
  symbol: refusal('AB1009', 'Symbol Not Found'),
  token: refusal('AB4006', 'Invalid symboltoken'),
  product: refusal('AB1012', 'Invalid Product Type'),
  tag: refusal('AB4008', 'ordertag length must be under 20 characters'),
  cautionary: refusal(
    'AB4036',
    'The order cannot be processed as the token is categorised under cautionary listings by the exchange.',
  ),
  unknownOrder: refusal('AB1013', 'Order not found'),
  conversion: refusal('AB1017', 'Position conversion failed'),
  side: refusal('AB4101', 'Invalid Transaction Type'),
  orderType: refusal('AB4102', 'Invalid Order Type'),
  duration: refusal('AB4103', 'Invalid Duration'),
  quantity: refusal('AB4104', 'Quantity must be a whole number above zero'),
  lot: refusal('AB4105', 'Quantity should be in multiples of the lot size'),
  price: refusal('AB4106', 'Price must be above zero'),
  tick: refusal('AB4107', 'Price should be in multiples of the tick size'),
  trigger: refusal('AB4108', 'Trigger price must be above zero'),
  stopOrder: refusal(
    'AB4109',
    'The limit price of a stop loss order must not be below its trigger price (buy) or above it (sell)',
  ),
  disclosed: refusal('AB4110', 'Disclosed quantity must not exceed the quantity'),
  ended: refusal('AB4111', 'The order is not open any more'),
  belowFilled: refusal('AB4112', TEXT.belowFilled),
} as const;
