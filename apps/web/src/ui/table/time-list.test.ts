import { expect, test } from 'vitest';
import { asksForAll, isNarrowed, timeListInput } from './time-list.ts';

test('an address narrows a list by words and days; what it cannot mean is left out', () => {
  expect(timeListInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(isNarrowed(timeListInput({ page: '2', sort: 'time', from_date: 'today' }))).toBe(false);
  const narrow = timeListInput({ search: 'robo', from_date: '2026-01-01', to_date: '2026-01-31', sort: '-time' });
  expect(narrow).toMatchObject({ Search: 'robo', from_date: '2026-01-01', to_date: '2026-01-31', sort: '-time' });
  expect(isNarrowed(narrow)).toBe(true);
});

test('a list in every state is all there is, unless something else narrows it', () => {
  const page = { pageNumber: 2, pageSize: 12, sort: '-time' };
  expect(asksForAll({ ...page, state: 'all' })).toBe(true);
  expect(asksForAll({ ...page, state: 'all', Search: 'asha' })).toBe(false);
  expect(asksForAll({ ...page, state: 'paid' })).toBe(false);
  expect(asksForAll(page)).toBe(false);
});
