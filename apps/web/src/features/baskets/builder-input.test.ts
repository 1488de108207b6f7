import { expect, test } from 'vitest';
import { addInput, equalWeights, type NameRow, problemsOf, scaledWeights, sumOf, withName } from './builder-input.ts';

const row = (symbol: string, weight?: number): NameRow => ({ symbol, name: symbol, weight });

test('everything that is wrong is told at once, and nothing about what is right', () => {
  expect(problemsOf({ name: ' ', benchmark: 'nifty 50', rows: [] })).toEqual({
    ...{ name: 'name', benchmark: 'benchmark', rows: 'noNames' },
  });
  expect(problemsOf({ name: 'Mine', benchmark: '', rows: [row('TCS', 60), row('SBIN', 40)] })).toEqual({});
  expect(problemsOf({ name: 'Mine', benchmark: '', rows: [row('TCS', 60), row('SBIN', 39.99)] }).rows).toBe('sum');
  expect(problemsOf({ name: 'Mine', benchmark: '', rows: [row('TCS', 100), row('SBIN')] }).rows).toBe('weights');
});

test('hundredths that floats cannot hold still add up to 100', () => {
  const rows = [row('A', 33.33), row('B', 33.33), row('C', 33.34)];
  expect(sumOf(rows)).toBe(100);
  expect(addInput({ name: ' Mine ', benchmark: '', rows }, 3)).toEqual({
    name: 'Mine',
    constituents: rows.map(({ symbol, weight }) => ({ symbol, weightPercent: weight })),
    fromBasketId: 3,
  });
});

test('a name is put in once', () => {
  expect(withName([row('TCS', 10)], { symbol: 'TCS', name: 'TCS' })).toHaveLength(1);
  expect(withName([row('TCS', 10)], { symbol: 'SBIN', name: 'SBIN' })).toHaveLength(2);
});

test('weights can be brought to 100 and stay in the same order', () => {
  expect(scaledWeights([row('A', 20), row('B', 30)]).map(({ weight }) => weight)).toEqual([40, 60]);
  expect(scaledWeights([row('A', 20), row('B')])).toEqual([row('A', 20), row('B')]);
});

test('equal weights add up to 100 for any number of names', () => {
  for (let names = 1; names <= 30; names += 1) {
    const rows = equalWeights(Array.from({ length: names }, (_, i) => row(`S${i}`)));
    expect(sumOf(rows)).toBe(100);
    expect(problemsOf({ name: 'Mine', benchmark: '', rows })).toEqual({});
  }
});
