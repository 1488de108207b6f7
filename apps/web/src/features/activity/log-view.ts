import type { ActivityKind, TradeActivityKind } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import { routeId } from '../../lib/route-id.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const PAGE_SIZE = 12;

/** What the logs can be narrowed to; `log-view.test.ts` compares them with the contract. */
export const LOG_KINDS = [
  'sign_in',
  'settings',
  'trick',
  'broker',
  'money',
  'security',
] as const satisfies ActivityKind[];
export const TRADE_LOG_KINDS = [
  'decision',
  'veto',
  'order',
  'fill',
  'rejection',
  'halt',
  'notice',
] as const satisfies TradeActivityKind[];

function shared(query: Query) {
  const search = query['search'] ?? '';
  const from = dateOf(query['from_date']);
  const to = dateOf(query['to_date']);
  const sort = sortIn(query, ['time']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** What an address asks of the log; what it cannot mean is left out. */
export function logInput(query: Query): InputOfCall<'userlog'> {
  const kind = LOG_KINDS.find((each) => each === query['kind']);
  return { ...shared(query), ...(kind === undefined ? {} : { kind }) };
}

export function tradeLogInput(query: Query): InputOfCall<'userlogTrade'> {
  const kind = TRADE_LOG_KINDS.find((each) => each === query['kind']);
  const TricksId = routeId(query['TricksId']);
  return {
    ...shared(query),
    ...(kind === undefined ? {} : { kind }),
    ...(TricksId === undefined ? {} : { TricksId }),
  };
}

/** Whether an input asks for less than the whole log. */
export function isNarrowed({
  pageNumber: _,
  pageSize: __,
  sort: ___,
  ...filters
}: InputOfCall<'userlog'> | InputOfCall<'userlogTrade'>): boolean {
  return Object.keys(filters).length > 0;
}
