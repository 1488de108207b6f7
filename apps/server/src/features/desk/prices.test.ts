import { roundToTick } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DESK_DEFAULTS } from './desk-settings.ts';
import type { DeskInstrument, Line } from './model.ts';
import { bandOf, disasterStop, isMarketable, isTriggered, protectedLimit, slices, stopShape } from './prices.ts';

const instrument: DeskInstrument = {
  ...{ id: 5, exchange: 'NSE', token: '3045', symbol: 'SBIN', tradingSymbol: 'SBIN-EQ', kind: 'equity' },
  ...{ tickPaise: 5, lotSize: 1 },
};

function lineOf(entrySide: 'buy' | 'sell', tickPaise = 5): Line {
  return {
    ...{ deploymentId: 7, runNumber: 1, accountId: 9, base: 0, instrument: { ...instrument, tickPaise } },
    ...{ product: 'intraday', algo: undefined, entrySide, entry: undefined, exit: undefined, stopPaise: undefined },
    ...{ orders: [], runHeld: 0, heldSinceWall: 0, oversold: false, flatten: false, stuck: undefined },
    ...{
      inOldUnits: false,
      coverRetryAtWall: 0,
      rejectedKind: undefined,
      takenBackAtWall: undefined,
      coverRejections: 0,
    },
  };
}

describe('slices of a quantity', () => {
  const cut = (quantity: number, lotSize: number, freeze: number) => slices(quantity, { lotSize }, freeze);

  test('NIFTY, lots of 65, freeze at 1,800: 40 lots go as 27 and 13, 29 lots as 1,755 and 130', () => {
    expect(cut(40 * 65, 65, 1_800)).toEqual([27 * 65, 13 * 65]);
    expect(cut(1_885, 65, 1_800)).toEqual([1_755, 130]);
    expect(cut(1_755, 65, 1_800)).toEqual([1_755]);
  });

  test('nothing is no order, and a lot above the freeze quantity still is one: the exchange says so', () => {
    expect([cut(0, 1, 100), cut(130, 65, 64)]).toEqual([[], [65, 65]]);
  });

  test('add up to the quantity, in whole lots, none above the freeze quantity, as few as can be', () => {
    const lots = fc.integer({ min: 1, max: 2_000 });
    fc.assert(
      fc.property(
        lots,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(),
        (all, lot, most, odd) => {
          const freeze = most * lot + (odd % lot);
          const orders = cut(all * lot, lot, freeze);
          expect(orders.reduce((sum, quantity) => sum + quantity, 0)).toBe(all * lot);
          for (const quantity of orders) expect(quantity > 0 && quantity <= freeze && quantity % lot === 0).toBe(true);
          expect(orders).toHaveLength(Math.ceil(all / most));
        },
      ),
      { numRuns: scaledCount('quantities in slices', 40) },
    );
  });
});

describe('a limit that trades at once', () => {
  test('lies beyond the price on the side that costs: 0.5 % of 612.35 is 3.07', () => {
    expect(protectedLimit('buy', 612_35, { tickPaise: 5, bps: 50 })).toBe(615_45);
    expect(protectedLimit('sell', 612_35, { tickPaise: 5, bps: 50 })).toBe(609_25);
    // Never nothing, however cheap a share is.
    expect(protectedLimit('sell', 4, { tickPaise: 5, bps: 50 })).toBe(5);
  });

  test('is at the price, or beyond it', () => {
    expect([599_95, 600_00, 600_05].map((limit) => isMarketable('buy', limit, 600_00))).toEqual([false, true, true]);
    expect([599_95, 600_00, 600_05].map((limit) => isMarketable('sell', limit, 600_00))).toEqual([true, true, false]);
  });

  test('is marketable wherever the price is, on the grid, and no more than a tick further than it may be', () => {
    const anyPrice = fc.integer({ min: 100, max: 30_000_00 });
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        anyPrice,
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(1, 5, 10, 100),
        (side, price, bps, tickPaise) => {
          const limit = protectedLimit(side, price, { tickPaise, bps });
          expect(limit % tickPaise).toBe(0);
          if (side === 'buy' || limit > tickPaise) expect(isMarketable(side, limit, price)).toBe(true);
          expect(Math.abs(limit - price)).toBeLessThan((price * bps) / 10_000 + tickPaise);
        },
      ),
      { numRuns: scaledCount('limits that trade at once', 60) },
    );
  });
});

