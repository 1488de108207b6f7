import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargesForOrder } from '../charges/index.ts';
import { anyAmount, anyCost, anyTargets, type CostShape, costOfWorth } from './testing/any-basket.ts';
import { allocateShares, driftBps, minimumInvestmentPaise, type PricedWeight } from './weights.ts';

const BASKET: readonly PricedWeight[] = [
  { symbol: 'A', weightBps: 4_000, pricePaise: 1_525_40 },
  { symbol: 'B', weightBps: 3_500, pricePaise: 812_25 },
  { symbol: 'C', weightBps: 2_500, pricePaise: 3_402_10 },
];

function priceIn(targets: readonly PricedWeight[], symbol: string): number {
  return targets.find((target) => target.symbol === symbol)?.pricePaise ?? Number.NaN;
}

describe('the least investment of a basket', () => {
  test('of the worked example is that of its dearest name for its weight', () => {
    expect(minimumInvestmentPaise(BASKET)).toBe(13_608_40);
    const alone = (i: number) => Math.ceil(((BASKET[i]?.pricePaise ?? 0) * 10_000) / (BASKET[i]?.weightBps ?? 0));
    expect([alone(0), alone(1)]).toEqual([3_813_50, 2_320_72]);
  });

  test('buys a share of every name, and a paisa less does not', () => {
    fc.assert(
      fc.property(anyTargets, (targets) => {
        const least = minimumInvestmentPaise(targets);
        const whole = (paise: number) =>
          targets.every(({ weightBps, pricePaise }) => weightBps * paise >= 10_000 * pricePaise);
        expect(whole(least)).toBe(true);
        expect(whole(least - 1)).toBe(false);
        const { quantities } = allocateShares(least, targets);
        expect(Math.min(...quantities.values())).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('weights that are not a whole, prices of nothing and names twice are refused', () => {
    const [a, b, c] = BASKET;
    if (!a || !b || !c) throw new Error('the basket has three names');
    expect(() => minimumInvestmentPaise([a, b])).toThrow('7500 basis points');
    expect(() => minimumInvestmentPaise([a, b, { ...c, weightBps: 2_500.5 }])).toThrow(RangeError);
    expect(() => minimumInvestmentPaise([a, b, { ...c, pricePaise: 0 }])).toThrow(RangeError);
    expect(() => minimumInvestmentPaise([a, b, { ...c, symbol: 'A' }])).toThrow('named twice');
  });
});

describe('shares for an amount', () => {
  test('of a basket whose weights or prices are none is refused, and spends the last paisa where that fits', () => {
    const [a, b, c] = BASKET as [PricedWeight, PricedWeight, PricedWeight];
    expect(() => allocateShares(1_00_000_00, [a, b])).toThrow('7500 basis points');
    expect(() => allocateShares(0, [a, b, { ...c, pricePaise: 0 }])).toThrow(RangeError);
    const one = [{ symbol: 'A', weightBps: 10_000, pricePaise: 100_00 }];
    const fee = (_: string, quantity: number) => quantity * 1_00;
    expect(allocateShares(303_00, one, fee)).toEqual({ quantities: new Map([['A', 3]]), cashPaise: 0 });
    expect(allocateShares(302_99, one, fee)).toEqual({ quantities: new Map([['A', 2]]), cashPaise: 100_99 });
  });

  test('₹1,00,000 in the worked example', () => {
    const { quantities, cashPaise } = allocateShares(1_00_000_00, BASKET);
    expect([...quantities]).toEqual([
      ['A', 26],
      ['B', 43],
      ['C', 7],
    ]);
    expect(cashPaise).toBe(1_598_15);
    const invested = 98_401_85;
    const weightPct = (symbol: string) => ((quantities.get(symbol) ?? 0) * priceIn(BASKET, symbol) * 100) / invested;
    expect(['A', 'B', 'C'].map((symbol) => weightPct(symbol).toFixed(3))).toEqual(['40.305', '35.494', '24.201']);
  });

  test('the least investment leaves room for one more share of the name that misses most', () => {
    const { quantities, cashPaise } = allocateShares(13_608_40, BASKET);
    expect([...quantities.values()]).toEqual([4, 5, 1]);
    expect(cashPaise).toBe(43_45);
  });

  test('a share that would be too much by as much as is missing is not bought', () => {
    const targets = [
      { symbol: 'A', weightBps: 5_000, pricePaise: 100_00 },
      { symbol: 'B', weightBps: 5_000, pricePaise: 500_00 },
    ];
    expect([...allocateShares(300_00, targets).quantities.values()]).toEqual([1, 0]);
    expect([...allocateShares(300_02, targets).quantities.values()]).toEqual([2, 0]);
  });

  test('with the charges of a real tariff everything is paid of the amount', () => {
    const charge = (symbol: string, quantity: number) =>
      chargesForOrder({
        tariff: 'angelone',
        exchange: 'NSE',
        product: 'DELIVERY',
        side: 'buy',
        quantity,
        pricePaise: priceIn(BASKET, symbol),
        instrumentKind: 'equity',
        date: '2026-11-02',
      }).totalPaise;
    const costs = (a: number, b: number, c: number) => charge('A', a) + charge('B', b) + charge('C', c);
    const all = allocateShares(13_608_40, BASKET, charge);
    expect([...all.quantities.values()]).toEqual([4, 5, 1]);
    // ₹14.45, ₹10.71 and ₹9.93: worked out by hand from the tariff.
    expect(costs(4, 5, 1)).toBe(35_09);
    expect(all.cashPaise).toBe(43_45 - costs(4, 5, 1));
    // ₹10 less, and the fourth share of A would not leave enough for the charges: the next, B, has it.
    const less = allocateShares(13_598_40, BASKET, charge);
    expect([...less.quantities.values()]).toEqual([3, 6, 1]);
    expect(less.cashPaise).toBe(746_60 - costs(3, 6, 1));
  });

  const withCosts = (shape: CostShape, targets: readonly PricedWeight[]) => (symbol: string, quantity: number) =>
    costOfWorth(shape, quantity * priceIn(targets, symbol));

  test('shares, costs and cash add up to the amount, and cash is never negative', () => {
    fc.assert(
      fc.property(anyAmount, anyTargets, anyCost, (amountPaise, targets, shape) => {
        const costOf = withCosts(shape, targets);
        const { quantities, cashPaise } = allocateShares(amountPaise, targets, costOf);
        let spent = 0;
        for (const [symbol, quantity] of quantities) {
          expect(Number.isSafeInteger(quantity) && quantity >= 0).toBe(true);
          spent += quantity * priceIn(targets, symbol) + (quantity > 0 ? costOf(symbol, quantity) : 0);
        }
        expect(spent + cashPaise).toBe(amountPaise);
        expect(cashPaise).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('costs that jump up and down do not take more than the amount either', () => {
    fc.assert(
      fc.property(anyAmount, anyTargets, fc.integer({ min: 1, max: 500_00 }), (amountPaise, targets, jump) => {
        const costOf = (_: string, quantity: number) => (quantity * 7_919) % jump;
        expect(allocateShares(amountPaise, targets, costOf).cashPaise).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('the cash that is left does not pay for a share that would bring a name nearer to its part', () => {
    fc.assert(
      fc.property(anyAmount, anyTargets, anyCost, (amountPaise, targets, shape) => {
        const costOf = withCosts(shape, targets);
        const { quantities, cashPaise } = allocateShares(amountPaise, targets, costOf);
        for (const { symbol, weightBps, pricePaise } of targets) {
          const quantity = quantities.get(symbol) ?? 0;
          const off = (shares: number) => Math.abs(weightBps * amountPaise - 10_000 * shares * pricePaise);
          if (off(quantity + 1) >= off(quantity)) continue;
          const costBefore = quantity > 0 ? costOf(symbol, quantity) : 0;
          expect(pricePaise + costOf(symbol, quantity + 1) - costBefore).toBeGreaterThan(cashPaise);
        }
      }),
    );
  });

  test('more than can be divided exactly is refused, as are parts of a paisa', () => {
    expect(() => allocateShares(200_000_000_001, BASKET)).toThrow(RangeError);
    expect(() => allocateShares(0.5, BASKET)).toThrow(RangeError);
    expect(() => allocateShares(1_00_000_00, BASKET, () => 0.5)).toThrow(RangeError);
  });
});

describe('drift', () => {
  const later = [
    { symbol: 'A', quantity: 26, pricePaise: 1_700_00 },
    { symbol: 'B', quantity: 43, pricePaise: 790_00 },
    { symbol: 'C', quantity: 7, pricePaise: 3_300_00 },
  ];

  test('of the worked example is 3.6457 %', () => {
    expect(driftBps(later, BASKET)).toBeCloseTo(364.57, 2);
  });

  test('counts a name that is held without a target, and one with a target that is not held', () => {
    const [a, b] = later;
    if (!a || !b) throw new Error('three names are held');
    expect(driftBps([{ ...a, quantity: 10, pricePaise: 100 }], BASKET)).toBeCloseTo(6_000, 9);
    expect(driftBps([{ symbol: 'Z', quantity: 1, pricePaise: 5 }], BASKET)).toBe(10_000);
    expect(driftBps([], BASKET)).toBe(0);
  });

  test('from weights that are none, or of a share that is named twice, is refused', () => {
    const [a, b] = BASKET as [PricedWeight, PricedWeight];
    expect(() => driftBps(later, [a, b])).toThrow('7500 basis points');
    expect(() => driftBps([...later, ...later], BASKET)).toThrow('named twice');
  });

  test('lies between 0 and 10,000, and is 0 of holdings that are exactly on their weights', () => {
    const quantities = fc.array(fc.nat(5_000), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(anyTargets, quantities, (targets, held) => {
        const drift = driftBps(
          targets.map(({ symbol, pricePaise }, i) => ({ symbol, pricePaise, quantity: held[i] ?? 0 })),
          targets,
        );
        expect(drift).toBeGreaterThanOrEqual(0);
        expect(drift).toBeLessThanOrEqual(10_000 + 1e-6);
        const exact = targets.map(({ symbol, weightBps }) => ({ symbol, quantity: weightBps, pricePaise: 7_00 }));
        expect(driftBps(exact, targets)).toBeCloseTo(0, 8);
      }),
    );
  });
});
