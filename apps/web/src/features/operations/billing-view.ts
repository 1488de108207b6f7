import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

/** What the lists can be narrowed to; `operations-view.test.ts` compares both with the contract. */
export const PAYMENT_LISTS = ['out_of_step', 'all', 'open', 'failed', 'paid', 'expired'] as const;
export const INVOICE_LISTS = ['all', 'kept', 'refunded'] as const;

function listInput(query: Query) {
  const search = query['search'] ?? '';
  const sort = sortIn(query, ['time']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** What an address asks of the payments; what is out of step where it says nothing. */
export function paymentsInput(query: Query): InputOfCall<'opspayments'> {
  const state = PAYMENT_LISTS.find((each) => each === query['state']);
  return { ...listInput(query), ...(state === undefined || state === 'out_of_step' ? {} : { state }) };
}

/** What an address asks of the invoices; all of them where it says nothing. */
export function invoicesInput(query: Query): InputOfCall<'opsinvoices'> {
  const state = INVOICE_LISTS.find((each) => each === query['state']);
  return { ...listInput(query), ...(state === undefined || state === 'all' ? {} : { state }) };
}
