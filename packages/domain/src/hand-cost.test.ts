import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handCost, type PricedDayOrder } from './hand-cost.ts';
import { closableByHand, dayUnits } from './hand-units.ts';

type Role = PricedDayOrder['role'];

function order(role: Role, side: 'buy' | 'sell', quantity: number, pricePaise: number): PricedDayOrder {
  const place = role === 'own' || role === 'foreign' ? undefined : 'run 1';
  const filled = { filledQuantity: quantity, filledValuePaise: quantity * pricePaise };
  return { role, side, ...filled, settledQuantity: 0, isElsewhere: false, place };
}

const settled = (one: PricedDayOrder, quantity = one.filledQuantity) => ({ ...one, settledQuantity: quantity });

function left(orders: readonly PricedDayOrder[]): number {
  const units = dayUnits(orders);
  const free = units.own + units.foreign + units.handedOver - units.taken;
  return closableByHand(units, { today: free, inAll: free }, 'intraday');
}

const average = (...orders: PricedDayOrder[]) => handCost(orders, left(orders))?.averagePaise;

test('purchases average, a sale leaves the average, and what turns the side begins anew', () => {
  expect(average(order('own', 'buy', 10, 100), order('own', 'buy', 10, 120))).toBe(110);
  expect(average(order('own', 'buy', 10, 100), order('own', 'sell', 5, 200))).toBe(100);
  const [bought, turned] = [order('own', 'buy', 10, 100), order('own', 'sell', 15, 130)];
  expect(handCost([bought, turned], -5)).toEqual({ averagePaise: 130, first: turned });
  expect(average(order('own', 'buy', 10, 100), order('own', 'sell', 10, 200), order('own', 'buy', 3, 90))).toBe(90);
});

test('what a trick handed over came in at the price that the trick paid', () => {
  const handed = settled(order('entry', 'buy', 10, 100));
  expect(average(handed)).toBe(100);
  // It had sold four of them itself.
  expect(average(handed, settled(order('exit', 'sell', 4, 150)))).toBe(100);
  expect(average(handed, order('own', 'buy', 10, 140))).toBe(120);
  // An earlier position of the same run that it closed itself tells nothing.
  const closed = [settled(order('entry', 'buy', 10, 900)), settled(order('exit', 'sell', 10, 950))];
  expect(average(...closed, settled(order('entry', 'buy', 10, 100)))).toBe(100);
});

test('nothing is left of a position that its run closed, and a trick’s own position is not counted', () => {
  expect(average(settled(order('entry', 'buy', 10, 100)), settled(order('exit', 'sell', 10, 90)))).toBeUndefined();
  expect(average(order('entry', 'buy', 10, 100), order('own', 'buy', 5, 200))).toBe(200);
});

test('selling what a trick held was no short sale: what is bought after that costs what was paid for it', () => {
  const taken = { ...order('exit', 'sell', 10, 90), isElsewhere: true };
  const orders = [order('entry', 'buy', 10, 100), order('own', 'sell', 10, 90), taken, order('own', 'buy', 10, 95)];
  expect([left(orders), average(...orders)]).toEqual([10, 95]);
});

test('what is given back to a trick leaves the rest at its price, and nothing that is on the other side', () => {
  const taken = (quantity: number) => ({ ...order('exit', 'sell', quantity, 90), isElsewhere: true });
  const bought = [order('own', 'buy', 10, 95), order('own', 'buy', 10, 105)];
  // All ten that were sold were the trick's: the purchases after that open anew.
  expect(handCost([order('own', 'sell', 10, 90), taken(10), ...bought], 20)?.averagePaise).toBe(100);
  // Four of them were: six were sold short at 90, and bought back with the first of the purchases.
  expect(handCost([order('own', 'sell', 10, 90), taken(4), ...bought], 14)?.averagePaise).toBe(102);
  // What was bought is none of what was taken.
  expect(handCost([order('own', 'buy', 10, 100), taken(4), order('own', 'buy', 10, 200)], 20)?.averagePaise).toBe(150);
  // What a trick sold by itself is none of what its owner sold.
  const short = [order('own', 'sell', 4, 90), order('exit', 'sell', 4, 95), order('own', 'sell', 6, 100)];
  expect(handCost(short, -10)?.averagePaise).toBe(96);
});

test('values are rounded to the nearest paisa', () => {
  const third = { ...order('own', 'buy', 3, 0), filledValuePaise: 100 };
  expect(handCost([third], 3)?.averagePaise).toBe(33);
  // Two of three for ₹1.00 are ₹0.67, and so ₹0.34 each.
  expect(handCost([third, order('own', 'sell', 1, 50)], 2)?.averagePaise).toBe(34);
});

test('whatever was traded, what is left has a price between the lowest and the highest of its side', () => {
  const anyOrder = fc
    .record({
      role: fc.constantFrom('own' as const, 'entry' as const, 'exit' as const, 'foreign' as const),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 50 }),
      pricePaise: fc.integer({ min: 100_00, max: 200_00 }),
      isSettled: fc.boolean(),
      isElsewhere: fc.boolean(),
    })
    .map(({ role, side, quantity, pricePaise, isSettled, isElsewhere }) => ({
      ...order(role, side, quantity, pricePaise),
      ...(isSettled && (role === 'entry' || role === 'exit') ? { settledQuantity: quantity } : {}),
      isElsewhere: isElsewhere && role === 'exit',
    }));
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 12 }), (orders) => {
      const units = left(orders);
      const cost = handCost(orders, units);
      expect(cost === undefined).toBe(units === 0);
      if (cost) expect(Math.abs(cost.averagePaise - 150_00)).toBeLessThanOrEqual(50_01);
    }),
    { numRuns: 2_000 },
  );
});
