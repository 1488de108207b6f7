import { expect, test } from 'vitest';
import { changeOf, problemsOf, valuesOf } from './settings-input.ts';

const SETTINGS = {
  capitalPaise: 1_00_000_00,
  quantityMultiplier: 1,
  maxLossPerDayPaise: 2_000_00,
  squareOff: '15:10',
  product: 'INTRADAY',
  notify: { trades: true, halts: true },
} as const;
const MIN = 40_000_00;
const typed = (changes: Partial<ReturnType<typeof valuesOf>>) => ({ ...valuesOf(SETTINGS), ...changes });

test('settings that were not touched change nothing', () => {
  expect(changeOf(valuesOf(SETTINGS), SETTINGS)).toEqual({});
  expect(problemsOf(valuesOf(SETTINGS), MIN)).toEqual({});
});

test('amounts are typed in rupees and sent in paise', () => {
  expect(changeOf(typed({ capital: 2_50_000.5 }), SETTINGS)).toEqual({ capitalPaise: 2_50_000_50 });
  expect(changeOf(typed({ capital: 10_00_000 }), SETTINGS)).toEqual({ capitalPaise: 10_00_000_00 });
});

test('an emptied limit is taken away, and one that is no number is refused instead', () => {
  expect(changeOf(typed({ maxLoss: undefined }), SETTINGS)).toEqual({ maxLossPerDayPaise: null });
  expect(problemsOf(typed({ maxLoss: Number.NaN }), MIN)).toEqual({ maxLoss: 'wrongAmount' });
});

test('only the notices are sent where only they were changed, so that a running trick takes them', () => {
  expect(changeOf(typed({ notifyTrades: false }), SETTINGS)).toEqual({ notify: { trades: false, halts: true } });
});

test('too little capital, a fraction of a trade and a wrong time are named at their fields', () => {
  expect(problemsOf(typed({ capital: 39_999.99, multiplier: 1.5, maxTrades: 0, squareOff: '3:10' }), MIN)).toEqual({
    capital: 'tooSmall',
    multiplier: 'wrongCount',
    maxTrades: 'wrongCount',
    squareOff: 'wrongTime',
  });
});
