import type { BrokerAccess, BrokerOrders, BrokerReply, BrokerSessions } from '@trickdesk/brokers';
import { type IndiaDate, toSafePaise } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';
import type { BookedCharges, TheirBooks } from './facts.ts';
import type { OrderOfDay } from './store.ts';

/** What of the broker is asked: only reading. */
export interface ReadBroker {
  readonly orders: (access: BrokerAccess) => Pick<BrokerOrders, 'orderBook' | 'tradeBook' | 'positions' | 'holdings'>;
  readonly sessions: Pick<BrokerSessions, 'funds'>;
}

export interface TheirReading {
  readonly books: TheirBooks;
  readonly missing: readonly string[];
  readonly sessionExpired: boolean;
}

export const NOTHING_READ: TheirReading = {
  books: { orders: undefined, trades: undefined, positions: undefined, holdings: undefined, fundsPaise: undefined },
  missing: ['orders', 'trades', 'positions', 'holdings', 'funds'],
  sessionExpired: true,
};

/** One after another: the broker allows few such calls a second, and the desk needs them more. */
export async function readTheirBooks(broker: ReadBroker, access: BrokerAccess): Promise<TheirReading> {
  const missing: string[] = [];
  let sessionExpired = false;
  const taken = <T>(name: string, reply: BrokerReply<T>): T | undefined => {
    if (reply.kind === 'ok') return reply.value;
    missing.push(name);
    sessionExpired ||= reply.kind === 'session_expired';
    return undefined;
  };
  const port = broker.orders(access);
  const funds = taken('funds', await broker.sessions.funds(access));
  const holdings = taken('holdings', await port.holdings());
  const positions = taken('positions', await port.positions());
  const trades = taken('trades', await port.tradeBook());
  const orders = taken('orders', await port.orderBook());
  const available = funds ? (funds.availableCashPaise ?? funds.netPaise) : undefined;
  const fundsPaise = available === undefined ? undefined : toSafePaise(available);
  return { books: { orders, trades, positions, holdings, fundsPaise }, missing, sessionExpired };
}

/** For each order of a run: what it booked beside what its executions come to by the tariff of the day. */
export function bookedCharges(orders: readonly OrderOfDay[], day: IndiaDate): BookedCharges[] {
  const sums = new Map<number, BookedCharges>();
  const sold = new Set<string>();
  for (const order of orders) {
    const tariffPaise = tariffCharges(order, day, sold);
    const { tradeOrderId, deploymentId, bookedPaise, tradingSymbol } = order;
    if (tradeOrderId === undefined || deploymentId === undefined || bookedPaise === undefined) continue;
    const earlier = sums.get(tradeOrderId)?.tariffPaise ?? 0;
    sums.set(tradeOrderId, { deploymentId, tradingSymbol, bookedPaise, tariffPaise: earlier + tariffPaise });
  }
  return [...sums.values()];
}

/** What the executions of all orders of a day cost by the tariff, whole paise: an estimate until the contract note. */
export function dayCharges(orders: readonly OrderOfDay[], day: IndiaDate): number {
  const sold = new Set<string>();
  const placed = orders.filter(({ isElsewhere }) => !isElsewhere);
  return placed.reduce((sum, order) => sum + tariffCharges(order, day, sold), 0);
}

/** @param sold shares that were sold for delivery before: the depository charges once a day */
function tariffCharges(order: OrderOfDay, day: IndiaDate, sold: Set<string>): number {
  if (order.filledQuantity === 0) return 0;
  const isDelivery = order.product === 'delivery';
  const firstSellOfScripToday = !sold.has(order.tradingSymbol);
  if (isDelivery && order.side === 'sell') sold.add(order.tradingSymbol);
  return chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    product: isDelivery ? 'DELIVERY' : 'INTRADAY',
    side: order.side,
    // One unit of the whole value: an average price would have to be rounded.
    quantity: 1,
    pricePaise: order.filledValuePaise,
    instrumentKind: order.instrumentKind,
    date: day,
    firstSellOfScripToday,
  }).totalPaise;
}
