import fc from 'fast-check';
import { expect, test } from 'vitest';
import { symbolsInShort } from './symbol-list.ts';

test('a long list of symbols shows the first two and how many more there are', () => {
  expect(symbolsInShort(['RELIANCE', 'TCS', 'INFY', 'SBIN', 'ITC', 'LT'])).toBe('RELIANCE, TCS +4');
  expect(symbolsInShort(['RELIANCE', 'TCS', 'INFY'])).toBe('RELIANCE, TCS, INFY');
  expect(symbolsInShort(['SBIN'])).toBe('SBIN');
});

test('names shown and names counted are all of them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('SBIN', 'TCS', 'INFY'), { minLength: 1, maxLength: 40 }), (symbols) => {
      const [names = '', more = '0'] = symbolsInShort(symbols).split(' +');
      expect(names.split(', ').length + Number(more)).toBe(symbols.length);
    }),
  );
});
