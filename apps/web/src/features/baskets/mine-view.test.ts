import { expect, test } from 'vitest';
import { heldStatusIn, listOf, mineInput } from './mine-view.ts';

test('baskets of one mode are asked for, live ones where the address says nothing', () => {
  expect(mineInput({ tab: 'mine' })).toEqual({ pageNumber: 1, pageSize: 12, is_live: 1, status: 'held' });
  expect(mineInput({ type: 'Test', status: 'closed', search: 'Quality', page: '3' })).toEqual({
    ...{ pageNumber: 3, pageSize: 12, is_live: 0, status: 'closed', Search: 'Quality' },
  });
  expect(heldStatusIn({ status: 'magic' })).toBe('held');
});

test('from a basket one comes back to the list of its mode', () => {
  expect(listOf('test')).toBe('/baskets?tab=mine&type=Test');
  expect(listOf('live_simulated')).toBe('/baskets?tab=mine&type=Live');
});
