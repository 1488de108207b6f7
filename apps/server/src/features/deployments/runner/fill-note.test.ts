import { expect, test } from 'vitest';
import { fillNote } from './fill-note.ts';

const whole = { quantity: 10, wanted: 10, isLast: true };

test('a whole fill without a quote has nothing to add', () => {
  expect(fillNote(whole)).toBeUndefined();
});

test('crossing the spread is told in rupees, also where the other side was better', () => {
  expect(fillNote({ ...whole, spreadPaise: 1_250 })).toBe('crossing the spread cost ₹12.50');
  expect(fillNote({ ...whole, spreadPaise: 0 })).toBe('crossing the spread cost nothing');
  expect(fillNote({ ...whole, spreadPaise: -50 })).toBe('the other side was ₹0.50 better than the last price');
});

test('less than was wanted says whether the market showed no more, the cash did not pay, or both', () => {
  expect(fillNote({ ...whole, quantity: 4 })).toBe('4 of 10: the cash at hand did not pay for more');
  expect(fillNote({ ...whole, quantity: 4, unshownQuantity: 6, spreadPaise: 40 })).toBe(
    '4 of 10: the market showed no more; crossing the spread cost ₹0.40',
  );
  expect(fillNote({ ...whole, quantity: 3, unshownQuantity: 6 })).toBe(
    '3 of 10: the market showed no more, and the cash at hand did not pay for more',
  );
});

test('a part that more may follow says how far the order has come', () => {
  expect(fillNote({ quantity: 4, wanted: 10, isLast: false })).toBe('4 of 10');
  expect(fillNote({ quantity: 4, wanted: 10, isLast: false, unshownQuantity: 6 })).toBe(
    '4 of 10: the market showed no more',
  );
  expect(fillNote({ quantity: 10, wanted: 10, isLast: false })).toBeUndefined();
});
