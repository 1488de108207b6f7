import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

type QueueInput = InputOfCall<'opswithdrawals'>;

/** What the queue can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const QUEUES = [
  'waiting',
  'all',
  ...(['requested', 'approved', 'sent', 'paid', 'reversed', 'failed', 'rejected'] as const),
] as const;

/** What an address asks of the withdrawals; what waits for somebody where it says nothing. */
export function queueInput(query: Query): QueueInput {
  const search = query['search'] ?? '';
  const state = QUEUES.find((each) => each === query['state']);
  const sort = sortIn(query, ['time', 'amount']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'waiting' ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}
