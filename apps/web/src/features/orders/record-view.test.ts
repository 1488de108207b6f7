import { expect, test } from 'vitest';
import { isFiltered, ordersInput, positionsInput, recordFilter, tradesInput } from './record-view.ts';

test('records open live, twelve a page, without filters', () => {
  expect(tradesInput({})).toEqual({ is_live: 1, pageNumber: 1, pageSize: 12 });
  expect(positionsInput({})).toEqual({ type: 'Live', page: 1, brokerId: 0, status: 'open', pageSize: 12 });
});

test('an address with filters asks for just that', () => {
  const query = {
    type: 'Test',
    page: '2',
    search: 'SBIN',
    from_date: '2026-11-01',
    to_date: '2026-11-12',
    TricksId: '7',
    status: 'rejected',
    sort: '-symbol',
  };
  expect(ordersInput(query)).toEqual({
    is_live: 0,
    pageNumber: 2,
    pageSize: 12,
    Search: 'SBIN',
    from_date: '2026-11-01',
    to_date: '2026-11-12',
    TricksId: 7,
    status: 'rejected',
    sort: '-symbol',
  });
});

test('a link that home makes (is_live=0) opens test', () => {
  expect(recordFilter({ is_live: '0' }).mode).toBe('Test');
});

test('dates, ids and states that are none are left out instead of being refused by the server', () => {
  const query = { from_date: '12-11-2026', to_date: '2026-13-01', TricksId: 'x', status: 'happy', sort: 'result' };
  expect(ordersInput(query)).toEqual(ordersInput({}));
  expect(isFiltered(query)).toBe(false);
  expect(isFiltered({ type: 'Test', page: '3' })).toBe(false);
  expect(isFiltered({ search: 'SBIN' })).toBe(true);
});
