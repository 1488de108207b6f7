import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { sortIn } from '../../ui/table/list-state.ts';
import { timeListInput } from '../../ui/table/time-list.ts';

/** What the list can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const REPORT_LISTS = ['differs', 'all', 'incomplete', 'agrees'] as const;

/** What an address asks of the comparisons; those that differ where it says nothing. */
export function reportsInput(query: Query): InputOfCall<'opsreconciliation'> {
  const { sort: _, ...asked } = timeListInput(query);
  const state = REPORT_LISTS.find((each) => each === query['state']);
  const sort = sortIn(query, ['day']);
  return {
    ...asked,
    ...(state === undefined || state === 'differs' ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}
