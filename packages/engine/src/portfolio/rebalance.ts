import {
  addShares,
  amountOf,
  type CostOf,
  checkNamedOnce,
  checkWeights,
  gapOf,
  type PricedName,
  priceOf,
  type Shares,
  spreadShares,
  WHOLE_BPS,
  wholeNumber,
  wholeShares,
  worthOf,
} from './allocation.ts';
import type { TargetWeight } from './weights.ts';

export interface PlannedOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** At least one. */
  readonly quantity: number;
  /** What the plan is made with, whole paise a share. */
  readonly pricePaise: number;
}

/** What a basket holds now. */
export interface BasketState {
  readonly held: readonly { readonly symbol: string; readonly quantity: number }[];
  /** Whole paise, at least zero. */
  readonly cashPaise: number;
}

/** Orders in the order in which they are sent, and the cash after them and their costs, whole paise. */
export interface BasketPlan {
  readonly orders: readonly PlannedOrder[];
  readonly cashPaise: number;
}

type OrderCost = (order: PlannedOrder) => number;
const FREE: OrderCost = () => 0;

/**
 * Orders that bring a basket to its weights of everything that it is worth, cash included. Names without a target are
 * sold whole, unless their sale would cost more than it brings. A plan is taken only where it brings the names nearer to
 * their parts by more than it costs, and an order is left out where the plan is better without it: so whoever carries
 * the plan out and asks again at the same prices gets no orders, as long as one order costs no more than two that come
 * to the same.
 *
 * @param prices whole paise a share, of every name held or targeted
 * @param costPaise an estimate of an order's charges, whole paise; nothing when absent
 * @returns sells first; then buys, the one that misses most first
 * @throws RangeError where a price is missing, weights do not add up to 10,000 basis points, or a number is not whole
 */
export function rebalanceOrders(
  state: BasketState,
  targets: readonly TargetWeight[],
  prices: ReadonlyMap<string, number>,
  costPaise: OrderCost = FREE,
): BasketPlan {
  const names = pricedNames(targets, prices);
  const held = sharesOf(state);
  const dropped = droppedSales(state, names, prices).filter((order) => netOf(order, costPaise) >= 0);
  const cashPaise = dropped.reduce((sum, order) => sum + netOf(order, costPaise), state.cashPaise);
  const valuePaise = amountOf(cashPaise + worthOf(names, held), 'the worth of a basket');
  const plan: Planning = { names, held, valuePaise, costPaise };
  let best = standing(plan, held);
  for (let next = better(plan, best); next; next = better(plan, best)) best = next;
  const orders = ordersBetween(names, held, best.shares);
  const missing = (order: PlannedOrder): number => {
    const name = names.find(({ symbol }) => symbol === order.symbol);
    return name ? gapOf(name, valuePaise, held.get(order.symbol) ?? 0) : 0;
  };
  const buys = orders.filter(({ side }) => side === 'buy').toSorted((a, b) => missing(b) - missing(a));
  return {
    orders: [...orders.filter(({ side }) => side === 'sell'), ...dropped, ...buys],
    cashPaise: best.cashPaise,
  };
}

/**
 * Orders for an instalment, all of them buys: each name is due ⌊weight × (worth of the shares + instalment) ÷ price⌋
 * shares. What is short is bought, whole names first from the one that misses most, then one share at a time as
 * `allocateShares` does. Names without a target do not count. Cash beside the instalment is left alone: what is to be
 * spent of it is given with the instalment.
 *
 * @param instalmentPaise whole paise
 * @param prices whole paise a share, of every target
 * @param costPaise an estimate of an order's charges, whole paise; nothing when absent
 * @returns the buys, and what is left of the instalment
 * @throws RangeError where a price is missing, weights do not add up to 10,000 basis points, or a number is not whole
 */
// biome-ignore lint/complexity/useMaxParams: as rebalanceOrders, with the instalment beside the state
export function sipOrders(
  state: BasketState,
  instalmentPaise: number,
  targets: readonly TargetWeight[],
  prices: ReadonlyMap<string, number>,
  costPaise: OrderCost = FREE,
): BasketPlan {
  const names = pricedNames(targets, prices);
  const held = sharesOf(state);
  wholeNumber(instalmentPaise, 'an instalment');
  const valuePaise = amountOf(worthOf(names, held) + instalmentPaise, 'the worth of a basket');
  const costOf = costFrom(names, held, costPaise);
  const gaps = names.map((name) => ({ name, gap: gapOf(name, valuePaise, held.get(name.symbol) ?? 0) }));
  const mostMissing = gaps.toSorted((a, b) => b.gap - a.gap).map(({ name }) => name);
  const shares = new Map(held);
  let cash = instalmentPaise;
  for (const name of mostMissing) {
    const has = held.get(name.symbol) ?? 0;
    const short = Math.max(0, wholeShares(name, valuePaise) - has);
    const bought = affordable(name.pricePaise, cash, short, (quantity) => costOf(name.symbol, has + quantity));
    shares.set(name.symbol, has + bought);
    cash -= bought * name.pricePaise + costOf(name.symbol, has + bought);
  }
  const filled = addShares({ names: mostMissing, valuePaise, costOf }, shares, cash);
  const orders = ordersBetween(mostMissing, held, filled);
  return { orders, cashPaise: orders.reduce((sum, order) => sum + netOf(order, costPaise), instalmentPaise) };
}

