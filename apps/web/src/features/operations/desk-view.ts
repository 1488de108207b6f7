import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

type DeskInput = InputOfCall<'opsdesk'>;

/** What the list can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const DESK_LISTS = ['running', 'halted', 'all'] as const;
export const DESK_MODE_LISTS = ['all', 'Live', 'Test'] as const;

/** Whatever was done on the desk shows in these. */
export const DESK_CALLS = ['opsdesk', 'opsdeskaccount', 'opsacts'] as const;

/** What an address asks of the desk. */
export function deskInput(query: Query): DeskInput {
  const search = query['search'] ?? '';
  const state = DESK_LISTS.find((each) => each === query['state']);
  const mode = DESK_MODE_LISTS.find((each) => each === query['mode']);
  const sort = sortIn(query, ['time']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'running' ? {} : { state }),
    ...(mode === undefined || mode === 'all' ? {} : { mode }),
    ...(sort === undefined ? {} : { sort }),
  };
}
