import { expect, test } from 'vitest';
import { monthlyRows } from '../../ui/charts/monthly.ts';
import { catalogueInput, catalogueState, isFiltered } from './catalogue-view.ts';

test('the catalogue opens as cards, best return first, without filters', () => {
  expect(catalogueState({})).toEqual({ view: 'cards', category: undefined, risk: undefined });
  expect(catalogueInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
});

test('an address with filters asks for just that', () => {
  const query = { category: 'vwap', risk: 'low', sort: '-drawdown', search: 'SBIN', page: '3', view: 'table' };
  expect(catalogueInput(query)).toEqual({
    pageNumber: 3,
    pageSize: 12,
    category: 'vwap',
    risk: 'low',
    sort: '-drawdown',
    Search: 'SBIN',
  });
  expect(catalogueState(query).view).toBe('table');
});

test('words that the catalogue does not know are left out instead of being refused by the server', () => {
  expect(catalogueInput({ category: 'magic', risk: '5', sort: 'magic', page: '0' })).toEqual(catalogueInput({}));
  expect(isFiltered({ category: 'magic', view: 'table' })).toBe(false);
  expect(isFiltered({ risk: 'high' })).toBe(true);
});

test('a year shows twelve months and what they compound to, the newest year first', () => {
  const rows = monthlyRows([
    { month: '2025-12', returnPercent: 1 },
    { month: '2026-01', returnPercent: 10 },
    { month: '2026-03', returnPercent: -10 },
  ]);
  expect(rows.map((row) => row.name)).toEqual(['2026', '2025']);
  expect(rows[0]?.cells.slice(0, 12)).toEqual([10, undefined, -10, ...Array(9).fill(undefined)]);
  expect(rows[0]?.cells.at(-1)).toBeCloseTo(-1, 10);
  expect(rows[1]?.cells.at(-1)).toBeCloseTo(1, 10);
});

test('a year that the report tells is shown as told, and what has no return is no return of nothing', () => {
  // Rounded, months come to something else: twelve of 0.004 % are 0.05 %, and each of them is told as 0.00 %.
  const months = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}`);
  const rows = monthlyRows(
    [...months.map((month) => ({ month, returnPercent: 0 })), { month: '2026-01' }],
    [{ year: '2025', returnPercent: 0.05 }, { year: '2026' }],
  );
  expect(rows.map(({ cells }) => cells.at(-1))).toEqual([undefined, 0.05]);
  expect(rows[0]?.cells[0]).toBeUndefined();
});
