import { marginOf } from './figures.ts';
import { handTrades, type LineOrder, linesOf, remainingOf } from './lines.ts';
import type { AccountReading } from './read-facts.ts';

/** An order at rest, or what it is to become. Units that may still trade, whole paise. */
export interface OrderStand {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly triggerPaise?: number | undefined;
}

/**
 * True for a change after which an order can do nothing that it could not do before, and no sooner: no more units, no
 * price nearer to the market or beyond it, no trigger nearer. Whoever wants less risk never has to ask.
 */
export function onlyReduces(before: OrderStand, after: OrderStand): boolean {
  const sign = before.side === 'buy' ? 1 : -1;
  if (after.quantity > before.quantity || sign * (after.pricePaise - before.pricePaise) > 0) return false;
  if (after.triggerPaise === undefined) return before.triggerPaise === undefined;
  return before.triggerPaise === undefined || sign * (after.triggerPaise - before.triggerPaise) >= 0;
}

/** How an order stands at the broker; a change that is on its way is not counted. */
export function standOf(order: LineOrder): OrderStand {
  const { side, price_paise: pricePaise, trigger_paise: triggerPaise } = order;
  const quantity = remainingOf({ ...order, asked_quantity: null });
  return { side, quantity, pricePaise, ...(triggerPaise === null ? {} : { triggerPaise }) };
}

/** The account as if nothing of an order rested any more, so that what takes its place is not counted beside it. */
export function withoutRest(reading: AccountReading, order: LineOrder): AccountReading {
  const rested = { ...order, quantity: order.filled_quantity, asked_quantity: null };
  const orders = reading.orders.map((one) => (one === order ? rested : one));
  const { funds } = reading.facts;
  const { quantity, pricePaise } = standOf(order);
  const product = order.product === 'delivery' ? 'delivery' : 'intraday';
  // The broker blocks for it already: what it blocks at least comes free and is blocked anew.
  const freedPaise = Math.min(marginOf(product, quantity * pricePaise), funds?.usedPaise ?? 0);
  return {
    ...reading,
    orders,
    facts: {
      ...reading.facts,
      lines: linesOf(orders),
      // The trade that it began goes on in what takes its place.
      trades: reading.row.trickTrades + handTrades(reading.orders) - 1,
      funds: funds && { availablePaise: funds.availablePaise + freedPaise, usedPaise: funds.usedPaise - freedPaise },
    },
  };
}
