import type { Tx } from '@trickdesk/db';
import { formatPaise, type Paise } from '@trickdesk/domain';
import { recordActivity } from '../activity/index.ts';
import { type Posting, postTransfer } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { tellWallet } from '../wallet/index.ts';
import { withdrawalById } from './read.ts';
import { insertStep, setWithdrawal, type WithdrawalRow } from './store.ts';

/** What a withdrawal becomes, with the money that moves by it and what its owner is told. All of it or nothing. */
export type Move = 'paid' | 'failed' | 'reversed' | 'rejected';

export interface Moved {
  readonly to: Move;
  readonly at: Date;
  /** Why it comes back. */
  readonly reason?: string | undefined;
  readonly utr?: string | null | undefined;
  readonly payoutId?: string | null | undefined;
  /** When it is looked at again; never, where absent. */
  readonly nextTryAt?: Date | undefined;
}

const BANK = { ownerId: null, name: 'bank_clearing' } as const;
const free = ({ account_id: ownerId, wallet }: WithdrawalRow) => ({ ownerId, name: wallet }) as const;
const held = ({ account_id: ownerId, wallet }: WithdrawalRow) => ({ ownerId, name: `${wallet}_held` }) as const;

/** The money of a withdrawal that is asked for is held at once. */
export function holdMoney(tx: Tx, row: WithdrawalRow, to: { readonly accountMasked: string; readonly at: Date }) {
  const amountPaise = row.amount_paise;
  return postTransfer(
    tx,
    {
      cause: 'withdrawal',
      causeId: String(row.id),
      idempotencyKey: `withdrawal:${row.id}:held`,
      sentence: `Withdrawal to ${to.accountMasked}.`,
      postings: [
        { account: free(row), amountPaise: -amountPaise },
        { account: held(row), amountPaise },
      ],
    },
    to.at,
  );
}

/** Ends a withdrawal, or takes back what had ended. The row is locked by the caller. */
export async function moveWithdrawal(tx: Tx, row: WithdrawalRow, moved: Moved): Promise<void> {
  const { to, at, reason } = moved;
  const { id, account_id: accountId, amount_paise: amount } = row;
  const { postings, cause } = moneyOf(row, to);
  const sentence = SENTENCES[to];
  const transfer = { cause, causeId: String(id), idempotencyKey: `withdrawal:${id}:${to}`, sentence } as const;
  await postTransfer(tx, { ...transfer, postings }, at);
  await setWithdrawal(tx, id, {
    state: to,
    reason: to === 'paid' ? null : (reason ?? null),
    next_try_at: moved.nextTryAt ?? null,
    ...(moved.utr ? { utr: moved.utr } : {}),
    ...(moved.payoutId ? { payout_id: moved.payoutId } : {}),
  });
  await insertStep(tx, { withdrawalId: id, state: to, at, ...(reason === undefined ? {} : { note: reason }) });
  await tell(tx, { accountId, id, to, amount, reason, at });
}

const SENTENCES: Readonly<Record<Move, string>> = {
  paid: 'Withdrawal paid to your bank account.',
  failed: 'A withdrawal that could not be paid came back.',
  reversed: 'A withdrawal that your bank sent back.',
  rejected: 'A withdrawal that was not approved came back.',
};

/** What was paid has left the held account already; everything else is still there. */
function moneyOf(
  row: WithdrawalRow,
  to: Move,
): { readonly postings: Posting[]; readonly cause: 'withdrawal' | 'reversal' } {
  const amountPaise = row.amount_paise;
  const from = (account: Posting['account'], other: Posting['account']): Posting[] => [
    { account, amountPaise: -amountPaise },
    { account: other, amountPaise },
  ];
  if (to === 'paid') return { cause: 'withdrawal', postings: from(held(row), BANK) };
  const where = row.state === 'paid' ? BANK : held(row);
  return { cause: 'reversal', postings: from(where, free(row)) };
}

interface Told {
  readonly accountId: number;
  readonly id: number;
  readonly to: Move;
  readonly amount: Paise;
  readonly reason: string | undefined;
  readonly at: Date;
}

async function tell(tx: Tx, { accountId, id, to, amount, reason, at }: Told): Promise<void> {
  const sum = formatPaise(amount);
  const why = reason === undefined ? '' : ` ${reason}`;
  const words = {
    paid: {
      title: `${sum} paid to your bank`,
      body: 'The bank has confirmed it.',
      sentence: `${sum} paid to the bank.`,
    },
    failed: {
      title: `${sum} came back to your wallet`,
      body: `The withdrawal could not be paid.${why} Check your bank account, then withdraw again.`,
      sentence: `A withdrawal of ${sum} could not be paid and came back.`,
    },
    reversed: {
      title: `${sum} came back from your bank`,
      body: `Your bank has sent the money back.${why} It lies in your wallet again.`,
      sentence: `A withdrawal of ${sum} was sent back by the bank.`,
    },
    rejected: {
      title: `Your withdrawal of ${sum} was not approved`,
      body: `The money is in your wallet again.${why}`,
      sentence: `A withdrawal of ${sum} was not approved and came back.`,
    },
  }[to];
  await recordActivity(tx, { accountId, kind: 'money', sentence: words.sentence, facts: { withdrawalId: id }, at });
  await notify(tx, {
    ...{ accountId, category: 'wallet', dedupeKey: `withdrawal:${id}:${to}`, link: '/wallet/bank' },
    title: words.title,
    body: words.body,
    severity: to === 'paid' ? 'info' : 'warning',
  });
  await tellWithdrawal(tx, accountId, id);
}

/** What is free and held now, and how far the withdrawal is, to whoever has it on screen. */
export async function tellWithdrawal(tx: Tx, accountId: number, withdrawalId: number): Promise<void> {
  await tellWallet(tx, accountId, await withdrawalById(tx, withdrawalId));
}
