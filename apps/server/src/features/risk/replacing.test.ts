import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountRow } from './account-row.ts';
import { worstAfter } from './figures.ts';
import { NO_LIMITS } from './limits.ts';
import type { LineOrder } from './lines.ts';
import { readingOf } from './read-facts.ts';
import { type OrderStand, onlyReduces, standOf, withoutRest } from './replacing.ts';

const BUY: OrderStand = { side: 'buy', quantity: 100, pricePaise: 600_00 };
const SELL: OrderStand = { ...BUY, side: 'sell' };
const STOP: OrderStand = { ...BUY, triggerPaise: 590_00 };

test('fewer units and a price further from the market only reduce; more of either does not', () => {
  expect(onlyReduces(BUY, BUY)).toBe(true);
  expect(onlyReduces(BUY, { ...BUY, quantity: 1, pricePaise: 599_95 })).toBe(true);
  expect(onlyReduces(BUY, { ...BUY, pricePaise: 600_05 })).toBe(false);
  expect(onlyReduces(BUY, { ...BUY, pricePaise: 600_01 })).toBe(false);
  expect(onlyReduces(BUY, { ...BUY, quantity: 101, pricePaise: 1_00 })).toBe(false);
  expect(onlyReduces(SELL, { ...SELL, pricePaise: 600_05 })).toBe(true);
  expect(onlyReduces(SELL, { ...SELL, quantity: 1, pricePaise: 599_95 })).toBe(false);
});

test('a trigger that comes nearer, or is gone, makes an order trade sooner', () => {
  expect(onlyReduces(STOP, { ...STOP, triggerPaise: 595_00 })).toBe(true);
  expect(onlyReduces(STOP, { ...STOP, triggerPaise: 585_00 })).toBe(false);
  expect(onlyReduces(STOP, BUY)).toBe(false);
  // One that gets a trigger trades later, if at all.
  expect(onlyReduces(BUY, STOP)).toBe(true);
  expect(onlyReduces(BUY, { ...STOP, quantity: 101 })).toBe(false);
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
    { numRuns: scaledCount('changes that only reduce', 60) },
  );
});

/** A purchase by hand of 100 SBIN at 600 of which 40 are filled; 60 rest, and the broker blocks for them. */
const RESTS: LineOrder = {
  ...{ id: 2, deployment_id: null, run_number: null, broker_link_id: 1, role: 'own', trade_order_id: null },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 600_00, trigger_paise: null },
  ...{ state: 'partially_filled', filled_quantity: 40, filled_value_paise: 24_000_00n, told_quantity: 0 },
  ...{
    settled_quantity: 0,
    is_before: false,
    is_of_basket: false,
    kind: 'equity',
    last_paise: 600_00,
    previous_close_paise: 600_00,
  },
  ...{ entry_order_id: null, has_news: false, asked_quantity: 500, asked_low_paise: null, asked_high_paise: null },
};

test('an order stands as it is at the broker, whatever is asked of it', () => {
  expect(standOf(RESTS)).toEqual({ side: 'buy', quantity: 60, pricePaise: 600_00 });
  expect(standOf({ ...RESTS, trigger_paise: 605_00 }).triggerPaise).toBe(605_00);
});

test('without the rest of an order its fills, its trade and all other orders stay, and what is blocked for it comes free', () => {
  const other = { ...RESTS, id: 3, symbol: 'INFY' };
  const without = (funds: { availablePaise: number; usedPaise: number } | undefined, order = RESTS) => {
    const row: AccountRow = {
      ...{ kept: { now: NO_LIMITS, next: undefined }, lockedUntil: undefined, lockReason: undefined },
      ...{ stoppedDay: undefined, killSwitch: 'none', broker: undefined, funds, realisedPaise: 0 },
      ...{ trickTrades: 4, ordersLastMinute: 0, version: 1n },
    };
    return withoutRest(readingOf(row, [order, other], '2026-01-05'), order).facts;
  };
  const facts = without(undefined);
  expect(facts.lines.map(({ symbol, fills, resting }) => [symbol, fills.length, resting.length])).toEqual([
    ['SBIN', 1, 0],
    ['INFY', 1, 1],
  ]);
  expect([facts.trades, facts.funds]).toEqual([4 + 2 - 1, undefined]);
  const funds = { availablePaise: 1_000_00, usedPaise: 50_000_00 };
  // A fifth of ₹36,000; of delivery all of it; never more than the broker blocks in all.
  expect(without(funds).funds).toEqual({ availablePaise: 8_200_00, usedPaise: 42_800_00 });
  const delivery = { ...RESTS, product: 'delivery' } as const;
  expect(without(funds, delivery).funds).toEqual({ availablePaise: 37_000_00, usedPaise: 14_000_00 });
  expect(without({ ...funds, usedPaise: 100_00 }).funds).toEqual({ availablePaise: 1_100_00, usedPaise: 0 });
});
