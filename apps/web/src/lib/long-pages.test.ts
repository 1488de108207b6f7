import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONG_PAGE, pagesWith } from './long-pages.ts';

test('the pages of rows hold each of them, and no page that holds none', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(500), (first, more) => {
      const last = first + more;
      const pages = pagesWith(first, last);
      const holds = (row: number) => pages.some((page) => row >= (page - 1) * LONG_PAGE && row < page * LONG_PAGE);
      expect([first, last, first + Math.floor(more / 2)].every(holds)).toBe(true);
      expect(pages.every((page) => (page - 1) * LONG_PAGE <= last && page * LONG_PAGE > first)).toBe(true);
    }),
  );
});

test('an empty view is that of its first row', () => {
  expect(pagesWith(0, -1)).toEqual([1]);
  expect(pagesWith(99, 100)).toEqual([1, 2]);
});
