import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountDeals, accountTax, type ExecutedDeal, taxOf } from './tax-rules.ts';

let ids = 0;
function deal(
  day: string,
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
  more: Partial<ExecutedDeal> = {},
): ExecutedDeal {
  ids += 1;
  const made = {
    id: ids,
    symbol: 'SBIN',
    side,
    product: 'delivery',
    quantity,
    valuePaise: quantity * price * 100,
  } as const;
  return { ...made, isEtf: false, day, ...more };
}
const account = (deals: readonly ExecutedDeal[], heldNow?: ReadonlyMap<string, number>): AccountDeals => ({
  ...{ brokerId: 7, clientCode: 'A1', deals, heldNow },
});
const split = { symbol: 'SBIN', exDate: '2025-04-01', kind: 'split', oldUnits: 1, newUnits: 2 } as const;

describe('what was sold', () => {
  test('is matched first in, first out; a purchase of more than a year ago is long; charges but not the transaction tax are taken off', () => {
    const deals = [
      deal('2024-01-10', 'buy', 100, 500),
      deal('2025-03-01', 'buy', 50, 600),
      deal('2025-06-15', 'sell', 120, 800),
    ];
    const { disposals, lots } = accountTax(account(deals), []);
    expect(disposals.map(({ term, quantity, boughtOn }) => [term, quantity, boughtOn])).toEqual([
      ['long', 100, '2024-01-10'],
      ['short', 20, '2025-03-01'],
    ]);
    expect(lots.map(({ quantity, boughtOn }) => [quantity, boughtOn])).toEqual([[30, '2025-03-01']]);
    const tax = taxOf(disposals, '2025-26');
    // Before charges ₹30,000 and ₹4,000.
    expect(tax.ltcgPaise).toBeGreaterThan(29_800_00);
    expect(tax.ltcgPaise).toBeLessThan(30_000_00);
    expect(tax.stcgPaise).toBeGreaterThan(3_950_00);
    expect(tax.stcgPaise).toBeLessThan(4_000_00);
    expect(tax).toMatchObject({ taxableLtcgPaise: 0, exemptPaise: tax.ltcgPaise, ltcgTaxPaise: 0 });
    expect(tax.stcgTaxPaise).toBe(Math.round(tax.stcgPaise * 0.2));
    // 0.1 % of ₹50,000 and more of each side is transaction tax, which no cost and no proceeds hold.
    const costs = disposals.reduce((sum, { costPaise = 0 }) => sum + costPaise, 0) - 62_000_00;
    expect(costs).toBeGreaterThan(0);
    expect(costs).toBeLessThan(62_00);
  });

  test('by a trick within a day is business income, whichever side came first, and waits until the day is flat', () => {
    const intraday = { product: 'intraday' } as const;
    const flat = [deal('2025-06-02', 'sell', 10, 810, intraday), deal('2025-06-02', 'buy', 10, 800, intraday)];
    const open = deal('2025-06-03', 'sell', 10, 810, intraday);
    const { disposals, lots } = accountTax(account([...flat, open]), []);
    expect(disposals.map(({ term, quantity, soldOn }) => [term, quantity, soldOn])).toEqual([
      ['intraday', 10, '2025-06-02'],
    ]);
    expect(lots).toEqual([]);
    const { intradayPaise, totalPaise } = taxOf(disposals, '2025-26');
    expect(intradayPaise).toBeGreaterThan(0);
    expect(intradayPaise).toBeLessThan(100_00);
    expect(totalPaise).toBe(0);
  });

  test('beyond every purchase on record has no cost, is the oldest, and is in no figure of tax', () => {
    const deals = [
      deal('2025-05-01', 'sell', 30, 800),
      deal('2025-05-02', 'buy', 10, 700),
      deal('2025-05-05', 'sell', 10, 900),
    ];
    const { disposals } = accountTax(account(deals), []);
    expect(disposals.map(({ term, quantity }) => [term, quantity])).toEqual([
      ['unknown', 30],
      ['short', 10],
    ]);
    expect(disposals[0]).not.toHaveProperty('costPaise');
    const tax = taxOf(disposals, '2025-26');
    expect(tax.unknownProceedsPaise).toBe(disposals[0]?.proceedsPaise);
    expect(tax.stcgPaise).toBe(disposals[1]?.gainPaise);
  });

  test('leaves the older units that the broker still holds first, also over a split', () => {
    const deals = [deal('2025-03-03', 'buy', 10, 800), deal('2025-04-07', 'sell', 12, 420)];
    const known = accountTax(account(deals, new Map([['SBIN', 8]])), [split]);
    expect(known.disposals.map(({ term, quantity }) => [term, quantity])).toEqual([['short', 12]]);
    // 20 of what is on record, less 12, are 8: the broker's 28 hold 20 more, which were 10 before the split.
    const older = accountTax(account(deals, new Map([['SBIN', 28]])), [split]);
    expect(older.disposals.map(({ term, quantity }) => [term, quantity])).toEqual([['unknown', 12]]);
    expect(older.lots.map(({ quantity }) => quantity)).toEqual([20]);
  });

  test.each<[string, number, number, unknown[], number[]]>([
    // Twenty more after the split were ten before it: they leave first, and five of those that are on record.
    ['as few as fit', 25, 15, [20, 5], [15]],
    // Half a unit cannot have been bought: one became two, and one of them is still there.
    ['whole ones', 20, 1, [2, 18], [2]],
    ['none where the broker holds no more', 20, 0, [20], []],
  ])('leaves of older units %s', (_, sold, stillHeld, parts, left) => {
    const deals = [deal('2025-03-03', 'buy', 10, 800), deal('2025-04-07', 'sell', sold, 420)];
    const { disposals, lots } = accountTax(account(deals, new Map([['SBIN', stillHeld]])), [split]);
    expect(disposals.map(({ quantity }) => quantity)).toEqual(parts);
    expect(disposals[0]?.term).toBe(parts.length > 1 ? 'unknown' : 'short');
    expect(lots.map(({ quantity }) => quantity)).toEqual(left);
  });

  test('is matched over several splits in the order of their days, however they are listed; a demerger changes no count', () => {
    const thirds = { ...split, exDate: '2025-03-10', newUnits: 3 } as const;
    const demerger = { ...split, exDate: '2025-03-05', kind: 'demerger', oldUnits: 5, newUnits: 1 } as const;
    const deals = [
      deal('2025-03-03', 'buy', 10, 800),
      deal('2025-03-12', 'sell', 30, 270),
      deal('2025-04-07', 'sell', 6, 140),
    ];
    for (const actions of [
      [thirds, split, demerger],
      [demerger, split, thirds],
    ]) {
      // Six at the end were three before the second split and one at first.
      const { disposals } = accountTax(account(deals), actions);
      expect(disposals.map(({ term, quantity }) => [term, quantity])).toEqual([
        ['unknown', 3],
        ['short', 27],
        ['short', 6],
      ]);
    }
  });

  test('counts what was executed alone, in the order of the day’s orders', () => {
    const none = deal('2025-05-01', 'sell', 10, 0);
    const nothing = { ...deal('2025-05-01', 'sell', 0, 0), valuePaise: 500 };
    expect(accountTax(account([none, nothing]), [])).toEqual({ disposals: [], lots: [] });
    // The depository’s charge falls on the first sale of a share in a day, whichever stands first in the list.
    const bought = deal('2025-05-01', 'buy', 20, 100);
    const [first, second] = [deal('2025-05-05', 'sell', 10, 110), deal('2025-05-05', 'sell', 10, 110)];
    const gains = (deals: readonly ExecutedDeal[]) =>
      accountTax(account(deals), []).disposals.map(({ gainPaise }) => gainPaise);
    expect(gains([second, first, bought])).toEqual(gains([bought, first, second]));
    const [one = 0, other = 0] = gains([bought, first, second]);
    // ₹20 with 18 % GST, which is rounded with what else it falls on.
    expect(Math.abs(other - one - 23_60)).toBeLessThanOrEqual(1);
  });

  test('of gold and money funds is told apart, and taxed here by nothing', () => {
    const gold = { symbol: 'GOLDBEES', isEtf: true } as const;
    const nifty = { symbol: 'NIFTYBEES', isEtf: true } as const;
    const deals = [
      deal('2025-05-02', 'buy', 10, 70, gold),
      deal('2025-05-05', 'sell', 10, 90, gold),
      deal('2025-05-02', 'buy', 10, 250, nifty),
      deal('2025-05-05', 'sell', 10, 260, nifty),
    ];
    const { disposals } = accountTax(account(deals), []);
    expect(disposals.map(({ symbol, isOtherFund }) => [symbol, isOtherFund])).toEqual([
      ['GOLDBEES', true],
      ['NIFTYBEES', false],
    ]);
    const [ofGold, ofNifty] = disposals;
    const tax = taxOf(disposals, '2025-26');
    expect([tax.otherFundsPaise, tax.stcgPaise]).toEqual([ofGold?.gainPaise, ofNifty?.gainPaise]);
  });

  test('is free of the exemption once, however many accounts it was sold from', () => {
    const big = (brokerId: number) =>
      accountTax(
        { ...account([deal('2024-01-10', 'buy', 1_000, 500), deal('2025-06-16', 'sell', 1_000, 600)]), brokerId },
        [],
      ).disposals;
    const tax = taxOf([...big(1), ...big(2)], '2025-26');
    expect(tax.exemptPaise).toBe(1_25_000_00);
    expect(tax.taxableLtcgPaise).toBe(tax.ltcgPaise - 1_25_000_00);
  });
});