test('a stop is reached by the price itself: one that sells from above, one that buys from below', () => {
  expect([589_95, 590_00, 590_05].map((last) => isTriggered('sell', 590_00, last))).toEqual([true, true, false]);
  expect([589_95, 590_00, 590_05].map((last) => isTriggered('buy', 590_00, last))).toEqual([false, true, true]);
});

describe('a stop at the broker', () => {
  const stop = { stopPaise: 590_02, quantity: 40 };

  test('has its trigger on the nearest tick and its limit one percent beyond, on the side that costs', () => {
    const limits = { settings: DESK_DEFAULTS };
    expect(stopShape(lineOf('buy'), stop, limits)).toEqual({
      ...{ kind: 'stop_limit', quantity: 40, triggerPaise: 590_00, pricePaise: 584_10 },
    });
    expect(stopShape(lineOf('sell'), { ...stop, stopPaise: 590_03 }, limits)).toEqual({
      ...{ kind: 'stop_limit', quantity: 40, triggerPaise: 590_05, pricePaise: 596_00 },
    });
  });

  test('rests at the edge of a band that it lies beyond, with its limit within', () => {
    const band = { lowerPaise: 595_01, upperPaise: 605_00 };
    expect(stopShape(lineOf('buy'), stop, { settings: DESK_DEFAULTS, band })).toMatchObject({
      ...{ triggerPaise: 595_05, pricePaise: 595_05 },
    });
  });

  test('that the strategy has not lies five percent from what was paid, no nearer for the tick', () => {
    const [long, short] = [lineOf('buy'), lineOf('sell')];
    expect([disasterStop(long, 600_00, DESK_DEFAULTS), disasterStop(short, 600_00, DESK_DEFAULTS)]).toEqual([
      ...[570_00, 630_00],
    ]);
    // 5 % of 600.33 is 30.0165.
    expect(disasterStop(long, 600_33, DESK_DEFAULTS)).toBe(570_30);
    expect(disasterStop(short, 600_33, DESK_DEFAULTS)).toBe(630_35);
    fc.assert(
      fc.property(fc.integer({ min: 10_00, max: 30_000_00 }), fc.constantFrom(1, 5, 10, 100), (average, tickPaise) => {
        const below = disasterStop(lineOf('buy', tickPaise), average, DESK_DEFAULTS);
        const above = disasterStop(lineOf('sell', tickPaise), average, DESK_DEFAULTS);
        expect([roundToTick(below, tickPaise, 'nearest'), roundToTick(above, tickPaise, 'nearest')]).toEqual([
          below,
          above,
        ]);
        expect(average - below).toBeGreaterThanOrEqual(average * 0.05 - 1e-6);
        expect(average - below).toBeLessThan(average * 0.05 + tickPaise);
        expect(above - average).toBeGreaterThanOrEqual(average * 0.05 - 1e-6);
        expect(above - average).toBeLessThan(average * 0.05 + tickPaise);
      }),
      { numRuns: scaledCount('stops of positions without one', 40) },
    );
  });
});

test('a band holds while the market is in it, its ends included; one that the market has left was shifted', () => {
  const band = { lowerPaise: 540_00, upperPaise: 660_00 };
  const known = (last: number | undefined) => bandOf(instrument, { lastPaise: () => last, bandOf: () => band });
  expect([539_95, 540_00, 600_00, 660_00, 660_05, undefined].map(known)).toEqual([
    ...[undefined, band, band, band, undefined, band],
  ]);
  expect(bandOf(instrument, { lastPaise: () => 600_00, bandOf: () => undefined })).toBeUndefined();
  expect(bandOf(instrument, { lastPaise: () => 600_00 })).toBeUndefined();
});
