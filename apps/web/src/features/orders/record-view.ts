import { ORDER_STATES, type OrderState } from '@trickdesk/domain';
import type { Query } from '../../lib/query-of.ts';
import { isLiveOf, modeIn, type RecordMode } from '../../lib/record-mode.ts';
import { routeId } from '../../lib/route-id.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const PAGE_SIZE = 12;

export interface RecordFilter {
  readonly mode: RecordMode;
  readonly search: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly tricksId: number | undefined;
  readonly state: OrderState | undefined;
}

/** What an address asks of orders, trades or positions; what it cannot mean is left out. */
export function recordFilter(query: Query): RecordFilter {
  return {
    mode: modeIn(query),
    search: query['search'] ?? '',
    from: dateOf(query['from_date']),
    to: dateOf(query['to_date']),
    tricksId: routeId(query['TricksId']),
    state: ORDER_STATES.find((state) => state === query['status']),
  };
}

export function isFiltered(query: Query): boolean {
  const { from, to, tricksId, state, search } = recordFilter(query);
  return [from, to, tricksId, state].some((part) => part !== undefined) || search !== '';
}

function shared(query: Query) {
  const { mode, search, from, to, tricksId } = recordFilter(query);
  return {
    is_live: isLiveOf(mode),
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(tricksId === undefined ? {} : { TricksId: tricksId }),
  };
}

/** The names that the server sorts by; the columns of each list bear them. */
const ORDER_SORTS = ['symbol', 'time'] as const;
const RESULT_SORTS = [...ORDER_SORTS, 'result'] as const;

function sorted<Name extends string>(query: Query, names: readonly Name[]) {
  const sort = sortIn(query, names);
  return sort === undefined ? {} : { sort };
}

export const tradesInput = (query: Query): InputOfCall<'tradehistory'> => ({
  ...shared(query),
  ...sorted(query, RESULT_SORTS),
});

export function ordersInput(query: Query): InputOfCall<'orderhistory'> {
  const { state } = recordFilter(query);
  return { ...shared(query), ...sorted(query, ORDER_SORTS), ...(state === undefined ? {} : { status: state }) };
}

export type PositionStatus = 'open' | 'closed';

export function positionStatusIn(query: Query): PositionStatus {
  return query['status'] === 'closed' ? 'closed' : 'open';
}

export function positionsInput(query: Query): InputOfCall<'my-openposition'> {
  const { mode, search } = recordFilter(query);
  return {
    type: mode,
    page: pageOf(query['page']),
    brokerId: 0,
    status: positionStatusIn(query),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...sorted(query, RESULT_SORTS),
  };
}
