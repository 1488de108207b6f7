import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worstAfter } from './figures.ts';
import { type OrderStand, onlyReduces } from './replacing.ts';

const BUY: OrderStand = { side: 'buy', quantity: 100, pricePaise: 600_00 };
const SELL: OrderStand = { ...BUY, side: 'sell' };
const STOP: OrderStand = { ...BUY, triggerPaise: 590_00 };

test('fewer units and a price further from the market only reduce; more of either does not', () => {
  expect(onlyReduces(BUY, BUY)).toBe(true);
  expect(onlyReduces(BUY, { ...BUY, quantity: 1, pricePaise: 599_95 })).toBe(true);
  expect(onlyReduces(BUY, { ...BUY, pricePaise: 600_05 })).toBe(false);
  expect(onlyReduces(BUY, { ...BUY, quantity: 101, pricePaise: 1_00 })).toBe(false);
  expect(onlyReduces(SELL, { ...SELL, pricePaise: 600_05 })).toBe(true);
  expect(onlyReduces(SELL, { ...SELL, quantity: 1, pricePaise: 599_95 })).toBe(false);
});

test('a trigger that comes nearer, or is gone, makes an order trade sooner', () => {
  expect(onlyReduces(STOP, { ...STOP, triggerPaise: 595_00 })).toBe(true);
  expect(onlyReduces(STOP, { ...STOP, triggerPaise: 585_00 })).toBe(false);
  expect(onlyReduces(STOP, BUY)).toBe(false);
  const stop = { ...STOP, side: 'sell' } as const;
  expect(onlyReduces(stop, { ...stop, triggerPaise: 585_00 })).toBe(true);
  expect(onlyReduces(stop, { ...stop, triggerPaise: 595_00 })).toBe(false);
});

const anyStand = fc.record({
  quantity: fc.integer({ min: 1, max: 500 }),
  pricePaise: fc.integer({ min: 5, max: 999_99 }),
});

test('a purchase that is only reduced costs no more in any figure, wherever the market stands', () => {
  const account = {
    ...{ day: '2026-01-05' as const, realisedPaise: 0, trades: 0, lines: [], ordersLastMinute: 0 },
    funds: { availablePaise: 1_000_000_00, usedPaise: 0 },
  };
  const traits = { symbol: 'SBIN', product: 'intraday', instrumentKind: 'equity', side: 'buy' } as const;
  fc.assert(
    fc.property(anyStand, anyStand, fc.integer({ min: 5, max: 999_99 }), (before, after, lastPaise) => {
      fc.pre(onlyReduces({ ...BUY, ...before }, { ...BUY, ...after }));
      const [was, is] = [before, after].map((stand) => worstAfter(account, { ...traits, ...stand, lastPaise }));
      expect(is?.resultPaise).toBeGreaterThanOrEqual(was?.resultPaise ?? Number.NaN);
      expect(is?.grossPaise).toBeLessThanOrEqual(was?.grossPaise ?? Number.NaN);
      expect(is?.marginPaise).toBeLessThanOrEqual(was?.marginPaise ?? Number.NaN);
    }),
    { numRuns: scaledCount('changes that only reduce', 300) },
  );
});
