import { expect, test } from 'vitest';
import { BookTurn } from './book-turn.ts';

const SETTINGS = { bookEveryMs: 1_250, idleBookEveryMs: 5_000 };
const NONE = { hasOrders: false, needsBook: false };
const QUIET = { hasOrders: true, needsBook: false };
const DOUBT = { hasOrders: true, needsBook: true };

test('a desk without orders asks for no book, and its first order does not use up a turn', () => {
  const turn = new BookTurn(SETTINGS);
  turn.asked(1_000);
  turn.missed();
  expect(turn.isDue({ ...NONE, wall: 1_100 })).toBe(false);
  expect(turn.isDue({ ...NONE, wall: 3_600_000 })).toBe(false);
  expect(turn.isDue({ ...QUIET, wall: 3_600_100 })).toBe(false);
  expect(turn.isDue({ ...DOUBT, wall: 3_600_200 })).toBe(true);
});

test('without any doubt the book is read all the same, seldom', () => {
  const turn = new BookTurn(SETTINGS);
  turn.asked(10_000);
  expect(turn.isDue({ ...QUIET, wall: 14_900 })).toBe(false);
  expect(turn.isDue({ ...QUIET, wall: 15_000 })).toBe(true);
});

test('doubt waits for the turn, and a missed word of the broker’s does not', () => {
  const turn = new BookTurn(SETTINGS);
  turn.asked(10_000);
  expect(turn.isDue({ ...DOUBT, wall: 11_200 })).toBe(false);
  expect(turn.isDue({ ...DOUBT, wall: 11_250 })).toBe(true);
  turn.missed();
  expect(turn.isDue({ ...QUIET, wall: 10_100 })).toBe(true);
  turn.asked(10_110);
  expect(turn.isDue({ ...QUIET, wall: 10_200 })).toBe(false);
});
