import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { LastPrices } from './last-prices.ts';

const CLOSE = indiaMoment('2026-07-27', 929);
const OPEN = indiaMoment('2026-07-28', 555);

test('the first price of a session is told from those that follow', () => {
  const prices = new LastPrices();
  expect(prices.note(1, CLOSE, 100_00)).toBe(true);
  expect(prices.note(1, CLOSE + 1_000, 100_05)).toBe(false);
  expect(prices.note(1, OPEN, 97_00)).toBe(true);
  expect(prices.of(1)).toBe(97_00);
});

test('after the opening an instrument is waited for until it has traded, and two seconds at most', () => {
  const prices = new LastPrices();
  prices.note(1, CLOSE, 100_00);
  prices.note(2, CLOSE, 100_00);
  prices.follow(true, 0);
  prices.follow(false, 50_000);
  prices.follow(true, 90_000);
  prices.follow(true, 91_000);
  prices.note(2, OPEN, 98_00);
  const awaited = (wall: number) => [1, 2, 3].map((id) => prices.awaits(id, { at: OPEN, wall }));
  expect(awaited(91_000)).toEqual([true, false, true]);
  expect(awaited(92_000)).toEqual([false, false, false]);
});
