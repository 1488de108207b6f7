import { expect, test } from 'vitest';
import { queryOf } from '../../lib/query-of.ts';
import { changedQuery, isBlank, pageOf, queryOfPage, sortIn } from './list-state.ts';

test('an address that was tampered with opens page 1', () => {
  expect(['2', '0', '-1', 'x', '1e9', undefined, '1234567'].map(pageOf)).toEqual([2, 1, 1, 1, 1, 1, 1]);
});

test('one list has one address: page 1 and empty filters are left out', () => {
  expect(changedQuery({ page: '3', search: 'sbin' }, { page: '1', search: '' })).toEqual({});
  expect(changedQuery({ type: 'Test' }, { search: 'in fy' })).toEqual({ type: 'Test', search: 'in fy' });
});

test('a query is read as text, whatever the router made of it', () => {
  expect(queryOf({ page: 2, on: true })).toEqual({ page: '2', on: 'true' });
  expect(queryOf(undefined)).toEqual({});
});

test('only a list that nothing narrows is blank: one that a filter emptied keeps its tools', () => {
  expect(isBlank({ total: 0 }, false)).toBe(true);
  expect(isBlank({ total: 0 }, true)).toBe(false);
  expect(isBlank({ total: 0 }, undefined)).toBe(false);
  expect(isBlank({ total: 1 }, false)).toBe(false);
  expect(isBlank(undefined, false)).toBe(false);
});

test('an address asks for an order that the list has, either way, or for none', () => {
  const asked = ['time', '-time', '--time', 'reason', '', undefined];
  expect(asked.map((sort) => sortIn(sort === undefined ? {} : { sort }, ['symbol', 'time']))).toEqual([
    'time',
    '-time',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a page that is on its way out keeps its own query: a list of test stays one of test until it is gone', () => {
  const own = { pathname: '/trades', search: { type: 'Test' } };
  expect(queryOfPage({ pathname: '/baskets', search: {} }, own)).toEqual({ type: 'Test' });
  expect(queryOfPage({ pathname: '/trades', search: { type: 'Live' } }, own)).toEqual({ type: 'Live' });
  expect(queryOfPage({ pathname: '/trades', search: { page: 2 } }, undefined)).toEqual({ page: '2' });
});
