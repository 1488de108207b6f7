import { describe, expect, test } from 'vitest';
import { fewerAtBroker, soldOf } from './overview-rules.ts';
import {
  accountParcels,
  type BasketDeal,
  basketClaims,
  basketParcels,
  gainOf,
  type OverviewAccount,
  type TrickPosition,
  trickParcels,
} from './parcel-rules.ts';
import { accountTax, type ExecutedDeal } from './tax-rules.ts';

let ids = 0;
function deal(day: string, side: 'buy' | 'sell', quantity: number, price: number): ExecutedDeal {
  ids += 1;
  const what = { id: ids, symbol: 'SBIN', side, product: 'delivery', quantity } as const;
  return { ...what, valuePaise: quantity * price * 100, isEtf: false, day };
}
const account = (deals: readonly ExecutedDeal[], more: Partial<OverviewAccount> = {}): OverviewAccount => ({
  ...{ brokerId: 1, clientCode: 'A1', isLinked: true, heldNow: undefined, deals },
  ...more,
});
const parcelsOf = (deals: readonly ExecutedDeal[], more: Partial<OverviewAccount> = {}) =>
  accountParcels(account(deals, more), []);

describe('an account at a broker', () => {
  const deals = [deal('2025-06-02', 'buy', 100, 620), deal('2025-09-01', 'sell', 40, 650)];

  test('realises after all charges, the transaction tax among them', () => {
    const [sold, left] = parcelsOf(deals);
    const taxed = accountTax(account(deals), []).disposals[0];
    expect(sold).toMatchObject({ quantity: 40, boughtOn: '2025-06-02', soldOn: '2025-09-01' });
    // ₹26 of the sale and 40 of 100 parts of ₹62 of the purchase are transaction tax, which a return does not take off.
    const taxPaise = (taxed?.gainPaise ?? 0) - ((sold && gainOf(sold)) ?? 0);
    expect(Math.abs(taxPaise - (26_00 + 24_80))).toBeLessThanOrEqual(1);
    expect(left).toMatchObject({ quantity: 60, boughtOn: '2025-06-02' });
    expect((sold?.costPaise ?? 0) + (left?.costPaise ?? 0)).toBeGreaterThan(62_000_00);
  });

  test('holds what was there before without a cost, sold first, and names what no trade is of', () => {
    const heldNow = new Map([
      ['SBIN', 75],
      ['INFY', 3],
      ['GONE', 0],
    ]);
    const parcels = parcelsOf(deals, { heldNow });
    // 60 of the trades are left, and 15 more are there.
    expect(parcels.filter(({ soldOn }) => soldOn === undefined)).toEqual([
      expect.objectContaining({ symbol: 'SBIN', quantity: 75, boughtOn: '2025-06-02' }),
      { clientCode: 'A1', symbol: 'INFY', quantity: 3 },
    ]);
    expect(
      parcels
        .filter(({ soldOn }) => soldOn !== undefined)
        .map(({ quantity, costPaise }) => [quantity, costPaise !== undefined]),
    ).toEqual([
      [15, false],
      [25, true],
    ]);
  });

  test('that is not linked any more holds nothing that is known', () => {
    expect(parcelsOf(deals, { isLinked: false }).every(({ soldOn }) => soldOn !== undefined)).toBe(true);
  });

  test('that holds fewer than its trades leave is named, but for what was bought today', () => {
    const today = '2026-01-05';
    const accounts = [account([...deals, deal(today, 'buy', 5, 640)], { heldNow: new Map([['SBIN', 55]]) })];
    const parcels = accounts.flatMap((one) => accountParcels(one, []));
    expect(fewerAtBroker(parcels, accounts, today)).toEqual([
      { clientCode: 'A1', symbol: 'SBIN', onRecord: 60, atBroker: 55 },
    ]);
    const whole = accounts.map((one) => ({ ...one, heldNow: new Map([['SBIN', 60]]) }));
    expect(fewerAtBroker(parcels, whole, today)).toEqual([]);
    expect(fewerAtBroker(parcels, [account(deals)], today)).toEqual([]);
  });

  test('lists what was sold newest first; a search narrows the list and no sum', () => {
    const parcels = parcelsOf([...deals, deal('2025-10-01', 'sell', 10, 700)]);
    const { sold, realisedPaise, unknownProceedsPaise } = soldOf(parcels, undefined);
    expect(sold.map(({ soldOn }) => soldOn)).toEqual(['2025-10-01', '2025-09-01']);
    expect(realisedPaise).toBe(sold.reduce((sum, one) => sum + (gainOf(one) ?? 0), 0));
    expect(soldOf(parcels, 'inf')).toEqual({ sold: [], realisedPaise, unknownProceedsPaise });
    const early = soldOf(parcelsOf([deal('2025-06-02', 'sell', 10, 700)]), undefined);
    expect([early.realisedPaise, early.unknownProceedsPaise]).toEqual([0, early.sold[0]?.proceedsPaise]);
  });
});

describe('test mode', () => {
  const ofBasket = (id: number, side: 'buy' | 'sell', quantity: number, date: string): BasketDeal => {
    ids += 1;
    const trade = {
      id: ids,
      symbol: 'SBIN',
      side,
      quantity,
      date,
      valuePaise: quantity * 800_00,
      deductiblePaise: 50_00,
    };
    return { ...trade, holder: { kind: 'basket', id, name: `Basket ${id}` } };
  };

  test('keeps the shares of each basket apart', () => {
    const deals = [
      ofBasket(1, 'buy', 10, '2025-06-02'),
      ofBasket(2, 'buy', 4, '2025-06-01'),
      ofBasket(1, 'sell', 6, '2025-06-03'),
    ];
    expect(basketClaims(deals, []).map(({ holder, quantity }) => [holder.id, quantity])).toEqual([
      [1, 4],
      [2, 4],
    ]);
    const [sold] = basketParcels(deals, []);
    expect(sold).toMatchObject({ holder: { id: 1 }, boughtOn: '2025-06-02', costPaise: 6 * 800_00 + 30_00 });
    expect(sold && gainOf(sold)).toBe(-80_00);
  });

  test('takes a trade of a trick at its result, bought first or sold first', () => {
    const position: TrickPosition = {
      ...{ holder: { kind: 'trick', id: 9 }, symbol: 'SBIN', direction: 'long', quantity: 10, isDelivery: false },
      ...{ entryOn: '2025-06-02', entryPaise: 800_00, entryChargesPaise: 20_00 },
      exit: { on: '2025-06-02', netPaise: -77_00 },
    };
    const [long] = trickParcels([position]);
    expect(long).toMatchObject({ costPaise: 8_020_00, proceedsPaise: 7_943_00 });
    const [short] = trickParcels([{ ...position, direction: 'short' }]);
    expect(short).toMatchObject({ proceedsPaise: 7_980_00, costPaise: 8_057_00 });
    expect([long, short].map((one) => one && gainOf(one))).toEqual([-77_00, -77_00]);
    const open = { ...position, exit: undefined };
    expect(trickParcels([open])).toEqual([]);
    expect(trickParcels([{ ...open, isDelivery: true }])).toEqual([
      { holder: position.holder, symbol: 'SBIN', quantity: 10, boughtOn: '2025-06-02', costPaise: 8_020_00 },
    ]);
  });
});
