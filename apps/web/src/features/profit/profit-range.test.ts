import { expect, test } from 'vitest';
import { daysOf, isNarrowed, presetOf, profitInput } from './profit-range.ts';

const TODAY = '2026-03-31';
const ALL = { type: 'Live', brokerId: 0 } as const;

test('a preset counts its days with today, and the financial year begins in April', () => {
  expect(daysOf('week', TODAY)).toEqual({ from: '2026-03-25', to: undefined });
  expect(daysOf('month', TODAY).from).toBe('2026-03-02');
  expect(daysOf('year', TODAY).from).toBe('2025-04-01');
  expect(daysOf('year', '2026-04-01').from).toBe('2026-04-01');
});

test('days in the address are known again as their preset; others are one’s own', () => {
  expect(presetOf({ from: '2026-03-25', to: undefined }, TODAY)).toBe('week');
  expect(presetOf({ from: undefined, to: undefined }, TODAY)).toBe('all');
  expect(presetOf({ from: '2026-03-25', to: '2026-03-26' }, TODAY)).toBeUndefined();
});

test('what an address cannot mean narrows nothing', () => {
  expect(profitInput({ from_date: '2026-13-01', robo_pro: 'x' }, ALL)).toEqual(ALL);
  expect(isNarrowed({ from_date: 'x', robo_pro: '' })).toBe(false);
  const asked = { from_date: '2026-01-02', to_date: '2026-01-02', robo_pro: '0' };
  const days = { from_date: '2026-01-02', to_date: '2026-01-02' };
  expect(profitInput(asked, ALL)).toEqual({ ...ALL, ...days, roboPro: false });
  expect(isNarrowed(asked)).toBe(true);
});
