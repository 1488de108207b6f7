import { expect, test } from 'vitest';
import { paiseOf } from '../../lib/paise.ts';
import { problemsOf, type WithdrawValues } from './withdraw-input.ts';

const TERMS = { proof: 'password', minPaise: 100_00, dayLeftPaise: 40_000_00 } as const;
const VALUES: WithdrawValues = { wallet: '2', amount: 500, password: 'x', totp: '' };
const FREE = 50_000_00;

test('rupees become whole paise, and what has parts of a paisa is none', () => {
  expect([paiseOf(100), paiseOf(100.1), paiseOf(1_234.56), paiseOf(0.29)]).toEqual([10_000, 10_010, 123_456, 29]);
  expect([paiseOf(100.001), paiseOf(Number.NaN), paiseOf(undefined)]).toEqual([undefined, undefined, undefined]);
});

test.each([
  [undefined, 'amountMissing'],
  [Number.NaN, 'amountWrong'],
  [10.123, 'amountWrong'],
  [99.99, 'amountTooSmall'],
  [100, undefined],
  [40_000, undefined],
  [40_000.01, 'amountAboveDay'],
  [50_000.01, 'amountTooLarge'],
])('%s rupees: %s', (amount, problem) => {
  expect(problemsOf({ ...VALUES, amount }, TERMS, FREE)).toEqual(problem === undefined ? {} : { amount: problem });
});

test('everything that is missing is said at once, and the proof that is asked for alone', () => {
  const empty = { ...VALUES, amount: undefined, password: '' };
  expect(problemsOf(empty, TERMS, FREE)).toEqual({ amount: 'amountMissing', password: 'passwordMissing' });
  expect(problemsOf(empty, { ...TERMS, proof: 'totp' }, FREE)).toEqual({
    amount: 'amountMissing',
    totp: 'codeMissing',
  });
});
