import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { type ListState, pageOf } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from './record-view.ts';

/** Orders by hand stand below another list: their page and their share have names of their own in the address. */

export function ownSearchIn(query: Query): string {
  return query['own_search'] ?? '';
}

export function ownOrdersInput(query: Query): InputOfCall<'ownorders'> {
  const search = ownSearchIn(query);
  const page = { pageNumber: pageOf(query['own_page']), pageSize: PAGE_SIZE };
  return search === '' ? page : { ...page, Search: search };
}

/** The page's state as the foot of this list sees it; the other list stays as it is. */
export function ownListOf(list: ListState): ListState {
  return {
    ...list,
    page: pageOf(list.query['own_page']),
    search: ownSearchIn(list.query),
    setPage: (page) => list.show({ own_page: page === 1 ? undefined : String(page) }),
  };
}

export function showAllOwn(list: ListState): void {
  list.show({ own_search: undefined, own_page: undefined });
}
