import { expect, test } from 'vitest';
import { readAllPages } from './all-pages.ts';
import { routeId } from './route-id.ts';

const pagesOf = (rows: readonly number[], total = rows.length) => {
  const asked: number[] = [];
  const read = async (pageNumber: number, pageSize: number) => {
    asked.push(pageNumber);
    return { rows: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total };
  };
  return { asked, read };
};

test('a file has every row of the set in its order, and no page is asked for in vain', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => i);
  const { asked, read } = pagesOf(rows);
  expect(await readAllPages(read)).toEqual(rows);
  expect(asked).toEqual([1, 2, 3]);
});

test('rows that went away while reading end it', async () => {
  const { asked, read } = pagesOf([1, 2, 3], 500);
  expect(await readAllPages(read)).toEqual([1, 2, 3]);
  expect(asked).toEqual([1, 2]);
});

test('only a whole positive number is an id in an address', () => {
  expect(routeId('42')).toBe(42);
  expect(['0', '-1', '1.5', 'abc', '', '99999999999', undefined].map(routeId)).toEqual(Array(7).fill(undefined));
});
