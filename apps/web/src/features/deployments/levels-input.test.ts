import { expect, test } from 'vitest';
import { changeOf, problemsOf, resultAt } from './levels-input.ts';

test('a mistyped price is named at its field, and nothing at all at the stop', () => {
  expect(problemsOf({ stopLoss: Number.NaN, target: -1, trailing: '' })).toEqual({
    stopLoss: 'wrong',
    target: 'wrong',
  });
  expect(problemsOf({ stopLoss: undefined, target: undefined, trailing: '' })).toEqual({ stopLoss: 'empty' });
  expect(problemsOf({ stopLoss: 590.05, target: undefined, trailing: '' })).toEqual({});
});

test('only a level that was changed is sent', () => {
  const position = { stopLoss: 590, target: 620 };
  expect(changeOf({ stopLoss: 590, target: 625, trailing: '' }, position)).toEqual({ target: 625 });
  expect(changeOf({ stopLoss: 590, target: 620, trailing: '' }, position)).toEqual({});
  expect(changeOf({ stopLoss: 595, target: undefined, trailing: '' }, {})).toEqual({ stopLoss: 595 });
});

test('whether the stop follows the price is sent alone where only that was chosen, and not where it was left', () => {
  const position = { stopLoss: 590, target: 620 };
  expect(changeOf({ ...position, trailing: 'stays' }, position)).toEqual({ trailing: false });
  expect(changeOf({ ...position, trailing: 'follows' }, position)).toEqual({ trailing: true });
  expect(changeOf({ ...position, trailing: '' }, position)).not.toHaveProperty('trailing');
  expect(problemsOf({ stopLoss: undefined, target: undefined, trailing: 'stays' })).toEqual({});
});

test('what a stop would cost follows the side', () => {
  const held = { quantity: 10, averagePrice: 600 };
  expect(resultAt(590.05, { ...held, side: 'buy' })).toBe(-99_50);
  expect(resultAt(590.05, { ...held, side: 'sell' })).toBe(99_50);
  expect(resultAt(Number.NaN, { ...held, side: 'buy' })).toBeUndefined();
});
