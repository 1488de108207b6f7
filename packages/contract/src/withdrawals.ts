import { z } from 'zod';
import { zGivenPassword } from './accounts.ts';
import { call } from './call.ts';
import {
  dateRangeInput,
  pagingInput,
  pagingOutput,
  zId,
  zKey,
  zMoment,
  zPaise,
  zPositivePaise,
  zSort,
} from './fields.ts';
import { STEP_UP_REFUSALS, stepUpInput } from './security.ts';
import { zWalletId } from './wallet.ts';

/** `failed`, `rejected` and `reversed` (by the bank, after it was paid) are returned to the wallet. */
export const WITHDRAWAL_STATES = ['requested', 'approved', 'sent', 'paid', 'reversed', 'failed', 'rejected'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
export const zWithdrawalState = z.enum(WITHDRAWAL_STATES);

/** Who somebody is, shown once more: the code where a second factor is on, else the password. */
export const proofInput = { ...stepUpInput, password: zGivenPassword.optional() };

export const zWithdrawalStep = z.strictObject({ state: zWithdrawalState, at: zMoment, note: z.string().optional() });

export const zWithdrawal = z.strictObject({
  withdrawalId: zId,
  wallet_id: zWalletId,
  amountPaise: zPaise,
  state: zWithdrawalState,
  accountMasked: z.string(),
  ifsc: z.string(),
  /** Where the bank account was changed a short time ago. */
  notBefore: zMoment.optional(),
  /** The bank's own reference, once there is one. */
  bankReference: z.string().optional(),
  /** Why it was returned. */
  reason: z.string().optional(),
  requestedAt: zMoment,
  states: z.array(zWithdrawalStep),
});
export type Withdrawal = z.output<typeof zWithdrawal>;

/** What stands against a withdrawal before any amount is named. */
export const WITHDRAWAL_OBSTACLES = ['kyc', 'bank_missing', 'bank_pending', 'nothing_free', 'day_used_up'] as const;

export const withdrawalterms = call('withdrawalterms', {
  summary: 'Whether and how much the caller can withdraw now, and where it would go. Nothing is moved.',
  input: z.strictObject({}),
  output: z.strictObject({
    obstacles: z.array(z.enum(WITHDRAWAL_OBSTACLES)),
    minPaise: zPaise,
    /** What is left of the day's limit. */
    dayLeftPaise: zPaise,
    dayLimitPaise: zPaise,
    /** From this amount on two people have to approve it. */
    secondPersonFromPaise: zPaise,
    bank: z.strictObject({ accountMasked: z.string(), ifsc: z.string(), bankName: z.string() }).optional(),
    /** Nothing is sent before: the bank account was changed a short time ago. */
    notBefore: zMoment.optional(),
    proof: z.enum(['totp', 'password']),
    /** Payouts go to a sandbox: no money moves. */
    sandbox: z.boolean(),
  }),
});

export const withdrawalPayment = call('withdrawalPayment', {
  summary:
    'Asks for money of a wallet to be sent to the verified bank account. It is held at once; the same key asks once.',
  input: z.strictObject({
    amountPaise: zPositivePaise,
    wallet_id: zWalletId,
    ...proofInput,
    idempotencyKey: zKey,
  }),
  output: z.strictObject({ withdrawal: zWithdrawal }),
  refusals: [
    'KYC_NOT_VERIFIED',
    'BANK_ACCOUNT_MISSING',
    'WITHDRAWAL_BELOW_MINIMUM',
    'WITHDRAWAL_ABOVE_DAY',
    'WALLET_BALANCE_TOO_LOW',
    'IDEMPOTENCY_KEY_REUSED',
    'WRONG_PASSWORD',
    ...STEP_UP_REFUSALS,
  ],
});

export const mywallethistoryTransferBank = call('mywallethistoryTransferBank', {
  summary: 'Withdrawals to the bank with their states and the bank’s reference, newest first. Days are India’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    state: zWithdrawalState.optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({
    withdrawal_list: z.array(zWithdrawal),
    /** Over all that fit, not the page alone: what has reached the bank, and what is under way. */
    paidPaise: zPaise,
    underWayPaise: zPaise,
    ...pagingOutput,
  }),
});

export const withdrawalCalls = { withdrawalterms, withdrawalPayment, mywallethistoryTransferBank };
