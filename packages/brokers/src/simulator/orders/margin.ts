import { stakeOf } from './account.ts';
import type { AccountRecord, OrderRecord, Stake } from './records.ts';
import { isStop } from './request-rules.ts';
import type { SimProduct, SimSide } from './types.ts';

/** Share of a position's value that is the client's own money, percent. */
const INTRADAY_PERCENT = 20;
const MARGIN_TRADING_PERCENT = 50;
/** How far a market order may chase the price: 0.5 %, in 1/1000. */
const PROTECTION_PERMILLE = 5;

/** What margin needs to know of an order that works or would work. `quantity`: what is still to be filled. */
export interface MarginOrder {
  readonly token: string;
  readonly product: SimProduct;
  readonly side: SimSide;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly chargesPaise: number;
}

/** Whole paise. */
export interface Blocked {
  readonly intradayPaise: number;
  readonly deliveryPaise: number;
  readonly marginTradingPaise: number;
  readonly chargesPaise: number;
}

/** The price a market order is turned into: the given price moved against the trader, on the tick. */
export function protectedPaise(side: SimSide, pricePaise: number, tickPaise: number): number {
  const moved = (pricePaise * (1000 + (side === 'BUY' ? PROTECTION_PERMILLE : -PROTECTION_PERMILLE))) / 1000;
  const onTick = (side === 'BUY' ? Math.floor(moved / tickPaise) : Math.ceil(moved / tickPaise)) * tickPaise;
  return Math.max(tickPaise, onTick);
}

/** What an order is worth at most, as far as it can be known: its limit, or the protected price around its trigger. */
export function marginOrderOf(order: OrderRecord, tickPaise: number): MarginOrder {
  const armedMarket = order.pricePaise === 0 && isStop(order.orderType);
  return {
    token: order.token,
    product: order.product,
    side: order.side,
    quantity: order.quantity - order.filledQuantity,
    pricePaise: armedMarket ? protectedPaise(order.side, order.triggerPaise, tickPaise) : order.pricePaise,
    chargesPaise: Math.max(0, order.chargesEstimatePaise - order.chargedPaise),
  };
}

/** What positions and working orders block together. Orders in the order of their acceptance. */
export function blockedBy(account: AccountRecord, orders: readonly MarginOrder[]): Blocked {
  const buys = orders.filter((order) => order.product === 'DELIVERY' && order.side === 'BUY');
  return {
    intradayPaise: marginIn('INTRADAY', account, orders),
    marginTradingPaise: marginIn('MARGIN', account, orders),
    deliveryPaise: buys.reduce((sum, order) => sum + order.quantity * order.pricePaise, 0),
    chargesPaise: orders.reduce((sum, order) => sum + order.chargesPaise, 0),
  };
}

export function totalOf(blocked: Blocked): number {
  return blocked.intradayPaise + blocked.deliveryPaise + blocked.marginTradingPaise + blocked.chargesPaise;
}

/** The broker's money in a position of margin trading: what it cost, less the client's own part. Whole paise. */
export function fundedPaise({ costPaise }: Pick<Stake, 'costPaise'>): number {
  return costPaise - ownPart(costPaise, MARGIN_TRADING_PERCENT);
}

function marginIn(product: 'INTRADAY' | 'MARGIN', account: AccountRecord, orders: readonly MarginOrder[]): number {
  const percent = product === 'INTRADAY' ? INTRADAY_PERCENT : MARGIN_TRADING_PERCENT;
  const ofProduct = orders.filter((order) => order.product === product);
  const tokens = new Set([
    ...ofProduct.map((order) => order.token),
    ...account.stakes.filter((stake) => stake.product === product).map((stake) => stake.token),
  ]);
  return [...tokens].reduce((sum, token) => {
    const stake = stakeOf(account, token, product);
    const own = ofProduct.filter((order) => order.token === token);
    return sum + ownPart(dearerOutcome(stake?.netQuantity ?? 0, stake?.costPaise ?? 0, own), percent);
  }, 0);
}

function ownPart(valuePaise: number, percent: number): number {
  return Math.ceil((valuePaise * percent) / 100);
}

/** The dearer of both outcomes: every buy filled, or every sale. Orders against the position need nothing. */
function dearerOutcome(net: number, costPaise: number, orders: readonly MarginOrder[]): number {
  const buys = beyond(orders, 'BUY', Math.max(0, -net)) + (net > 0 ? costPaise : 0);
  const sales = beyond(orders, 'SELL', Math.max(0, net)) + (net < 0 ? costPaise : 0);
  return Math.max(buys, sales, costPaise);
}

/** Value of one side's orders after the first of them have closed so many shares of the position. */
function beyond(orders: readonly MarginOrder[], side: SimSide, closing: number): number {
  let left = closing;
  let value = 0;
  for (const order of orders) {
    if (order.side !== side) continue;
    const closed = Math.min(left, order.quantity);
    left -= closed;
    value += (order.quantity - closed) * order.pricePaise;
  }
  return value;
}
