import { indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargesForOrder } from '../charges/index.ts';
import { Account } from './account.ts';
import type { BaseRun } from './base-run.ts';
import { baseFacts, configOf, DAY, definitionOf } from './testing/fixtures.ts';
import type { OrderIntent } from './types.ts';

const AT = indiaMoment(DAY, 600);
const DELIVERY = {
  product: 'DELIVERY',
  exit: { long: 'close < open' },
  session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1, 2, 3, 4, 5] },
};
type Product = 'INTRADAY' | 'DELIVERY';

function accountOf(product: Product, cashPaise: number, costs: 'none' | 'angelone' = 'angelone'): Account {
  const definition = definitionOf(product === 'DELIVERY' ? DELIVERY : {});
  const settings = { capitalPaise: cashPaise, quantityMultiplier: 1 };
  return new Account(configOf(definition, { settings, costs }));
}

interface Told {
  readonly position?: { readonly direction: 'long' | 'short'; readonly quantity: number; readonly entryPaise: number };
  readonly pending?: readonly Partial<OrderIntent>[];
  readonly filled?: number;
  readonly marketPaise?: number;
  readonly lotSize?: number;
}

/** As much of a base as has to do with money. */
function baseOf({ position, pending = [], filled, marketPaise = 0, lotSize = 1 }: Told = {}): BaseRun {
  const base = {
    ...{ facts: { ...baseFacts(), lotSize }, soldOn: undefined, position, pending },
    progress: new Map(filled === undefined ? [] : [[1, { filledQuantity: filled }]]),
    pendingExit: () => pending.find(({ purpose }) => purpose !== 'entry'),
    marketPaise: () => marketPaise,
  };
  return base as unknown as BaseRun;
}

const intentOf = (purpose: OrderIntent['purpose'], quantity: number): Partial<OrderIntent> => ({
  ...{ id: 1, purpose, side: purpose === 'entry' ? 'buy' : 'sell', quantity, referencePaise: 100_00, at: AT },
});
const chargesOf = (product: Product, side: 'buy' | 'sell', valuePaise: number): number =>
  chargesForOrder({
    ...{ tariff: 'angelone', exchange: 'NSE', product, side, instrumentKind: 'equity', date: DAY },
    ...{ quantity: 1, pricePaise: valuePaise },
  }).totalPaise;

describe('what an amount of cash pays', () => {
  test('is the order with its charges to the paisa, all of it for delivery and a fifth intraday', () => {
    const order = { side: 'buy', quantity: 100, pricePaise: 100_00, at: AT } as const;
    for (const [product, bound] of [
      ['DELIVERY', 10_000_00],
      ['INTRADAY', 2_000_00],
    ] as const) {
      const account = accountOf(product, 0);
      const cost = bound + chargesOf(product, 'buy', 10_000_00);
      expect(account.costPaise(baseOf(), order, 100_00)).toBe(cost);
      expect(account.affordable(baseOf(), order, cost)).toBe(100);
      expect(account.affordable(baseOf(), order, cost - 1)).toBe(99);
    }
  });

  test('is whole lots, never more than is wanted nor than it pays, and at most a little less', () => {
    const anyOrder = fc.record({
      product: fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const),
      costs: fc.constantFrom('none' as const, 'angelone' as const),
      lots: fc.integer({ min: 1, max: 3_000 }),
      lotSize: fc.constantFrom(1, 7, 65),
      pricePaise: fc.integer({ min: 5, max: 5_000_00 }),
      cashPaise: fc.integer({ min: 0, max: 5_000_000_00 }),
    });
    fc.assert(
      fc.property(anyOrder, ({ product, costs, lots, lotSize, pricePaise, cashPaise }) => {
        const account = accountOf(product, 0, costs);
        const base = baseOf({ lotSize });
        const order = { side: 'buy', quantity: lots * lotSize, pricePaise, at: AT } as const;
        const quantity = account.affordable(base, order, cashPaise);
        const costOf = (units: number) => account.costPaise(base, { ...order, quantity: units }, pricePaise);
        expect(quantity % lotSize).toBe(0);
        expect(quantity >= 0 && quantity <= order.quantity).toBe(true);
        if (quantity > 0) expect(costOf(quantity)).toBeLessThanOrEqual(cashPaise);
        if (quantity === order.quantity) return;
        // The charges of what cash would pay without them are kept back, and they are of a few units more.
        const unit = account.boundPaise(1_000_000, pricePaise) / 1_000_000;
        const keptBack = costs === 'none' ? 1 : (cashPaise * account.reach * 0.001 + 20_00) * 0.05 + 10;
        const more = quantity + lotSize * (1 + Math.ceil(keptBack / unit / lotSize));
        expect(costOf(more)).toBeGreaterThan(cashPaise);
      }),
      { numRuns: 500 },
    );
  });

  test('is nothing where there is no cash, or less than none', () => {
    const order = { side: 'buy', quantity: 100, pricePaise: 100_00, at: AT } as const;
    const account = accountOf('DELIVERY', 0);
    expect([0, -500_00].map((cash) => account.affordable(baseOf(), order, cash))).toEqual([0, 0]);
  });
});

