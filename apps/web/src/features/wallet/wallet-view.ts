import type { WalletId } from '@trickdesk/contract';
import { addDays, type EpochMs, indiaDateOf } from '@trickdesk/domain';
import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { timeListInput } from '../../ui/table/time-list.ts';

type StatementInput = InputOfCall<'mywallethistory'>;

/** What a statement can be narrowed to; `wallet-view.test.ts` compares them with the contract. */
export const SIDES = ['A', 'C', 'D'] as const satisfies StatementInput['type'][];
export const WALLETS = [1, 2] as const satisfies WalletId[];

/** What an address asks of the statement; what it cannot mean is left out. */
export function statementInput(query: Query): StatementInput {
  const side = SIDES.find((each) => each === query['type']);
  const wallet = WALLETS.find((each) => String(each) === query['wallet_id']);
  return {
    ...timeListInput(query),
    ...(side === undefined || side === 'A' ? {} : { type: side }),
    ...(wallet === undefined ? {} : { wallet_id: wallet }),
  };
}

/** As the contract has them; `wallet-view.test.ts` compares the two. */
export const STATES = ['requested', 'approved', 'sent', 'paid', 'reversed', 'failed', 'rejected'] as const;

/** What an address asks of the withdrawals. */
export function withdrawalsInput(query: Query): InputOfCall<'mywallethistoryTransferBank'> {
  const state = STATES.find((each) => each === query['state']);
  return { ...timeListInput(query), ...(state === undefined ? {} : { state }) };
}

/** The days of a paper: those that are chosen; an open side is today, or a year before the end. */
export function paperDays({ from_date: from, to_date: to }: StatementInput, now: EpochMs) {
  const last = to ?? indiaDateOf(now);
  const days = { from_date: from ?? addDays(last, -365), to_date: last };
  return { days, chosen: from !== undefined || to !== undefined };
}
