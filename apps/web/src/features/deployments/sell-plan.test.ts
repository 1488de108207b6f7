import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatedPnlPaise, movedPaise } from '../../lib/live-pnl.ts';
import { estimateOf, holdingOf, plannedSums, type SellOrder } from './sell-plan.ts';

const SELL: SellOrder = {
  symbol: 'SBIN',
  side: 'sell',
  quantity: 95,
  estimatedPrice: 805.95,
  chargesPaise: 64_20,
  pnlPaise: -106_70,
};

test('the panel shows the last price and the result at it, not those of the moment when the trick was read', () => {
  expect(estimateOf(SELL, 808.05)).toEqual({ price: 808.05, chargesPaise: 64_20, pnlPaise: 92_80 });
});

test('buying a short back gains when the price falls', () => {
  expect(estimateOf({ ...SELL, side: 'buy' }, 804.95).pnlPaise).toBe(-106_70 + 95_00);
});

test('without a newer price the plan stands as it is', () => {
  expect(estimateOf(SELL, undefined)).toEqual({ price: 805.95, chargesPaise: 64_20, pnlPaise: -106_70 });
});

test('an order that the server knew no price for has no charges and no result yet, rather than none to pay', () => {
  const { estimatedPrice: _price, pnlPaise: _pnl, ...order } = SELL;
  expect(estimateOf({ ...order, chargesPaise: 0 }, 808.05)).toEqual({
    price: 808.05,
    chargesPaise: undefined,
    pnlPaise: undefined,
  });
  expect(plannedSums([SELL, { ...order, chargesPaise: 0 }])).toEqual({ chargesPaise: undefined, pnlPaise: undefined });
});

const anyPrice = fc.integer({ min: 1, max: 10_000_000 }).map((ticks) => ticks / 20);
const anyOrder = fc.record({
  symbol: fc.constantFrom('SBIN', 'INFY', 'TCS'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: fc.integer({ min: 1, max: 5_000 }),
  estimatedPrice: anyPrice,
  chargesPaise: fc.integer({ min: 0, max: 10_000_00 }),
  pnlPaise: fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
});

test('the result of an order is that of the open position at every price, and the sum is that of the rows', () => {
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 5 }), anyPrice, (plan, last) => {
      const rows = plan.map((order) => estimateOf(order, last).pnlPaise ?? Number.NaN);
      plan.forEach((order, i) => {
        const position = {
          side: order.side === 'sell' ? ('buy' as const) : ('sell' as const),
          quantity: order.quantity,
          lastPrice: order.estimatedPrice,
          pnlPaise: order.pnlPaise,
        };
        expect(rows[i]).toBe(estimatedPnlPaise(position, last));
      });
      const sum = (plannedSums(plan).pnlPaise ?? Number.NaN) + movedPaise(plan.map(holdingOf), () => last);
      expect(sum).toBe(rows.reduce((all, row) => all + row, 0));
    }),
  );
});
