import { expect, test } from 'vitest';
import { isAllowed, textOf, valuesIn } from './changes.ts';

test('other values stand in the address, and what is not one is left out', () => {
  expect(valuesIn(textOf({ fast: 8, slow_2: 30.5 }))).toEqual({ fast: 8, slow_2: 30.5 });
  expect(valuesIn('fast:8,Slow:2,slow:x,:3,deep:')).toEqual({ fast: 8 });
  expect(valuesIn(undefined)).toBeUndefined();
  expect(valuesIn('')).toBeUndefined();
});

test('a value is allowed inside its range and on its steps', () => {
  const range = { name: 'far', default: 1, min: 0.1, max: 2, step: 0.1, value: 1 };
  for (const value of [0.1, 0.3, 1.7, 2]) expect(isAllowed(value, range), `${value}`).toBe(true);
  for (const value of [0, 2.1, 0.15, Number.NaN, undefined]) expect(isAllowed(value, range), `${value}`).toBe(false);
});
