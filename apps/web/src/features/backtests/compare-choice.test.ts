import { expect, test } from 'vitest';
import { comparePath, isComparable, runsNamedIn, toggled } from './compare-choice.ts';

test('an address names each back-test once, in its order, and what is no id is left out', () => {
  expect(runsNamedIn('3, 1,3,x,0,-2,99999999999')).toEqual([3, 1]);
  expect(runsNamedIn(undefined)).toEqual([]);
  expect(runsNamedIn(new URL(comparePath([7, 2]), 'http://x').searchParams.get('runs') ?? '')).toEqual([7, 2]);
});

test('two to four back-tests are compared; a fifth is not taken into the choice', () => {
  expect([[1], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5]].map(isComparable)).toEqual([false, true, true, false]);
  expect(toggled([1, 2, 3, 4], 5)).toEqual([1, 2, 3, 4]);
  expect(toggled([1, 2, 3, 4], 2)).toEqual([1, 3, 4]);
  expect(toggled([1], 2)).toEqual([1, 2]);
});
