import { roundToTick } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { protectedLimitPaise, sliceQuantity } from './prices.ts';

describe('a protected limit', () => {
  const anyTick = fc.constantFrom(1, 5, 10, 50, 100);
  const anyPrice = fc.integer({ min: 100, max: 50_000_00 });

  test('lies beyond the market on the side that costs: 0.5 % of 612.35 is 3.07', () => {
    const facts = { referencePaise: 61_235, protectionBps: 50, tickPaise: 5 };
    expect(protectedLimitPaise({ ...facts, side: 'buy' })).toBe(61_545);
    expect(protectedLimitPaise({ ...facts, side: 'sell' })).toBe(60_925);
  });

  test('stays inside the price band, on the grid', () => {
    const facts = {
      referencePaise: 10_000,
      protectionBps: 500,
      tickPaise: 10,
      bandPaise: { low: 9_802, high: 10_208 },
    };
    expect(protectedLimitPaise({ ...facts, side: 'buy' })).toBe(10_200);
    expect(protectedLimitPaise({ ...facts, side: 'sell' })).toBe(9_810);
    expect(() => protectedLimitPaise({ ...facts, side: 'buy', bandPaise: { low: 9_802, high: 9_808 } })).toThrow(
      RangeError,
    );
    // One price of the grid is enough.
    expect(protectedLimitPaise({ ...facts, side: 'buy', bandPaise: { low: 9_802, high: 9_810 } })).toBe(9_810);
  });

  test('never helps the trader, never goes off the grid or out of the band, and is at most a tick too far', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        anyPrice,
        fc.integer({ min: 0, max: 500 }),
        anyTick,
        fc.option(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 })), { nil: undefined }),
        (side, referencePaise, protectionBps, tickPaise, band) => {
          const bandPaise = band && {
            low: roundToTick((referencePaise * (10_000 - band[0])) / 10_000, tickPaise, 'down'),
            high: roundToTick((referencePaise * (10_000 + band[1])) / 10_000, tickPaise, 'up'),
          };
          const facts = { side, referencePaise, protectionBps, tickPaise };
          const free = protectedLimitPaise(facts);
          const limit = protectedLimitPaise({ ...facts, ...(bandPaise ? { bandPaise } : {}) });
          const sign = side === 'buy' ? 1 : -1;
          expect(limit % tickPaise).toBe(0);
          expect(limit).toBeGreaterThanOrEqual(tickPaise);
          const away = (referencePaise * protectionBps) / 10_000;
          expect(sign * (free - referencePaise)).toBeLessThan(away + tickPaise + 1e-6);
          if (free > tickPaise) expect(sign * (free - referencePaise)).toBeGreaterThanOrEqual(away - 1e-6);
          if (!bandPaise) return;
          expect(limit).toBeGreaterThanOrEqual(Math.min(bandPaise.low, bandPaise.high));
          expect(limit).toBeLessThanOrEqual(Math.max(bandPaise.high, tickPaise));
          if (free >= bandPaise.low && free <= bandPaise.high) expect(limit).toBe(free);
        },
      ),
    );
  });
});

describe('slices of a quantity', () => {
  test('NIFTY, lots of 65, freeze at 1,800: 29 lots go as 1,755 and 130, and 1,830 is no whole number of lots', () => {
    const nifty = { freezeQuantity: 1_800, lotSize: 65 };
    expect(sliceQuantity(1_885, nifty)).toEqual([1_755, 130]);
    expect(() => sliceQuantity(1_830, nifty)).toThrow('1830 is not a whole number of lots of 65');
    expect(sliceQuantity(65, nifty)).toEqual([65]);
  });

  test('a share without a freeze quantity goes in one order; a lot above it cannot go', () => {
    expect(sliceQuantity(1_000_000, { lotSize: 1 })).toEqual([1_000_000]);
    expect(() => sliceQuantity(65, { freezeQuantity: 64, lotSize: 65 })).toThrow(RangeError);
    expect(sliceQuantity(1, { lotSize: 1 })).toEqual([1]);
    for (const none of [0, -65, 0.5, Number.NaN]) {
      expect(() => sliceQuantity(none, { freezeQuantity: 1_800, lotSize: 65 }), String(none)).toThrow(
        'whole number of lots',
      );
    }
  });

  test('add up to the quantity, in whole lots, none above the freeze quantity, as few as can be', () => {
    const anySlicing = fc.record({
      lots: fc.integer({ min: 1, max: 5_000 }),
      lotSize: fc.integer({ min: 1, max: 500 }),
      most: fc.integer({ min: 1, max: 300 }),
      odd: fc.nat(),
    });
    fc.assert(
      fc.property(anySlicing, ({ lots, lotSize, most, odd }) => {
        const freezeQuantity = most * lotSize + (odd % lotSize);
        const slices = sliceQuantity(lots * lotSize, { freezeQuantity, lotSize });
        expect(slices.reduce((sum, slice) => sum + slice, 0)).toBe(lots * lotSize);
        for (const slice of slices) {
          expect(slice % lotSize).toBe(0);
          expect(slice).toBeGreaterThan(0);
          expect(slice).toBeLessThanOrEqual(freezeQuantity);
        }
        expect(slices.length).toBe(Math.ceil(lots / most));
      }),
    );
  });
});
