import type { BacktestStatus } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import { routeId } from '../../lib/route-id.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const satisfies readonly BacktestStatus[];
/** The names that the server sorts by; the columns bear them. */
export const SORTS = ['name', 'time', 'result', 'return', 'trades'] as const;
const PAGE_SIZE = 12;

export interface BacktestFilter {
  readonly search: string;
  readonly status: BacktestStatus | undefined;
  readonly tricksId: number | undefined;
}

/** What an address narrows the list of back-tests to; what it cannot mean is left out. */
export function backtestFilter(query: Query): BacktestFilter {
  return {
    search: query['search'] ?? '',
    status: STATES.find((status) => status === query['status']),
    tricksId: routeId(query['TricksId']),
  };
}

export function isNarrowed(query: Query): boolean {
  const { search, status, tricksId } = backtestFilter(query);
  return search !== '' || status !== undefined || tricksId !== undefined;
}

/** The call for one page of it. */
export function backtestsInput(query: Query) {
  const { search, status, tricksId } = backtestFilter(query);
  const sort = sortIn(query, SORTS);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(status === undefined ? {} : { status }),
    ...(tricksId === undefined ? {} : { TricksId: tricksId }),
    ...(sort === undefined ? {} : { sort }),
  } satisfies InputOfCall<'getUserBacktest'>;
}
