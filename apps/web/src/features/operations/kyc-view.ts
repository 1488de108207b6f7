import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

type CasesInput = InputOfCall<'opskyccases'>;

/** What the queue can be narrowed to; `operations-view.test.ts` compares both with the contract. */
export const CASE_STATES = ['waiting', 'all', 'verified', 'rejected'] as const;
export const CASE_KINDS = ['identity', 'bank'] as const;

/** What an address asks of the cases; what waits for somebody where it says nothing. */
export function casesInput(query: Query): CasesInput {
  const search = query['search'] ?? '';
  const state = CASE_STATES.find((each) => each === query['state']);
  const caseKind = CASE_KINDS.find((each) => each === query['kind']);
  const sort = sortIn(query, ['time', 'name']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'waiting' ? {} : { state }),
    ...(caseKind === undefined ? {} : { caseKind }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** How a case stands in an address: `identity-7`. */
export const caseRef = ({ caseKind, caseId }: { readonly caseKind: string; readonly caseId: number }): string =>
  `${caseKind}-${caseId}`;
