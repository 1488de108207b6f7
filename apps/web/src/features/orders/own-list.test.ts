import { expect, test } from 'vitest';
import type { Query } from '../../lib/query-of.ts';
import type { ListState } from '../../ui/table/list-state.ts';
import { ownListOf, ownOrdersInput, showAllOwn } from './own-list.ts';

function listAt(query: Query): { readonly list: ListState; readonly shown: object[] } {
  const shown: object[] = [];
  const fail = () => {
    throw new Error('the list above was moved');
  };
  const list: ListState = {
    query,
    page: 7,
    search: 'x',
    sort: '',
    setPage: fail,
    set: fail,
    show: (it) => shown.push(it),
  };
  return { list, shown };
}

test('orders by hand are paged and narrowed by words of their own, whatever the list above shows', () => {
  expect(ownOrdersInput({ page: '7', search: 'infy' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(ownOrdersInput({ own_page: '3', own_search: 'SBIN' })).toEqual({
    pageNumber: 3,
    pageSize: 12,
    Search: 'SBIN',
  });
});

test('turning their page leaves the list above where it is, and page 1 has no word in the address', () => {
  const { list, shown } = listAt({ own_page: '2', page: '7' });
  const own = ownListOf(list);
  expect(own.page).toBe(2);
  own.setPage(3);
  own.setPage(1);
  showAllOwn(list);
  expect(shown).toEqual([{ own_page: '3' }, { own_page: undefined }, { own_search: undefined, own_page: undefined }]);
});
