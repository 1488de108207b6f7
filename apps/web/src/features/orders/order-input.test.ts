import type { OwnOrderRow } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import {
  accountOf,
  changesOf,
  changeWishOf,
  isUnmade,
  NO_ORDER,
  problemsOf,
  whenAgain,
  wishOf,
} from './order-input.ts';

const ORDER = { ...NO_ORDER, symbol: 'SBIN', quantity: 10, price: 599.95 };

test('nothing is asked of the server until everything that an order needs is there', () => {
  expect(wishOf(NO_ORDER)).toBeUndefined();
  expect(wishOf({ ...ORDER, price: Number.NaN })).toBeUndefined();
  expect(wishOf(ORDER)).toEqual({ symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 10, price: 599.95 });
  expect(wishOf({ ...ORDER, brokerId: 3, triggerPrice: 599 })).toMatchObject({ brokerId: 3, triggerPrice: 599 });
});

test('an order goes to the only account, and of several to none before one is chosen', () => {
  const accounts = [{ brokerId: 3 }, { brokerId: 4 }];
  expect(accountOf([{ brokerId: 3 }], undefined)).toEqual({ brokerId: 3 });
  expect(accountOf(accounts, undefined)).toBeUndefined();
  expect(accountOf(accounts, 4)).toEqual({ brokerId: 4 });
  expect(accountOf(accounts, 5)).toBeUndefined();
  expect(accountOf([], undefined)).toBeUndefined();
});

test('every wrong field is named at once', () => {
  const wrong = { ...ORDER, symbol: '', quantity: 1.5, price: 0, triggerPrice: -1 };
  expect(Object.keys(problemsOf(wrong))).toEqual(['symbol', 'quantity', 'price', 'triggerPrice']);
  expect(problemsOf({ ...ORDER, quantity: 100_001 })).toEqual({ quantity: 'quantity' });
});

test('a change asks only for what differs', () => {
  const order = { quantity: 10, price: 599.95, triggerPrice: undefined };
  expect(changesOf(order, order)).toEqual({});
  expect(changesOf({ ...order, price: 600 }, order)).toEqual({ price: 600 });
});

test('a change was refused where the broker has answered and the order is not what was asked for', () => {
  const order = { quantity: 10, price: 599.95, status: 'open' } as OwnOrderRow;
  expect(isUnmade({ price: 601 }, { order, onItsWay: false })).toBe(true);
  expect(isUnmade({ triggerPrice: 601 }, { order: { ...order, triggerPrice: 600 }, onItsWay: false })).toBe(true);
  expect(isUnmade({ price: 599.95 }, { order, onItsWay: false })).toBe(false);
  // Its answer is awaited, or the order has ended meanwhile, which is said by itself.
  expect(isUnmade({ price: 601 }, { order, onItsWay: true })).toBe(false);
  expect(isUnmade({ price: 601 }, { order: { ...order, status: 'filled' }, onItsWay: false })).toBe(false);
});

test('a change is previewed as the whole order at its new shape, and not below what is filled', () => {
  const order: OwnOrderRow = {
    ...{ orderId: 7, brokerId: 3, badge: 'live_simulated', placedBy: 'own', symbol: 'SBIN', exchange: 'NSE' },
    ...{ side: 'sell', product: 'INTRADAY', kind: 'stop_limit', quantity: 10, filledQuantity: 4, price: 598 },
    ...{ triggerPrice: 599, status: 'open', createdAt: '2026-01-05T09:30:00+05:30' },
  };
  const values = { quantity: 12, price: 597, triggerPrice: undefined };
  expect(changeWishOf(order, values)).toEqual({
    ...{ replaces: 7, brokerId: 3, symbol: 'SBIN', side: 'sell', product: 'INTRADAY' },
    ...{ quantity: 12, price: 597, triggerPrice: 599 },
  });
  expect(changeWishOf(order, { ...values, quantity: 4 })).toBeUndefined();
  expect(changeWishOf(order, { ...values, price: Number.NaN })).toBeUndefined();
});

test('what stands in the way of an order is asked for again while it does, and nothing else is', () => {
  expect(whenAgain({ preview: { problems: [{ sentence: 'The market is closed.' }] } })).toBe(5_000);
  expect(whenAgain({ preview: { problems: [] } })).toBe(false);
  expect(whenAgain(undefined)).toBe(false);
});
