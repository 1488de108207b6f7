import { expect, test } from 'vitest';
import { unknownSteps } from './migrate.ts';

test('a fresh database and one that is behind have nothing unknown', () => {
  expect(unknownSteps(['0001', '0002'], [])).toEqual([]);
  expect(unknownSteps(['0001', '0002'], ['0001'])).toEqual([]);
});

test('a release recognises what a later one has added', () => {
  expect(unknownSteps(['0001'], ['0001', '0002', '0003'])).toEqual(['0002', '0003']);
});

test('a database with another history is refused', () => {
  expect(() => unknownSteps(['0001-accounts'], ['0001-people'])).toThrow('0001-people');
});
