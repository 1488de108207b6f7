import type { OperatorSubject } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zMoment, zPaise, zSort } from './fields.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput, zWithdrawal, zWithdrawalState } from './withdrawals.ts';

/** The calls of operators: `/adminapi/<name>`, each with what it needs. Their names begin with `ops`. */

export const may = (action: 'read' | 'decide', subject: OperatorSubject) => ({ action, subject });

/** Whose case it is, as far as an operator needs to know. */
export const zCasePerson = z.strictObject({
  userId: zId,
  fullName: z.string(),
  email: z.string(),
  kycVerified: z.boolean(),
});

const zOpsWithdrawal = z.strictObject({
  ...zWithdrawal.shape,
  person: zCasePerson,
  approvalsNeeded: z.int(),
  approvals: z.array(z.strictObject({ operatorId: zId, name: z.string(), at: zMoment })),
  holderName: z.string(),
  nameAtBank: z.string(),
  bankName: z.string(),
  tries: z.int(),
  /** What the payout service said that does not fit what we know. */
  outOfStep: z.string().optional(),
  /** Whether the caller may approve it: not their own, and not twice. */
  mayApprove: z.boolean(),
  /** Whether the caller may say what was found of one that is out of step: not of their own. */
  mayClear: z.boolean(),
});
export type OpsWithdrawal = z.output<typeof zOpsWithdrawal>;

export const opswithdrawals = call('opswithdrawals', {
  needs: may('read', 'Withdrawal'),
  summary: 'Withdrawals for operators: those that wait for a decision first, or all of a state.',
  input: z.strictObject({
    ...pagingInput(),
    /** `waiting` is what somebody has to decide or look at. */
    state: z.union([z.literal('waiting'), z.literal('all'), zWithdrawalState]).default('waiting'),
    sort: zSort('time', 'amount').default('time'),
  }),
  output: z.strictObject({
    withdrawal_list: z.array(zOpsWithdrawal),
    totalPaise: zPaise,
    /** Nothing is paid out while the ledger does not add up. */
    payoutsStopped: z.boolean(),
    ...pagingOutput,
  }),
});

const decision = {
  output: z.strictObject({ withdrawal: zOpsWithdrawal }),
  refusals: ['NOT_FOUND', 'WITHDRAWAL_DECIDED', 'OWN_CASE', 'APPROVED_ALREADY', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
} as const;

export const opsapprovewithdrawal = call('opsapprovewithdrawal', {
  needs: may('decide', 'Withdrawal'),
  summary: 'Approves a withdrawal of somebody else; above a limit a second person has to as well. It is sent then.',
  input: z.strictObject({ withdrawalId: zId, ...proofInput }),
  ...decision,
});

export const opsrejectwithdrawal = call('opsrejectwithdrawal', {
  needs: may('decide', 'Withdrawal'),
  summary: 'Rejects a withdrawal that was not sent yet: the money goes back to the wallet, with the reason.',
  input: z.strictObject({ withdrawalId: zId, reason: zFilledText(200), ...proofInput }),
  ...decision,
});

export const opsclearwithdrawal = call('opsclearwithdrawal', {
  needs: may('decide', 'Withdrawal'),
  summary: 'Says what was found of a withdrawal that is out of step with its bank: the mark goes, and no money moves.',
  input: z.strictObject({ withdrawalId: zId, reason: zFilledText(200), ...proofInput }),
  output: decision.output,
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

const zLedgerHealth = z.strictObject({
  checkedAt: zMoment,
  postings: z.int(),
  faults: z.array(z.string()),
  balances: z.array(
    z.strictObject({ name: z.string(), ofPeople: z.boolean(), balancePaise: zPaise, accounts: z.int() }),
  ),
  heldPaise: zPaise,
  underWayPaise: zPaise,
  /** Newest first: the check of each day. */
  checks: z.array(
    z.strictObject({
      day: z.iso.date(),
      at: zMoment,
      isSound: z.boolean(),
      postings: z.int(),
      faults: z.array(z.string()),
    }),
  ),
  payoutsStopped: z.boolean(),
});
export type LedgerHealth = z.output<typeof zLedgerHealth>;

export const opsledger = call('opsledger', {
  needs: may('read', 'Ledger'),
  summary: 'The whole ledger added up now, what each kind of account holds, and the checks of the last days.',
  input: z.strictObject({}),
  output: zLedgerHealth,
});

export const opscheckledger = call('opscheckledger', {
  needs: may('decide', 'Ledger'),
  summary: 'Adds the ledger up and keeps the result as the check of the day: payouts stop where it is red.',
  input: z.strictObject({}),
  output: zLedgerHealth,
});

export const operationsCalls = {
  opswithdrawals,
  opsapprovewithdrawal,
  opsrejectwithdrawal,
  opsclearwithdrawal,
  opsledger,
  opscheckledger,
};
