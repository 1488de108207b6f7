import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

type UsersInput = InputOfCall<'opsusers'>;

/** What the list can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const USER_LISTS = ['all', 'blocked', 'operators'] as const;

/** What an address asks of the accounts. */
export function usersInput(query: Query): UsersInput {
  const search = query['search'] ?? '';
  const state = USER_LISTS.find((each) => each === query['state']);
  const sort = sortIn(query, ['time', 'name']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'all' ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}
