import { expect, test } from 'vitest';
import { daysOf, type Sip, sipInput, sipValuesOf, withFrequency } from './sip-input.ts';

const sip: Sip = { status: 'active', amountPaise: 5_000_00, frequency: 'monthly', day: 31, nextDates: [] };

test('days of a month are those that every month has, and one that was set elsewhere stays', () => {
  expect(daysOf('weekly')).toEqual(['1', '2', '3', '4', '5']);
  expect(daysOf('monthly')).toHaveLength(28);
  expect(daysOf('quarterly', 31).at(-1)).toBe('31');
  expect(daysOf('weekly', 31)).toHaveLength(5);
});

test('a SIP that is set is what its form begins with', () => {
  expect(sipValuesOf(sip)).toEqual({ amount: 5_000, frequency: 'monthly', day: '31' });
  expect(sipValuesOf(undefined).amount).toBeUndefined();
});

test('another frequency never keeps a day that it does not have', () => {
  expect(withFrequency(sipValuesOf(sip), 'weekly').day).toBe('1');
  expect(withFrequency({ amount: 1, frequency: 'monthly', day: '3' }, 'weekly').day).toBe('3');
});

test('rupees as typed are sent as paise', () => {
  expect(sipInput(7, { amount: 2_500.5, frequency: 'weekly', day: '2' })).toEqual({
    ...{ myBasketId: 7, status: 'active', amountPaise: 2_500_50, frequency: 'weekly', day: 2 },
  });
});