describe('cash that is free for an entry', () => {
  const held = { direction: 'long', quantity: 100, entryPaise: 100_00 } as const;

  test('is without a fifth of every intraday position, its own too unless that is on its way out', () => {
    const account = accountOf('INTRADAY', 50_000_00, 'none');
    const [own, leaving] = [baseOf({ position: held }), baseOf({ position: held, pending: [intentOf('exit', 100)] })];
    const other = baseOf({ position: { ...held, direction: 'short' } });
    expect(account.availablePaise([own, other], own)).toBe(46_000_00);
    expect(account.availablePaise([leaving, other], leaving)).toBe(48_000_00);
    // Whether another base gets rid of its position nobody knows yet.
    expect(account.availablePaise([own, leaving], own)).toBe(46_000_00);
  });

  test('of delivery is without nothing: what was bought has left it', () => {
    const account = accountOf('DELIVERY', 50_000_00, 'none');
    expect(account.availablePaise([baseOf({ position: held })], baseOf())).toBe(50_000_00);
  });

  test('is without what other bases’ waiting entries still need, with their charges', () => {
    const account = accountOf('DELIVERY', 50_000_00);
    const [own, other] = [baseOf({ pending: [intentOf('entry', 100)] }), baseOf({ pending: [intentOf('entry', 100)] })];
    const promised = 10_000_00 + chargesOf('DELIVERY', 'buy', 10_000_00);
    expect(account.availablePaise([own, other], own)).toBe(50_000_00 - promised);
    const part = baseOf({ pending: [intentOf('entry', 100)], filled: 60 });
    expect(account.availablePaise([own, part], own)).toBe(
      50_000_00 - 4_000_00 - chargesOf('DELIVERY', 'buy', 4_000_00),
    );
    const leaving = baseOf({ pending: [intentOf('exit', 100)] });
    expect(account.availablePaise([own, leaving], own)).toBe(50_000_00);
  });
});

describe('what an account is worth', () => {
  const long = baseOf({ position: { direction: 'long', quantity: 100, entryPaise: 100_00 }, marketPaise: 103_00 });
  const short = baseOf({ position: { direction: 'short', quantity: 50, entryPaise: 200_00 }, marketPaise: 203_00 });

  test('is its cash and open positions at the last price: shares of delivery whole, intraday what they have gained', () => {
    expect(accountOf('INTRADAY', 1_000_00).equityPaise([long, short, baseOf()])).toBe(1_000_00 + 300_00 - 150_00);
    expect(accountOf('DELIVERY', 1_000_00).equityPaise([long, baseOf()])).toBe(1_000_00 + 10_300_00);
  });

  test('for sizing is its cash, and what is open of delivery at cost', () => {
    expect(accountOf('INTRADAY', 1_000_00).capitalPaise([long, short])).toBe(1_000_00);
    expect(accountOf('DELIVERY', 1_000_00).capitalPaise([long, baseOf()])).toBe(11_000_00);
  });
});

test('an order is charged once: its charges leave the cash, and stand under their kinds', () => {
  const account = accountOf('INTRADAY', 1_000_00);
  expect(account.chargesByKind).toEqual({});
  const charged = account.charge(baseOf(), { side: 'sell', quantity: 10, pricePaise: 100_00, at: AT });
  expect(charged).toBe(chargesOf('INTRADAY', 'sell', 1_000_00));
  expect([account.cashPaise, account.chargesPaise]).toEqual([1_000_00 - charged, charged]);
  expect(Object.values(account.chargesByKind).reduce((sum, paise) => sum + paise, 0)).toBe(charged);
  const free = accountOf('INTRADAY', 1_000_00, 'none');
  expect(free.charge(baseOf(), { side: 'sell', quantity: 10, pricePaise: 100_00, at: AT })).toBe(0);
  expect([free.cashPaise, free.chargesByKind]).toEqual([1_000_00, {}]);
});

test('an order that grows is charged as one order of its whole value, whatever its parts', () => {
  const anyParts = fc.array(fc.integer({ min: 1, max: 500_000_00 }), { minLength: 1, maxLength: 6 });
  const anySide = fc.constantFrom('buy' as const, 'sell' as const);
  fc.assert(
    fc.property(
      fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const),
      anySide,
      anyParts,
      (product, side, parts) => {
        const account = accountOf(product, 0);
        let value = 0;
        let charged = 0;
        for (const part of parts) {
          const values = { beforePaise: value, afterPaise: value + part };
          charged += account.chargeGrowth(baseOf(), { side, at: AT, isFirstSale: true, ...values });
          value += part;
        }
        expect(charged).toBe(chargesOf(product, side, value));
        expect([account.cashPaise + charged, account.chargesPaise]).toEqual([0, charged]);
        const kinds = Object.values(account.chargesByKind);
        expect(kinds.reduce((sum, paise) => sum + paise, 0)).toBe(charged);
        const { totalPaise: _, ...lines } = chargesForOrder({
          ...{ tariff: 'angelone', exchange: 'NSE', product, side, instrumentKind: 'equity', date: DAY },
          ...{ quantity: 1, pricePaise: value },
        });
        expect(account.chargesByKind).toEqual(lines);
      },
    ),
  );
});
