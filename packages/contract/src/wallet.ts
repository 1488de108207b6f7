import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zDate, zMoment, zPaise, zSort } from './fields.ts';

/** `wallet_id`: 1 Main (refunds), 2 Rewards. */
export const WALLET_IDS = [1, 2] as const;
export const zWalletId = z.union([z.literal(1), z.literal(2)]);
export type WalletId = z.output<typeof zWalletId>;

/** What the platform owes a person; it is never loaded from outside. */
export const zWallet = z.strictObject({
  wallet_id: zWalletId,
  name: z.enum(['Main', 'Rewards']),
  /** Free money, without what is held. */
  balancePaise: zPaise,
  /** On its way to the bank: it comes back where that fails. */
  heldPaise: zPaise,
  withdrawablePaise: zPaise,
});
export type Wallet = z.output<typeof zWallet>;

export const mywallet = call('mywallet', {
  summary: 'What Trickdesk owes the caller: refunds in Main, rewards in Rewards, and what withdrawals under way hold.',
  input: z.strictObject({}),
  output: z.strictObject({ wallets: z.array(zWallet) }),
});

/** Why money moved. */
export const WALLET_CAUSES = ['payment', 'invoice', 'reward', 'withdrawal', 'reversal'] as const;

const zWalletEntry = z.strictObject({
  transaction_id: z.int().positive(),
  wallet_id: zWalletId,
  cause: z.enum(WALLET_CAUSES),
  sentence: z.string(),
  type: z.enum(['C', 'D']),
  /** Never negative; `type` says which way. */
  amountPaise: zPaise,
  /** Free money of the wallet right after it. */
  balancePaise: zPaise,
  at: zMoment,
});
export type WalletEntry = z.output<typeof zWalletEntry>;

export const mywallethistory = call('mywallethistory', {
  summary: 'The statement of the wallets with the running balance of each, newest first. Days are India’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    /** `A` all, `C` credits, `D` debits. */
    type: z.enum(['A', 'C', 'D']).default('A'),
    wallet_id: zWalletId.optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({
    wallet_transaction_list: z.array(zWalletEntry),
    /** Over all that fit, not the page alone. */
    creditPaise: zPaise,
    debitPaise: zPaise,
    ...pagingOutput,
  }),
});

export const walletstatementpdf = call('walletstatementpdf', {
  summary: 'The statement of both wallets over some days of India, both included, as a PDF file.',
  input: z.strictObject({ from_date: zDate, to_date: zDate }).refine(({ from_date: from, to_date: to }) => from <= to, {
    path: ['to_date'],
    error: 'Choose a day that is not before the first one.',
  }),
  output: z.strictObject({ fileName: z.string(), base64: z.string() }),
  refusals: ['STATEMENT_TOO_LONG'],
});

export const walletCalls = { mywallet, mywallethistory, walletstatementpdf };
