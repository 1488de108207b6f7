import { expect, test } from 'vitest';
import { ratioOfFactor } from './corporate-action.ts';

test.each([
  ['0.2', 1, 5],
  ['0.5', 1, 2],
  ['0.75', 3, 4],
  ['0.66666667', 2, 3],
  ['0.06666667', 1, 15],
  ['0.33333333', 1, 3],
  ['0.6', 3, 5],
  ['0.01', 1, 100],
  ['10', 10, 1],
])('the factor %s is %i old units for %i new ones', (text, oldUnits, newUnits) => {
  expect(ratioOfFactor(text)).toEqual({ oldUnits, newUnits });
});

test.each(['', '1', '1.0', '0', '-0.5', 'half', '0.123456789', '1e-1'])('%s stands for no ratio', (text) => {
  expect(ratioOfFactor(text)).toBeUndefined();
});
