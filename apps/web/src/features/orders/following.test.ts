import { expect, test } from 'vitest';
import { followed } from './following.ts';
import { changesOf } from './order-input.ts';

const OPENED = { quantity: 10, price: 600, triggerPrice: undefined };

test('what nobody has typed follows the order, and what was typed stays', () => {
  expect(followed({ ...OPENED, quantity: 8 }, OPENED, { ...OPENED, price: 605, quantity: 12 })).toEqual({ price: 605 });
  expect(followed(OPENED, OPENED, OPENED)).toEqual({});
});

test('who changes the quantity does not take back the price that another tab has given the order meanwhile', () => {
  const latest = { ...OPENED, price: 605 };
  const typed = { ...OPENED, quantity: 8 };
  expect(changesOf({ ...typed, ...followed(typed, OPENED, latest) }, latest)).toEqual({ quantity: 8 });
});

test('an order that closes a position is for what is left of it', () => {
  const held = { side: 'sell', quantity: 10, price: 600 } as const;
  expect(followed(held, held, { ...held, quantity: 4 })).toEqual({ quantity: 4 });
});
