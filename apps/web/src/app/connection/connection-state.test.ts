import { expect, test } from 'vitest';
import { ageOf } from './connection-state.ts';

test.each([
  [59_999, 'moments', 0],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [90_000_000, 'hours', 25],
])('%i ms are %s %i', (ms, unit, value) => {
  expect(ageOf(1_000, 1_000 + ms)).toEqual({ unit, value });
});