interface Planning {
  readonly names: readonly PricedName[];
  readonly held: Shares;
  /** Shares with a target, cash, and what the names without one bring, whole paise. */
  readonly valuePaise: number;
  readonly costPaise: OrderCost;
}

/** A basket as it would be. */
interface Standing {
  readonly shares: Shares;
  readonly cashPaise: number;
  /** What the names miss or have too much of what is left after costs, and the costs: paise × 10,000. */
  readonly offBy: number;
}

function standing({ names, held, valuePaise, costPaise }: Planning, shares: Shares): Standing {
  const costOf = costFrom(names, held, costPaise);
  const costs = names.reduce((sum, { symbol }) => sum + costOf(symbol, shares.get(symbol) ?? 0), 0);
  const gaps = names.map((name) => Math.abs(gapOf(name, valuePaise - costs, shares.get(name.symbol) ?? 0)));
  return {
    shares,
    cashPaise: valuePaise - worthOf(names, shares) - costs,
    offBy: gaps.reduce((sum, gap) => sum + gap, WHOLE_BPS * costs),
  };
}

/**
 * The first of the ways on from a standing that is better than to stay: everything spread anew, a share more of one
 * name, or one name left as it is held. The first two see no more of the past than somebody who asks again after the
 * orders: what is refused here is refused then.
 */
function better(plan: Planning, at: Standing): Standing | undefined {
  const { names, held, costPaise } = plan;
  const costOf = costFrom(names, at.shares, costPaise);
  const spread = { names, valuePaise: at.cashPaise + worthOf(names, at.shares), costOf };
  const withShares = (symbol: string, quantity: number) => () => new Map(at.shares).set(symbol, quantity);
  const ways = [
    () => spreadShares(spread),
    ...names.map(({ symbol }) => withShares(symbol, (at.shares.get(symbol) ?? 0) + 1)),
    ...names.map(({ symbol }) => withShares(symbol, held.get(symbol) ?? 0)),
  ];
  for (const way of ways) {
    const next = standing(plan, way());
    if (next.cashPaise >= 0 && next.offBy < at.offBy) return next;
  }
  return undefined;
}

function pricedNames(targets: readonly TargetWeight[], prices: ReadonlyMap<string, number>): PricedName[] {
  checkWeights(targets);
  return targets.map(({ symbol, weightBps }) => {
    return { symbol, weightBps, pricePaise: priceOf(prices.get(symbol), symbol) };
  });
}

function sharesOf({ held, cashPaise }: BasketState): Shares {
  checkNamedOnce(held);
  wholeNumber(cashPaise, 'cash');
  return new Map(held.map(({ symbol, quantity }) => [symbol, wholeNumber(quantity, 'a quantity')]));
}

function droppedSales(
  { held }: BasketState,
  names: readonly PricedName[],
  prices: ReadonlyMap<string, number>,
): PlannedOrder[] {
  const kept = new Set(names.map(({ symbol }) => symbol));
  return held
    .filter(({ symbol, quantity }) => quantity > 0 && !kept.has(symbol))
    .map(({ symbol, quantity }) => ({
      symbol,
      side: 'sell',
      quantity,
      pricePaise: priceOf(prices.get(symbol), symbol),
    }));
}

/** What an order adds to the cash, negative for a buy. */
function netOf(order: PlannedOrder, costPaise: OrderCost): number {
  const worth = order.quantity * order.pricePaise;
  return (order.side === 'sell' ? worth : -worth) - wholeNumber(costPaise(order), 'a cost');
}

function costFrom(names: readonly PricedName[], from: Shares, costPaise: OrderCost): CostOf {
  const bySymbol = new Map(names.map((name) => [name.symbol, name]));
  return (symbol, quantity) => {
    const name = bySymbol.get(symbol);
    const order = name && orderTo(name, from.get(symbol) ?? 0, quantity);
    return order ? wholeNumber(costPaise(order), 'a cost') : 0;
  };
}

function orderTo({ symbol, pricePaise }: PricedName, has: number, wants: number): PlannedOrder | undefined {
  if (wants === has) return undefined;
  return { symbol, side: wants > has ? 'buy' : 'sell', quantity: Math.abs(wants - has), pricePaise };
}

function ordersBetween(names: readonly PricedName[], from: Shares, to: Shares): PlannedOrder[] {
  return names.flatMap((name) => {
    const order = orderTo(name, from.get(name.symbol) ?? 0, to.get(name.symbol) ?? 0);
    return order ? [order] : [];
  });
}

/** The most shares, up to `most`, that cash pays for with their costs. */
function affordable(pricePaise: number, cash: number, most: number, costs: (quantity: number) => number): number {
  let quantity = Math.min(most, Math.floor(cash / pricePaise));
  for (;;) {
    const over = quantity * pricePaise + (quantity === 0 ? 0 : costs(quantity)) - cash;
    if (quantity === 0 || over <= 0) return quantity;
    quantity = Math.max(0, quantity - Math.ceil(over / pricePaise));
  }
}
