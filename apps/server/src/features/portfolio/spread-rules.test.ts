import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claim, Holder, Parcel, PriceNow } from './parcel-rules.ts';
import { concentrationOf, sharesOf } from './share-rules.ts';
import { holdersOf, instrumentsOf, kindsOf, type Share, sumOf } from './spread-rules.ts';

const basket: Holder = { kind: 'basket', id: 7, name: 'Half and half' };
const trick: Holder = { kind: 'trick', id: 9, name: 'Trend' };
const priceOf = (pricePaise: number): PriceNow => ({ pricePaise, at: 0 });
const known = (symbol: string, quantity: number, costPaise: number): Parcel => ({
  ...{ symbol, quantity, costPaise },
  boughtOn: '2025-06-02',
});

describe('shares of a whole', () => {
  test('of three equal parts add up to the whole, and the first has the point that is left', () => {
    expect(sharesOf([100, 100, 100])).toEqual([3_334, 3_333, 3_333]);
    // 50.362 and 49.638 %: the second one was rounded the most.
    expect(sharesOf([50_362, 49_638])).toEqual([5_036, 4_964]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
    expect(sharesOf([])).toEqual([]);
  });

  test('always add up to exactly 100 %, and none is a hundredth of a percent off', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 60 }), (values) => {
        const whole = values.reduce((sum, value) => sum + value, 0);
        const shares = sharesOf(values);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : 10_000);
        for (const [i, share] of shares.entries()) {
          expect(Math.abs(share - (whole === 0 ? 0 : ((values[i] ?? 0) / whole) * 10_000))).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: scaledCount('portfolios that are shared out', 60) },
    );
  });
});

describe('concentration', () => {
  test('of 50, 30 and 20 % is a Herfindahl index of 3,800, as 2.6 equal names', () => {
    expect(concentrationOf([30_00, 50_00, 20_00, 0])).toEqual({
      ...{ positions: 3, largestBps: 5_000, fiveLargestBps: 10_000 },
      ...{ herfindahl: 3_800, effectiveTenths: 26 },
    });
  });

  test('of nothing is not known, of one name is all of it', () => {
    expect(concentrationOf([0])).toBeUndefined();
    expect(concentrationOf([5])).toMatchObject({ largestBps: 10_000, herfindahl: 10_000, effectiveTenths: 10 });
  });

  test('of equal names is their number, and of any is between one and it', () => {
    const any = fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(any, (values) => {
        const equal = concentrationOf(values.map(() => 12_345));
        expect(equal?.effectiveTenths).toBe(values.length * 10);
        const found = concentrationOf(values);
        expect(found?.effectiveTenths).toBeGreaterThanOrEqual(10);
        expect(found?.effectiveTenths).toBeLessThanOrEqual(values.length * 10);
        expect(found?.fiveLargestBps).toBeGreaterThanOrEqual(found?.largestBps ?? 0);
      }),
    );
  });
});

