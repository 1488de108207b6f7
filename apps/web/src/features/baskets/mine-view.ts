import type { Query } from '../../lib/query-of.ts';
import { isLiveOf, modeIn } from '../../lib/record-mode.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf } from '../../ui/table/list-state.ts';

export const MINE_PAGE_SIZE = 12;
export type HeldStatus = 'held' | 'closed';

export const heldStatusIn = (query: Query): HeldStatus => (query['status'] === 'closed' ? 'closed' : 'held');

/** The call for one page of the baskets that somebody holds, of one mode. */
export function mineInput(query: Query): InputOfCall<'getMyBaskets'> {
  const search = query['search'] ?? '';
  return {
    pageNumber: pageOf(query['page']),
    pageSize: MINE_PAGE_SIZE,
    is_live: isLiveOf(modeIn(query)),
    status: heldStatusIn(query),
    ...(search === '' ? {} : { Search: search }),
  };
}

/** The list that a basket of a badge stands in. */
export const listOf = (badge: 'test' | 'live_simulated' | 'live'): string =>
  `/baskets?tab=mine&type=${badge === 'test' ? 'Test' : 'Live'}`;
