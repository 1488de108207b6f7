import type { WalletId } from '@trickdesk/contract';
import { addDays, type EpochMs, indiaDateOf } from '@trickdesk/domain';
import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';
import { pageOf, type Query, sortIn } from '../../ui/table/list-state.ts';

export const PAGE_SIZE = 12;

type StatementInput = InputOfCall<'mywallethistory'>;

/** What a statement can be narrowed to; `wallet-view.test.ts` compares them with the contract. */
export const SIDES = ['A', 'C', 'D'] as const satisfies StatementInput['type'][];
export const WALLETS = [1, 2] as const satisfies WalletId[];

/** What an address asks of the statement; what it cannot mean is left out. */
export function statementInput(query: Query): StatementInput {
  const search = query['search'] ?? '';
  const from = dateOf(query['from_date']);
  const to = dateOf(query['to_date']);
  const side = SIDES.find((each) => each === query['type']);
  const wallet = WALLETS.find((each) => String(each) === query['wallet_id']);
  const sort = sortIn(query, ['time']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(side === undefined || side === 'A' ? {} : { type: side }),
    ...(wallet === undefined ? {} : { wallet_id: wallet }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The days of a paper: those that are chosen; an open side is today, or a year before the end. */
export function paperDays({ from_date: from, to_date: to }: StatementInput, now: EpochMs) {
  const last = to ?? indiaDateOf(now);
  const days = { from_date: from ?? addDays(last, -365), to_date: last };
  return { days, chosen: from !== undefined || to !== undefined };
}

/** Whether an input asks for less than the whole statement. */
export function isNarrowed({ pageNumber: _, pageSize: __, sort: ___, ...filters }: StatementInput): boolean {
  return Object.keys(filters).length > 0;
}
