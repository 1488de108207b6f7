import { isTerminal, ORDER_STATES } from '@trickdesk/domain';
import type { HeldLine, RestingOrder } from './figures.ts';

/** An order that may bear on today's figures, with what is known of its instrument and of the run that it serves. */
export interface LineOrder {
  readonly id: number;
  /** Absent for orders placed by hand. */
  readonly deployment_id: number | null;
  readonly run_number: number | null;
  readonly broker_link_id: number;
  readonly role: 'entry' | 'exit' | 'protective' | 'own' | 'foreign';
  readonly trade_order_id: number | null;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday' | 'other';
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price_paise: number;
  readonly trigger_paise: number | null;
  readonly state: string;
  readonly filled_quantity: number;
  readonly filled_value_paise: bigint;
  readonly told_quantity: number;
  /** This much of its fills belonged to a position that is closed, or that its owner took over. */
  readonly settled_quantity: number;
  /** It was made on an earlier exchange day. */
  readonly is_before: boolean;
  /** A basket placed it, and holds what it bought. */
  readonly is_of_basket: boolean;
  readonly kind: string | null;
  readonly last_paise: number | null;
  readonly previous_close_paise: number | null;
  /** The order that opened the position which the run knows of; null where it knows of none. */
  readonly entry_order_id: number | null;
  /** News of orders that the run has not taken in yet. */
  readonly has_news: boolean;
  /** What its owner has asked to change it to and the broker has not answered: at most, and between which prices. */
  readonly asked_quantity: number | null;
  readonly asked_low_paise: number | null;
  readonly asked_high_paise: number | null;
}

/** The same with whose price it has, and of when. */
export interface PricedOrder extends LineOrder {
  readonly instrument_id: number | null;
  readonly last_at: Date | null;
}

/** What an account holds and may come to hold, by trick and instrument, and by hand. */
export function linesOf(rows: readonly LineOrder[]): HeldLine[] {
  const lines: HeldLine[] = [];
  for (const orders of groupsOf(rows).values()) {
    const [first] = orders;
    if (!first) continue;
    const isHand = first.deployment_id === null;
    lines.push(lineOf(first, isHand ? orders : countedOf(orders), orders));
  }
  return lines;
}

/** Trades begun by hand today: of each instrument the side with more orders, so that a purchase and its sale are one. */
export function handTrades(rows: readonly LineOrder[]): number {
  let trades = 0;
  const today = rows.filter(({ deployment_id: id, is_before: isBefore, role }) => {
    return id === null && !(isBefore && role === 'own');
  });
  for (const orders of groupsOf(today).values()) {
    const alive = orders.filter(
      (order) => !isHandedOver(order) && (order.filled_quantity > 0 || remainingOf(order) > 0),
    );
    const buys = alive.filter(({ side }) => side === 'buy').length;
    trades += Math.max(buys, alive.length - buys);
  }
  return trades;
}

function groupsOf(rows: readonly LineOrder[]): Map<string, LineOrder[]> {
  const groups = new Map<string, LineOrder[]>();
  for (const row of rows) {
    const {
      broker_link_id: link,
      deployment_id: trick,
      run_number: run,
      symbol,
      product,
      is_of_basket: ofBasket,
    } = row;
    // What is held at one broker is not closed by what is traded at another, nor what a basket holds by a sale by hand.
    const key = `${link} ${trick ?? (ofBasket ? 'basket' : 'hand')} ${run ?? ''} ${symbol} ${product}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/**
 * The fills of a run's position that is open. Those of one that the run has closed are in its daily result already;
 * whatever the run was not told of is nowhere else.
 */
function countedOf(orders: readonly LineOrder[]): readonly LineOrder[] {
  const entry = orders[0]?.entry_order_id ?? undefined;
  if (entry !== undefined) {
    const from = orders.findIndex((order) => order.trade_order_id === entry);
    return from < 0 ? orders : orders.slice(from);
  }
  const held = orders.reduce((sum, order) => sum + signed(order), 0);
  const isUntold = orders.some((order) => order.has_news || order.told_quantity !== order.filled_quantity);
  return held !== 0 || isUntold ? orders : [];
}

/** What a trick had opened: the trade was counted, and what its opening cost is in the day's result. */
function isHandedOver({ deployment_id: deploymentId, role }: LineOrder): boolean {
  return deploymentId === null && role === 'entry';
}

function signed({ side, filled_quantity: quantity }: LineOrder): number {
  return side === 'buy' ? quantity : -quantity;
}

function lineOf(first: LineOrder, counted: readonly LineOrder[], all: readonly LineOrder[]): HeldLine {
  const isCarried = counted.some((order) => order.is_before && order.filled_quantity > 0);
  const before = counted.filter((order) => order.is_before);
  const lastPaise = first.last_paise ?? averageOf(counted) ?? first.price_paise;
  return {
    isByHand: first.deployment_id === null,
    ...(first.is_of_basket ? { isOfBasket: true } : {}),
    symbol: first.symbol,
    // Products that are neither are leveraged: they are margined like intraday.
    product: first.product === 'delivery' ? 'delivery' : 'intraday',
    instrumentKind: first.kind === 'etf' ? 'etf' : 'equity',
    openingQuantity: before.reduce((sum, order) => sum + signed(order), 0),
    previousClosePaise: isCarried ? (first.previous_close_paise ?? lastPaise) : lastPaise,
    lastPaise,
    fills: counted
      .filter((order) => !order.is_before && order.filled_quantity > 0)
      .map((order) => ({
        side: order.side,
        quantity: order.filled_quantity,
        valuePaise: Number(order.filled_value_paise),
        ...(isHandedOver(order) ? { isCharged: true } : {}),
      })),
    resting: all.filter(mayEnlarge).map((order) => restingOf(order, lastPaise)),
  };
}

/** A change that is asked for may have been taken or not: whichever is worse counts. */
function restingOf(order: LineOrder, lastPaise: number): RestingOrder {
  const { side, asked_low_paise: low, asked_high_paise: high } = order;
  const standing = order.price_paise > 0 ? order.price_paise : (order.trigger_paise ?? lastPaise);
  const [lowest, highest] = [Math.min(standing, low ?? standing), Math.max(standing, high ?? standing)];
  const pricePaise = side === 'buy' ? highest : lowest;
  return { side, quantity: remainingOf(order), pricePaise, ...(highest > pricePaise ? { highestPaise: highest } : {}) };
}

/** Exits and stops of a trick only make its position smaller; what is placed by hand may do either. */
function mayEnlarge(order: LineOrder): boolean {
  return order.role !== 'exit' && order.role !== 'protective' && remainingOf(order) > 0;
}

/** Units that it may still trade, counted with a change that is on its way. */
export function remainingOf(order: LineOrder): number {
  const { state, quantity, filled_quantity: filled, asked_quantity: asked } = order;
  const known = ORDER_STATES.find((one) => one === state);
  if (known === undefined) throw new Error(`an order has the unknown state ${state}`);
  return isTerminal(known) ? 0 : Math.max(quantity, asked ?? 0) - filled;
}

function averageOf(orders: readonly LineOrder[]): number | undefined {
  const filled = orders.find((order) => order.filled_quantity > 0);
  return filled && Math.round(Number(filled.filled_value_paise) / filled.filled_quantity);
}
