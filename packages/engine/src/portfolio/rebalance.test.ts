import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargesForOrder } from '../charges/index.ts';
import { type BasketState, type PlannedOrder, rebalanceOrders, sipOrders } from './rebalance.ts';
import { anyAmount, anyCost, anyTargets, costOfWorth } from './testing/any-basket.ts';
import { driftBps, type PricedWeight, type TargetWeight } from './weights.ts';

const WEIGHTS: readonly TargetWeight[] = [
  { symbol: 'A', weightBps: 4_000 },
  { symbol: 'B', weightBps: 3_500 },
  { symbol: 'C', weightBps: 2_500 },
];
const PRICES = new Map([
  ['A', 1_700_00],
  ['B', 790_00],
  ['C', 3_300_00],
  ['D', 455_60],
]);
/** The worked example after its prices have moved. */
const DRIFTED: BasketState = {
  held: [
    { symbol: 'A', quantity: 26 },
    { symbol: 'B', quantity: 43 },
    { symbol: 'C', quantity: 7 },
  ],
  cashPaise: 1_259_55,
};

const inWords = (orders: readonly PlannedOrder[]) =>
  orders.map(({ side, symbol, quantity }) => `${side} ${symbol} ${quantity}`);
const pricesOf = (targets: readonly PricedWeight[]) =>
  new Map(targets.map(({ symbol, pricePaise }) => [symbol, pricePaise]));

/** Carries orders out at their prices; throws where more is sold than held. */
function after(
  state: BasketState,
  orders: readonly PlannedOrder[],
  costOf: (order: PlannedOrder) => number = () => 0,
): BasketState {
  const held = new Map(state.held.map(({ symbol, quantity }) => [symbol, quantity]));
  let { cashPaise } = state;
  for (const order of orders) {
    const sign = order.side === 'buy' ? 1 : -1;
    const quantity = (held.get(order.symbol) ?? 0) + sign * order.quantity;
    if (quantity < 0) throw new Error(`more of ${order.symbol} is sold than held`);
    held.set(order.symbol, quantity);
    cashPaise -= sign * order.quantity * order.pricePaise + costOf(order);
  }
  return { held: [...held].map(([symbol, quantity]) => ({ symbol, quantity })), cashPaise };
}

/** Targets, holdings of them and of two names without a target, cash, and costs. */
const anyCase = fc
  .tuple(anyTargets, fc.array(fc.nat(60), { minLength: 10, maxLength: 10 }), anyAmount, anyCost)
  .map(([targets, quantities, cashPaise, shape]) => {
    const symbols = [...targets.map(({ symbol }) => symbol), 'OLD', 'OLDER'];
    const prices = pricesOf(targets).set('OLD', 250_00).set('OLDER', 2_00);
    const held = symbols.map((symbol, i) => ({ symbol, quantity: quantities[i] ?? 0 }));
    const costOf = (order: PlannedOrder) => costOfWorth(shape, order.quantity * order.pricePaise);
    return { targets, prices, state: { held, cashPaise }, costOf };
  });

