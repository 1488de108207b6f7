import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerAccess, BrokerFunds, BrokerOrders, BrokerReply, BrokerSessions } from '@trickdesk/brokers';
import { toSafePaise } from '@trickdesk/domain';
import { type ChargeFacts, tariffPaise } from './charges-rules.ts';
import type { BookedCharges, Funds, TheirBooks } from './facts.ts';
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
  books: { orders: undefined, trades: undefined, positions: undefined, holdings: undefined, funds: undefined },
  missing: ['orders', 'trades', 'positions', 'holdings', 'funds'],
  sessionExpired: true,
};

/** Longer than the broker's shortest turn of a book, so that a desk that reads it each few seconds leaves one free. */
const TURN_MS = 1_300;
/** Tries of a book beyond the first, where it has no turn. */
const MORE_TURNS = 3;

/**
 * One after another: the broker allows few such calls a second, and the desk needs them more. A book that has no turn is
 * asked for again.
 *
 * @param turnMs between two tries
 */
export async function readTheirBooks(
  broker: ReadBroker,
  access: BrokerAccess,
  turnMs = TURN_MS,
): Promise<TheirReading> {
  const missing: string[] = [];
  let sessionExpired = false;
  const taken = <T>(name: string, reply: BrokerReply<T>): T | undefined => {
    if (reply.kind === 'ok') return reply.value;
    missing.push(name);
    sessionExpired ||= reply.kind === 'session_expired';
    return undefined;
  };
  const inTurn = async <T>(ask: () => Promise<BrokerReply<T>>): Promise<BrokerReply<T>> => {
    let reply = await ask();
    for (let more = 0; reply.kind === 'rate_limited' && more < MORE_TURNS; more += 1) {
      await sleep(turnMs);
      reply = await ask();
    }
    return reply;
  };
  const port = broker.orders(access);
  const funds = taken('funds', await inTurn(() => broker.sessions.funds(access)));
  const holdings = taken('holdings', await inTurn(() => port.holdings()));
  const positions = taken('positions', await inTurn(() => port.positions()));
  const trades = taken('trades', await inTurn(() => port.tradeBook()));
  const orders = taken('orders', await inTurn(() => port.orderBook()));
  const books = { orders, trades, positions, holdings, funds: funds ? fundsOf(funds) : undefined };
  return { books, missing, sessionExpired };
}

/** What the broker tells of funds, as a comparison needs it. */
export function fundsOf(told: BrokerFunds): Funds & { readonly availablePaise: number } {
  const { availableCashPaise, netPaise, estimatedFreeCashPaise: cash, movedTodayPaise } = told;
  return {
    availablePaise: toSafePaise(availableCashPaise ?? netPaise),
    cashPaise: cash === undefined ? undefined : toSafePaise(cash),
    movedPaise: toSafePaise(movedTodayPaise ?? 0n),
  };
}

/** What each order of a run booked as charges, with the broker's orders that it was sent as. */
export function bookedCharges(orders: readonly OrderOfDay[]): BookedCharges[] {
  const sums = new Map<number, BookedCharges & { readonly filled: number }>();
  for (const order of orders) {
    const { tradeOrderId, deploymentId, bookedPaise, tradingSymbol, brokerOrderId, isElsewhere } = order;
    if (tradeOrderId === undefined || deploymentId === undefined || bookedPaise === undefined) continue;
    const before = sums.get(tradeOrderId);
    const filled = (before?.filled ?? 0) + (isElsewhere ? 0 : order.filledQuantity);
    const ids = isElsewhere || brokerOrderId === undefined ? [] : [brokerOrderId];
    const brokerOrderIds = [...(before?.brokerOrderIds ?? []), ...ids];
    const isWhole = filled === order.bookedQuantity;
    sums.set(tradeOrderId, { deploymentId, tradingSymbol, bookedPaise, brokerOrderIds, filled, isWhole });
  }
  return [...sums.values()].map(({ filled, ...booked }) => booked);
}

/** What the executions of all orders of a day cost by the tariff, whole paise: an estimate until the contract note. */
export function dayCharges(orders: readonly OrderOfDay[], facts: ChargeFacts): number {
  const sold = new Set<string>();
  const placed = orders.filter(({ isElsewhere }) => !isElsewhere);
  return placed.reduce((sum, order) => {
    const { tradingSymbol, filledValuePaise: valuePaise, side, product } = order;
    const isFirstSale = !sold.has(tradingSymbol);
    if (valuePaise > 0 && product === 'delivery' && side === 'sell') sold.add(tradingSymbol);
    return sum + tariffPaise({ tradingSymbol, side, product, valuePaise, isFirstSale }, facts);
  }, 0);
}
