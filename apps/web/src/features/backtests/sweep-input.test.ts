import { describe, expect, test } from 'vitest';
import { combinationsOf, firstRow, type SweepRow, sweepOf, sweepProblem, valuesOf } from './sweep-input.ts';

const fast = { name: 'fast', default: 5, min: 4, max: 30, step: 1 };
const share = { name: 'share', default: 0.3, min: 0.1, max: 2, step: 0.1 };
const parameters = [fast, share];
const row = (changes: Partial<SweepRow> = {}): SweepRow => ({ name: 'fast', from: 4, to: 8, step: 2, ...changes });
const problemOf = (changes: Partial<SweepRow>, beside: { other?: SweepRow; instruments?: number } = {}) =>
  sweepProblem(row(changes), { other: beside.other, parameters, instruments: beside.instruments ?? 1 });

test('a range is read from its first to its last value, decimals as they look', () => {
  expect(valuesOf(row())).toEqual([4, 6, 8]);
  expect(valuesOf({ name: 'share', from: 0.1, to: 0.7, step: 0.2 })).toEqual([0.1, 0.3, 0.5, 0.7]);
  expect(valuesOf(row({ to: 9 }))).toEqual([4, 6, 8]);
  expect(valuesOf(row({ to: 1e9 })).length).toBe(101);
});

test('a parameter is offered two steps to each side of its own value, within its range', () => {
  expect(firstRow(fast)).toEqual({ name: 'fast', from: 4, to: 7, step: 1 });
  expect(firstRow(share)).toEqual({ name: 'share', from: 0.1, to: 0.5, step: 0.1 });
});

test('combinations are counted and sent by name; without a row nothing is sent', () => {
  const other = { name: 'share', from: 0.1, to: 0.2, step: 0.1 };
  expect(combinationsOf([row(), other])).toBe(6);
  expect(combinationsOf([undefined, undefined])).toBe(1);
  expect(sweepOf([row(), other])).toEqual({ fast: [4, 6, 8], share: [0.1, 0.2] });
  expect(sweepOf([undefined, undefined])).toBeUndefined();
});

describe('what the call refuses', () => {
  test('is found before it is sent', () => {
    expect(problemOf({})).toBeUndefined();
    for (const wrong of [{ from: undefined }, { to: Number.NaN }, { step: 0 }, { from: 9 }]) {
      expect(problemOf(wrong)).toBe('badRange');
    }
    expect(problemOf({ from: 3 })).toBe('offStep');
    expect(problemOf({ from: 4.5 })).toBe('offStep');
    expect(problemOf({}, { other: row() })).toBe('sameParameter');
    expect(problemOf({ from: 4, to: 30, step: 1 }, { other: { name: 'share', from: 0.1, to: 0.4, step: 0.1 } })).toBe(
      'manyCombinations',
    );
    expect(problemOf({ from: 4, to: 30, step: 1 }, { instruments: 20 })).toBe('manyRuns');
  });
});
