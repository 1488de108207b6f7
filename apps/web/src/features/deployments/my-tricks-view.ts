import type { Query } from '../../lib/query-of.ts';
import { modeIn, type RecordMode } from '../../lib/record-mode.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const PAGE_SIZE = 6;
/** As the server numbers them: 0 all, 1 running, 2 stopped, 3 halted, 4 exited. */
export const STATUSES = ['1', '0', '2', '3', '4'] as const;
/** The names that the server sorts by; the columns bear them. */
const SORTS = ['name', 'capital', 'open', 'today', 'total', 'decision'] as const;
export type StatusChoice = (typeof STATUSES)[number];
const RUNNING: StatusChoice = '1';

/** The status that an address asks for; running ones where it says nothing. */
export function statusIn(query: Query): StatusChoice {
  return STATUSES.find((status) => status === query['trickStatus']) ?? RUNNING;
}

/** A broker's id in an address; 0 is all. */
export function brokerIn(query: Query): number {
  const text = query['brokerId'] ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

/** What both the rows and their totals are filtered by. */
export function filterIn(query: Query): InputOfCall<'myTrickCalculation'> {
  const search = query['search'] ?? '';
  return {
    type: modeIn(query),
    trickStatus: Number(statusIn(query)),
    brokerId: brokerIn(query),
    ...(search === '' ? {} : { Search: search }),
  };
}

export function pageIn(query: Query): InputOfCall<'mytrick'> {
  const sort = sortIn(query, SORTS);
  return { ...filterIn(query), pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE, ...(sort ? { sort } : {}) };
}

export type Emptiness =
  | { readonly kind: 'none_with_state'; readonly all: string }
  | { readonly kind: 'none_live' }
  | { readonly kind: 'none_at_all' };

/** What an empty list proves: with a state asked for, only that no trick of the mode is in that state. */
export function emptinessOf(mode: RecordMode, status: StatusChoice): Emptiness {
  if (status !== '0') return { kind: 'none_with_state', all: `/my-tricks?type=${mode}&trickStatus=0` };
  return { kind: mode === 'Live' ? 'none_live' : 'none_at_all' };
}