describe('a rebalance', () => {
  test('of the worked example', () => {
    const plan = rebalanceOrders(DRIFTED, WEIGHTS, PRICES);
    expect(inWords(plan.orders)).toEqual(['sell A 2', 'buy B 2']);
    expect(plan.cashPaise).toBe(3_079_55);
  });

  test('to new weights sells the name that is dropped whole', () => {
    const weights = [
      { symbol: 'A', weightBps: 4_000 },
      { symbol: 'B', weightBps: 3_000 },
      { symbol: 'D', weightBps: 3_000 },
    ];
    const plan = rebalanceOrders(DRIFTED, weights, PRICES);
    expect(inWords(plan.orders)).toEqual(['sell A 2', 'sell B 4', 'sell C 7', 'buy D 67']);
    expect(plan.cashPaise).toBe(394_35);
  });

  test('leaves out an order that costs more than the gap that it closes', () => {
    const costly = (order: PlannedOrder) => (order.symbol === 'B' ? 2_000_00 : 0);
    const plan = rebalanceOrders(DRIFTED, WEIGHTS, PRICES, costly);
    expect(inWords(plan.orders)).toEqual(['sell A 2', 'buy C 1']);
  });

  test('buys first what misses most, so that the last orders miss least where prices have moved', () => {
    const plan = rebalanceOrders({ held: [], cashPaise: 1_00_000_00 }, WEIGHTS.toReversed(), PRICES);
    expect(plan.orders.map(({ symbol }) => symbol)).toEqual(['A', 'B', 'C']);
  });

  test('keeps a dropped name whose sale would cost more than it brings', () => {
    const state = { held: [...DRIFTED.held, { symbol: 'Z', quantity: 3 }], cashPaise: 0 };
    const plan = rebalanceOrders(state, WEIGHTS, new Map(PRICES).set('Z', 1_00), () => 5_00);
    expect(plan.orders.map(({ symbol }) => symbol)).not.toContain('Z');
  });

  test('without a price for a name that is held or targeted is refused', () => {
    expect(() => rebalanceOrders(DRIFTED, WEIGHTS, new Map([['A', 1_00]]))).toThrow('no price for B');
    const state = { held: [{ symbol: 'Z', quantity: 3 }], cashPaise: 0 };
    expect(() => rebalanceOrders(state, WEIGHTS, PRICES)).toThrow('no price for Z');
  });

  test('never sells more than is held, never spends more than there is, and sells before it buys', () => {
    fc.assert(
      fc.property(anyCase, ({ targets, prices, state, costOf }) => {
        const plan = rebalanceOrders(state, targets, prices, costOf);
        const end = after(state, plan.orders, costOf);
        expect(end.cashPaise).toBe(plan.cashPaise);
        expect(plan.cashPaise).toBeGreaterThanOrEqual(0);
        expect(plan.orders.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity > 0)).toBe(true);
        const sides = plan.orders.map(({ side }) => side);
        expect(sides).toEqual(sides.toSorted().toReversed());
      }),
    );
  });

  test('without costs leaves nothing of a name without a target, and no name farther from its part in sum', () => {
    fc.assert(
      fc.property(anyCase, ({ targets, prices, state }) => {
        const end = after(state, rebalanceOrders(state, targets, prices).orders);
        const left = end.held.filter(({ symbol }) => symbol.startsWith('OLD'));
        expect(left.every(({ quantity }) => quantity === 0)).toBe(true);
        const value = worth(state, prices);
        expect(offBy(end, targets, prices, value)).toBeLessThanOrEqual(offBy(state, targets, prices, value));
      }),
    );
  });

  test('done twice at the same prices has no orders the second time, with costs and without', () => {
    fc.assert(
      fc.property(anyCase, fc.boolean(), ({ targets, prices, state, costOf }, free) => {
        const cost = free ? () => 0 : costOf;
        const end = after(state, rebalanceOrders(state, targets, prices, cost).orders, cost);
        expect(inWords(rebalanceOrders(end, targets, prices, cost).orders)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('whose costs move the parts by a share has no orders the second time either', () => {
    const weights = [
      { symbol: 'A', weightBps: 7_500 },
      { symbol: 'B', weightBps: 2_500 },
    ];
    const prices = new Map(weights.map(({ symbol }) => [symbol, 1_00]));
    const state = { held: [{ symbol: 'A', quantity: 32 }], cashPaise: 14_749_75 };
    const perMille = ({ quantity, pricePaise }: PlannedOrder) => Math.ceil((quantity * pricePaise) / 1_000);
    const end = after(state, rebalanceOrders(state, weights, prices, perMille).orders, perMille);
    expect(rebalanceOrders(end, weights, prices, perMille).orders).toEqual([]);
  });

  test('leaves no cash that pays, costs included, for a share that is worth its costs', () => {
    fc.assert(
      fc.property(anyCase, fc.boolean(), ({ targets, prices, state: { held, cashPaise }, costOf }, free) => {
        const cost = free ? () => 0 : costOf;
        const state = { held: held.filter(({ symbol }) => !symbol.startsWith('OLD')), cashPaise };
        const paid = new Map(targets.map(({ symbol, pricePaise }) => [symbol, pricePaise]));
        const end = after(state, rebalanceOrders(state, targets, prices, cost).orders, cost);
        const value = worth(end, paid);
        for (const { symbol, pricePaise } of targets) {
          const order: PlannedOrder = { symbol, side: 'buy', quantity: 1, pricePaise };
          const more = after(end, [order], cost);
          if (more.cashPaise < 0) continue;
          const costs = value - worth(more, paid);
          const offAfter = offBy(more, targets, paid, value - costs) + 10_000 * costs;
          expect(offAfter).toBeGreaterThanOrEqual(offBy(end, targets, paid, value));
        }
      }),
    );
  });
});

function worth(state: BasketState, prices: ReadonlyMap<string, number>): number {
  return state.held.reduce((sum, { symbol, quantity }) => sum + quantity * (prices.get(symbol) ?? 0), state.cashPaise);
}

function offBy(
  state: BasketState,
  targets: readonly PricedWeight[],
  prices: ReadonlyMap<string, number>,
  value: number,
): number {
  const parts = new Map(targets.map(({ symbol, weightBps }) => [symbol, weightBps]));
  const quantities = new Map(state.held.map(({ symbol, quantity }) => [symbol, quantity]));
  return [...prices].reduce((sum, [symbol, price]) => {
    return sum + Math.abs((parts.get(symbol) ?? 0) * value - 10_000 * (quantities.get(symbol) ?? 0) * price);
  }, 0);
}

describe('an instalment', () => {
  test('of ₹20,000 in the worked example', () => {
    const plan = sipOrders(DRIFTED, 20_000_00, WEIGHTS, PRICES);
    expect(inWords(plan.orders).toSorted()).toEqual(['buy A 3', 'buy B 10', 'buy C 2']);
    expect(plan.cashPaise).toBe(400_00);
    expect(inWords(plan.orders)[0]).toBe('buy B 10');
  });

  test('that does not pay for all goes to the name first that misses most', () => {
    // C misses ₹3,467.50 and B ₹3,224.50; of the ₹10,000 B misses ₹4,974.50 and C ₹4,717.50.
    expect(inWords(sipOrders(DRIFTED, 5_000_00, WEIGHTS, PRICES).orders)).toEqual(['buy C 1', 'buy B 2']);
    expect(inWords(sipOrders(DRIFTED, 10_000_00, WEIGHTS, PRICES).orders)).toEqual(['buy B 6', 'buy C 1']);
  });

  test('with a real tariff is spent with its charges', () => {
    const charge = ({ side, quantity, pricePaise }: PlannedOrder) =>
      chargesForOrder({
        tariff: 'angelone',
        exchange: 'NSE',
        product: 'DELIVERY',
        side,
        quantity,
        pricePaise,
        instrumentKind: 'equity',
        date: '2026-11-02',
      }).totalPaise;
    const plan = sipOrders(DRIFTED, 20_000_00, WEIGHTS, PRICES, charge);
    const charges = plan.orders.reduce((sum, order) => sum + charge(order), 0);
    expect(inWords(plan.orders).toSorted()).toEqual(['buy A 3', 'buy B 10', 'buy C 2']);
    expect(plan.cashPaise).toBe(400_00 - charges);
  });

  test('never sells, and never takes more than itself with costs', () => {
    fc.assert(
      fc.property(anyCase, ({ targets, prices, state, costOf }) => {
        const plan = sipOrders({ ...state, cashPaise: 0 }, state.cashPaise, targets, prices, costOf);
        expect(plan.orders.every(({ side, quantity }) => side === 'buy' && quantity > 0)).toBe(true);
        expect(after(state, plan.orders, costOf).cashPaise).toBe(plan.cashPaise);
        expect(plan.cashPaise).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('leaves no cash that pays for a share of a name that misses one', () => {
    fc.assert(
      fc.property(anyCase, ({ targets, prices, state }) => {
        const held = state.held.filter(({ symbol }) => !symbol.startsWith('OLD'));
        const plan = sipOrders({ held, cashPaise: 0 }, state.cashPaise, targets, prices);
        const end = after({ held, cashPaise: state.cashPaise }, plan.orders);
        const value = worth({ held, cashPaise: state.cashPaise }, prices);
        for (const { symbol, weightBps, pricePaise } of targets) {
          const quantity = end.held.find((name) => name.symbol === symbol)?.quantity ?? 0;
          const off = (shares: number) => Math.abs(weightBps * value - 10_000 * shares * pricePaise);
          if (off(quantity + 1) < off(quantity)) expect(pricePaise).toBeGreaterThan(plan.cashPaise);
        }
      }),
    );
  });

  test('brings a drifted basket nearer to its weights', () => {
    const priced = (state: BasketState) =>
      state.held.map((held) => ({ ...held, pricePaise: PRICES.get(held.symbol) ?? 0 }));
    const end = after(DRIFTED, sipOrders(DRIFTED, 20_000_00, WEIGHTS, PRICES).orders);
    expect(driftBps(priced(end), WEIGHTS)).toBeLessThan(driftBps(priced(DRIFTED), WEIGHTS) / 2);
  });
});
