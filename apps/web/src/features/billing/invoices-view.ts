import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';
import { pageOf, type Query, sortIn } from '../../ui/table/list-state.ts';

export const INVOICES_A_PAGE = 12;

type InvoicesInput = InputOfCall<'myTransactions'>;

/** What an address asks of the invoices; what it cannot mean is left out. */
export function invoicesInput(query: Query): InvoicesInput {
  const search = query['search'] ?? '';
  const from = dateOf(query['from_date']);
  const to = dateOf(query['to_date']);
  const sort = sortIn(query, ['time']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: INVOICES_A_PAGE,
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** Whether an input asks for less than all of them. */
export function isNarrowed({ Search: search, from_date: from, to_date: to }: InvoicesInput): boolean {
  return search !== undefined || from !== undefined || to !== undefined;
}
