import { expect, test } from 'vitest';
import { wholeSymbol } from './whole-symbol.ts';

const FOUND = ['ITCHOTELS', 'ITC'].map((symbol) => ({ symbol, name: symbol }));

test.each([
  ['itc ', 'ITC'],
  ['ITCHOTELS', 'ITCHOTELS'],
  ['IT', undefined],
  ['', undefined],
])('of what was found “%s” is %s', (typed, symbol) => {
  expect(wholeSymbol(typed, FOUND)?.symbol).toBe(symbol);
});
