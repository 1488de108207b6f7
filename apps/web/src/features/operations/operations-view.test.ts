import { opswithdrawals } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { QUEUES, queueInput } from './withdrawals-view.ts';

test('an address narrows the queue by words and state; what waits for somebody comes first', () => {
  expect(queueInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(queueInput({ state: 'waiting' })).toEqual(queueInput({}));
  expect(queueInput({ state: 'paid', search: 'asha', sort: '-amount', page: '2' })).toEqual({
    ...{ pageNumber: 2, pageSize: 12, state: 'paid', Search: 'asha', sort: '-amount' },
  });
  expect(queueInput({ state: 'lost', sort: 'name' })).toEqual(queueInput({}));
});

test('every state that can be chosen is one of the contract', () => {
  for (const state of QUEUES) expect(opswithdrawals.input.safeParse({ state }).success).toBe(true);
});
