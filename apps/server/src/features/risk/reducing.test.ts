import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineOrder } from './lines.ts';
import { type HandWish, leftOf, reducingQuantity } from './reducing.ts';

const ORDER: LineOrder = {
  ...{ id: 1, deployment_id: null, run_number: null, broker_link_id: 1, role: 'own', trade_order_id: null },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 600_00, trigger_paise: null },
  ...{ state: 'filled', filled_quantity: 100, filled_value_paise: 60_000_00n, told_quantity: 0, settled_quantity: 0 },
  ...{ is_before: false, is_of_basket: false, kind: 'equity', last_paise: 600_00, previous_close_paise: 600_00 },
  ...{ entry_order_id: null, has_news: false, asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
};
const TRICK = { deployment_id: 7, run_number: 1, role: 'entry' } as const;
const WISH: HandWish = { brokerLinkId: 1, symbol: 'SBIN', product: 'intraday', side: 'sell', quantity: 100 };

test('a sale closes what is held, by hand or by a trick; what goes beyond is new', () => {
  expect(reducingQuantity([ORDER], WISH)).toBe(100);
  expect(reducingQuantity([{ ...ORDER, ...TRICK }], WISH)).toBe(100);
  expect(reducingQuantity([ORDER], { ...WISH, quantity: 150 })).toBe(100);
  expect(reducingQuantity([ORDER], { ...WISH, side: 'buy' })).toBe(0);
  expect(reducingQuantity([{ ...ORDER, side: 'sell' }], { ...WISH, side: 'buy' })).toBe(100);
});

test('another product, another share and another broker account hold nothing that it could close', () => {
  expect(reducingQuantity([{ ...ORDER, product: 'other' }], WISH)).toBe(0);
  expect(reducingQuantity([{ ...ORDER, symbol: 'INFY' }], WISH)).toBe(0);
  expect(reducingQuantity([{ ...ORDER, broker_link_id: 2 }], WISH)).toBe(0);
});

test('what is held by hand can be closed though a trick is short in the same share', () => {
  const short = { ...ORDER, ...TRICK, side: 'sell' } as const;
  expect(reducingQuantity([ORDER, short], WISH)).toBe(100);
});

test('what a trick has closed or handed over is no position of it, what its owner did by hand counts whole', () => {
  expect(reducingQuantity([{ ...ORDER, ...TRICK, settled_quantity: 40 }], WISH)).toBe(60);
  expect(reducingQuantity([{ ...ORDER, settled_quantity: 40 }], WISH)).toBe(100);
});

test('what rests by hand on the other side claims nothing', () => {
  const resting = { ...ORDER, state: 'open', quantity: 60, filled_quantity: 0 } as const;
  expect(reducingQuantity([ORDER, resting], WISH)).toBe(100);
});

test('what rests by hand has its claim; the stop of a trick gives way to its owner', () => {
  const resting = { ...ORDER, side: 'sell', state: 'open', quantity: 60, filled_quantity: 0 } as const;
  expect(reducingQuantity([ORDER, resting], WISH)).toBe(40);
  const stop = { ...resting, ...TRICK, role: 'protective', quantity: 100, state: 'trigger_pending' } as const;
  expect(reducingQuantity([{ ...ORDER, ...TRICK }, stop], WISH)).toBe(100);
});

test('what the broker shows counts where our rows know of nothing, and shares sold for delivery are held', () => {
  expect(reducingQuantity([], { ...WISH, heldAtBroker: 30 })).toBe(30);
  expect(reducingQuantity([], { ...WISH, heldAtBroker: -30 })).toBe(0);
  expect(reducingQuantity([], { ...WISH, product: 'delivery' })).toBe(100);
  expect(reducingQuantity([ORDER], { ...WISH, product: 'delivery', side: 'buy' })).toBe(0);
});

test('what has traded on its side since the broker was asked is not left, what traded before stands in the answer', () => {
  expect(leftOf({ units: 100, filledBefore: 30 }, { side: 'sell', filled: 30 })).toBe(100);
  expect(leftOf({ units: 100, filledBefore: 30 }, { side: 'sell', filled: 90 })).toBe(40);
  expect(leftOf({ units: -100, filledBefore: 0 }, { side: 'buy', filled: 60 })).toBe(-40);
  // Rows of a day that is over are gone.
  expect(leftOf({ units: 100, filledBefore: 30 }, { side: 'sell', filled: 0 })).toBe(100);
});

test('whatever is held by hand, no sequence of orders that only close opens the other side', () => {
  const anySize = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 200 }), fc.array(anySize, { maxLength: 8 }), (held, sizes) => {
      const side = held > 0 ? 'sell' : 'buy';
      const opening: LineOrder = { ...ORDER, side: held > 0 ? 'buy' : 'sell', filled_quantity: Math.abs(held) };
      const orders = [opening];
      for (const size of sizes) {
        const quantity = reducingQuantity(orders, { ...WISH, side, quantity: size });
        expect(quantity).toBeLessThanOrEqual(size);
        if (quantity > 0) orders.push({ ...ORDER, side, quantity, filled_quantity: 0, state: 'open' });
      }
      const asked = orders.slice(1).reduce((units, { quantity }) => units + quantity, 0);
      expect(asked).toBe(Math.min(Math.abs(held), held === 0 ? 0 : sizes.reduce((sum, size) => sum + size, 0)));
    }),
    { numRuns: scaledCount('orders by hand that close', 40) },
  );
});
