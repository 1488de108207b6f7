import { expect, test } from 'vitest';
import { changeOf, problemsOf, resultAt } from './levels-input.ts';

test('a mistyped price is named at its field, and nothing at all at the stop', () => {
  expect(problemsOf({ stopLoss: Number.NaN, target: -1 })).toEqual({ stopLoss: 'wrong', target: 'wrong' });
  expect(problemsOf({ stopLoss: undefined, target: undefined })).toEqual({ stopLoss: 'empty' });
  expect(problemsOf({ stopLoss: 590.05, target: undefined })).toEqual({});
});

test('only a level that was changed is sent', () => {
  const position = { stopLoss: 590, target: 620 };
  expect(changeOf({ stopLoss: 590, target: 625 }, position)).toEqual({ target: 625 });
  expect(changeOf({ stopLoss: 590, target: 620 }, position)).toEqual({});
  expect(changeOf({ stopLoss: 595, target: undefined }, {})).toEqual({ stopLoss: 595 });
});

test('what a stop would cost follows the side', () => {
  const held = { quantity: 10, averagePrice: 600 };
  expect(resultAt(590.05, { ...held, side: 'buy' })).toBe(-99_50);
  expect(resultAt(590.05, { ...held, side: 'sell' })).toBe(99_50);
  expect(resultAt(Number.NaN, { ...held, side: 'buy' })).toBeUndefined();
});
