import { expect, test } from 'vitest';
import { OtherAmounts } from './other-amounts.ts';

test('a number stays with its unit, and comes back with it', () => {
  const amounts = new OtherAmounts<'share' | 'risk' | 'points'>({ share: 20, risk: 1 });
  expect(amounts.change('share', 35, 'risk')).toBe(1);
  expect(amounts.change('risk', 0.5, 'points')).toBeUndefined();
  expect(amounts.change('points', undefined, 'share')).toBe(35);
  expect(amounts.change('share', undefined, 'risk')).toBe(0.5);
  // What was emptied stays empty.
  expect(amounts.change('risk', 0.5, 'share')).toBeUndefined();
});
