import { getUserBacktest, zBacktestStatus } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { backtestsInput, isNarrowed, SORTS, STATES } from './list-view.ts';

test('an address narrows and orders the list, so that a link and a reload show the same', () => {
  const query = { search: 'SBIN', status: 'done', TricksId: '7', sort: '-return', page: '2', runs: '1,2' };
  expect(backtestsInput(query)).toEqual({
    pageNumber: 2,
    pageSize: 12,
    Search: 'SBIN',
    status: 'done',
    TricksId: 7,
    sort: '-return',
  });
  expect(isNarrowed(query)).toBe(true);
});

test('what an address cannot mean is left out', () => {
  expect(backtestsInput({ status: 'luck', TricksId: 'x', sort: 'colour', page: '0' })).toEqual({
    pageNumber: 1,
    pageSize: 12,
  });
  expect(isNarrowed({ status: 'luck', sort: '-result', runs: '1' })).toBe(false);
});

test('the states and the orders that are offered are those that the call takes', () => {
  expect(STATES).toEqual(zBacktestStatus.options);
  const orders = SORTS.flatMap((name) => [name, `-${name}`]);
  expect(getUserBacktest.input.shape.sort.unwrap().options).toEqual(orders);
});