describe('what is held', () => {
  const prices = new Map([
    ['SBIN', priceOf(800_00)],
    ['GOLDBEES', priceOf(80_00)],
  ]);

  test('counts units of unknown cost in the value and in no result', () => {
    const parcels = [known('SBIN', 10, 7_500_00), { symbol: 'SBIN', quantity: 5 }, known('GOLDBEES', 100, 8_100_00)];
    const rows = instrumentsOf(parcels, prices);
    expect(rows.map((row) => [row.symbol, row.valuePaise, row.shareBps])).toEqual([
      ['SBIN', 12_000_00, 6_000],
      ['GOLDBEES', 8_000_00, 4_000],
    ]);
    expect(rows[0]).toMatchObject({
      ...{ quantity: 15, costPaise: 7_500_00, unrealisedPaise: 500_00 },
      ...{ unknownQuantity: 5, unknownValuePaise: 4_000_00 },
    });
    expect(rows[0]?.lots[0]).toEqual({ quantity: 5, valuePaise: 4_000_00 });
  });

  test('leaves out what has no price, and what was sold', () => {
    const sold = { ...known('SBIN', 3, 1), soldOn: '2025-07-01', proceedsPaise: 2 };
    expect(instrumentsOf([known('HALTED', 1, 5), sold], prices)).toEqual([]);
  });

  test('is put together by kind', () => {
    const rows = instrumentsOf([known('SBIN', 10, 1), known('GOLDBEES', 100, 1)], prices);
    expect(kindsOf(rows, (symbol) => (symbol === 'SBIN' ? 'share' : 'other_fund'))).toEqual([
      { kind: 'other_fund', valuePaise: 8_000_00, shareBps: 5_000 },
      { kind: 'share', valuePaise: 8_000_00, shareBps: 5_000 },
    ]);
  });

  test('is its owner’s where no basket or trick counts it', () => {
    const rows = instrumentsOf([known('SBIN', 10, 1)], prices);
    const { holders, overclaimed } = holdersOf(rows, [
      { holder: trick, symbol: 'SBIN', quantity: 2 },
      { holder: basket, symbol: 'SBIN', quantity: 5 },
    ]);
    expect(holders.map(({ holder, valuePaise }) => [holder.kind, valuePaise])).toEqual([
      ['basket', 4_000_00],
      ['hand', 2_400_00],
      ['trick', 1_600_00],
    ]);
    expect(overclaimed).toEqual([]);
  });

  test('is no more than is there, however much is counted', () => {
    const rows = instrumentsOf([known('SBIN', 10, 1)], prices);
    const { holders, overclaimed } = holdersOf(rows, [
      { holder: trick, symbol: 'SBIN', quantity: 8 },
      { holder: basket, symbol: 'SBIN', quantity: 5 },
    ]);
    expect(holders.map(({ holder, parts }) => [holder.id, parts[0]?.quantity])).toEqual([
      [9, 8],
      [7, 2],
    ]);
    expect(overclaimed).toEqual(['SBIN']);
  });

  test('is the same whole by instrument, by kind and by holder', () => {
    const anySymbol = fc.constantFrom('SBIN', 'GOLDBEES', 'HALTED');
    const anyUnits = fc.integer({ min: 1, max: 5_000 });
    const anyParcel: fc.Arbitrary<Parcel> = fc.oneof(
      fc.record({ symbol: anySymbol, quantity: anyUnits }),
      fc.tuple(anySymbol, anyUnits, fc.integer({ min: 0, max: 1e9 })).map((all) => known(...all)),
    );
    const anyClaim: fc.Arbitrary<Claim> = fc.record({
      holder: fc.constantFrom(basket, trick),
      symbol: anySymbol,
      quantity: anyUnits,
    });
    fc.assert(
      fc.property(fc.array(anyParcel, { maxLength: 20 }), fc.array(anyClaim, { maxLength: 6 }), (parcels, claims) => {
        const rows = instrumentsOf(parcels, prices);
        const whole = sumOf(rows, ({ valuePaise }) => valuePaise);
        const { holders } = holdersOf(rows, claims);
        const kinds = kindsOf(rows, (symbol) => (symbol === 'SBIN' ? 'share' : 'other_fund'));
        const lists: readonly (readonly Share[])[] = [rows, kinds, holders];
        for (const list of lists) {
          expect(sumOf(list, ({ valuePaise }) => valuePaise)).toBe(whole);
          expect(sumOf(list, ({ shareBps }) => shareBps)).toBe(whole === 0 ? 0 : 10_000);
        }
        for (const row of rows) {
          expect(sumOf(row.lots, ({ valuePaise }) => valuePaise)).toBe(row.valuePaise);
          expect(sumOf(row.lots, ({ gainPaise }) => gainPaise ?? 0)).toBe(row.unrealisedPaise);
          expect(row.valuePaise).toBe(row.costPaise + row.unrealisedPaise + row.unknownValuePaise);
        }
        for (const { parts, valuePaise } of holders) expect(sumOf(parts, (part) => part.valuePaise)).toBe(valuePaise);
      }),
      { numRuns: scaledCount('portfolios that are taken apart', 60) },
    );
  });
});
