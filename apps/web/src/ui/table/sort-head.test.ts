import { expect, test } from 'vitest';
import { nextSort } from './sort-head.tsx';

test('a head pressed three times comes back to the order of the list', () => {
  const once = nextSort('', 'name');
  const twice = nextSort(once, 'name');
  expect([once, twice, nextSort(twice, 'name')]).toEqual(['name', '-name', '']);
  expect(nextSort('-price', 'name')).toBe('name');
});
