import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeliveredPart, deliveryUnits, leftOfPurchases } from './delivery-units.ts';

const part = (side: 'buy' | 'sell', quantity: number, at?: number): DeliveredPart => ({ side, quantity, at });

test('what is bought after a sale out of holdings is there, and what is sold after a purchase is not', () => {
  expect(leftOfPurchases([part('sell', 46, 1), part('buy', 45, 2)])).toBe(45);
  expect(leftOfPurchases([part('buy', 45, 1), part('sell', 46, 2)])).toBe(0);
  expect(leftOfPurchases([part('buy', 10, 1), part('sell', 4, 2), part('buy', 1, 3)])).toBe(7);
});

test('of the same second, or without a time, the sale counts as the earlier one', () => {
  expect(leftOfPurchases([part('buy', 45, 2), part('sell', 46, 2)])).toBe(45);
  expect(leftOfPurchases([part('buy', 45, 2), part('sell', 46)])).toBe(45);
  expect(leftOfPurchases([part('buy', 45), part('sell', 46, 2)])).toBe(45);
});

test('never less than there is, whether or not the holdings are whole on the day of a sale', () => {
  const anyPart = fc.record({ side: fc.constantFrom('buy', 'sell'), quantity: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.array(anyPart, { maxLength: 8 }), (opening, wanted) => {
      let [holdings, today, net] = [opening, 0, 0];
      const done: DeliveredPart[] = [];
      for (const [at, { side, quantity: wish }] of wanted.entries()) {
        const quantity = side === 'buy' ? wish : Math.min(wish, holdings + today);
        if (quantity === 0) continue;
        done.push({ side, quantity, at });
        net += side === 'buy' ? quantity : -quantity;
        const ofToday = side === 'buy' ? -quantity : Math.min(today, quantity);
        today -= ofToday;
        if (side === 'sell') holdings -= quantity - ofToday;
      }
      const left = leftOfPurchases(done);
      expect(deliveryUnits(holdings, net, left)).toBe(holdings + today);
      expect(deliveryUnits(opening, net, left)).toBeGreaterThanOrEqual(opening + net);
    }),
  );
});