test('whatever was traded, every unit that was sold is told once, and none is left over that was not bought', () => {
  const anyDeal = fc.record({
    day: fc.integer({ min: 1, max: 28 }).map((day) => `2025-03-${String(day).padStart(2, '0')}`),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    product: fc.constantFrom('delivery' as const, 'intraday' as const),
    symbol: fc.constantFrom('SBIN', 'INFY'),
    quantity: fc.integer({ min: 1, max: 50 }),
    price: fc.integer({ min: 1, max: 900 }),
  });
  const units = (rows: readonly { readonly quantity: number }[]): number =>
    rows.reduce((sum, { quantity }) => sum + quantity, 0);
  fc.assert(
    fc.property(fc.array(anyDeal, { maxLength: 30 }), fc.boolean(), (drawn, isSplit) => {
      const deals = drawn.map(({ day, side, quantity, price, product, symbol }) =>
        deal(day, side, quantity, price, { product, symbol }),
      );
      const actions = isSplit ? [{ ...split, exDate: '2025-03-14' }] : [];
      const { disposals, lots } = accountTax(account(deals), actions);
      for (const symbol of ['SBIN', 'INFY']) {
        const sold = deals.filter((one) => one.symbol === symbol && one.side === 'sell' && one.product === 'delivery');
        const told = disposals.filter((one) => one.symbol === symbol);
        // Those of one day may be of either product.
        expect(units(told.filter(({ term }) => term !== 'intraday'))).toBeLessThanOrEqual(units(sold));
        expect(units(told)).toBeGreaterThanOrEqual(units(sold));
      }
      for (const { costPaise = 0, proceedsPaise, gainPaise = proceedsPaise } of disposals) {
        expect(gainPaise).toBe(proceedsPaise - costPaise);
      }
      // A broker that holds what is on record adds nothing to it.
      const heldNow = new Map(['SBIN', 'INFY'].map((it) => [it, units(lots.filter(({ symbol }) => symbol === it))]));
      expect(accountTax(account(deals, heldNow), actions)).toEqual({ disposals, lots });
    }),
    { numRuns: scaledCount('accounts that are taxed', 60) },
  );
});
