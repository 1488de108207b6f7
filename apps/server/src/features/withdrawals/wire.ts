import type { OpsWithdrawal, Withdrawal } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { ListedWithdrawal, QueuedWithdrawal } from './list-store.ts';
import { approvalFault } from './rules.ts';
import type { StepRow } from './store.ts';

const WALLET_IDS = { main: 1, rewards: 2 } as const;
export const WALLET_NAMES = { 1: 'main', 2: 'rewards' } as const;

export function withdrawalToWire(row: ListedWithdrawal, steps: readonly StepRow[]): Withdrawal {
  const { utr, reason, not_before: notBefore } = row;
  return {
    ...{ withdrawalId: row.id, wallet_id: WALLET_IDS[row.wallet], amountPaise: toSafePaise(row.amount_paise) },
    ...{ state: row.state, accountMasked: row.number_masked, ifsc: row.ifsc },
    ...(notBefore === null ? {} : { notBefore: notBefore.toISOString() }),
    ...(utr === null ? {} : { bankReference: utr }),
    ...(reason === null ? {} : { reason }),
    requestedAt: row.requested_at.toISOString(),
    states: steps
      .filter((step) => step.withdrawal_id === row.id)
      .map(({ state, at, note }) => ({ state, at: at.toISOString(), ...(note === null ? {} : { note }) })),
  };
}

export interface Approval {
  readonly withdrawal_id: number;
  readonly operator_id: number;
  readonly full_name: string;
  readonly at: Date;
}

/** As an operator sees it. */
export function queuedToWire(
  row: QueuedWithdrawal,
  { steps, approvals, operatorId }: { steps: readonly StepRow[]; approvals: readonly Approval[]; operatorId: number },
): OpsWithdrawal {
  const own = approvals.filter((approval) => approval.withdrawal_id === row.id);
  const facts = { ownerId: row.account_id, state: row.state, approvedBy: own.map((one) => one.operator_id) };
  return {
    ...withdrawalToWire(row, steps),
    person: {
      ...{ userId: row.account_id, fullName: row.full_name, email: row.email },
      kycVerified: row.kyc_verified_at !== null,
    },
    approvalsNeeded: row.approvals_needed,
    approvals: own.map((one) => ({ operatorId: one.operator_id, name: one.full_name, at: one.at.toISOString() })),
    ...{ holderName: row.holder_name, nameAtBank: row.name_at_bank, bankName: row.bank_name, tries: row.tries },
    ...(row.out_of_step === null ? {} : { outOfStep: row.out_of_step }),
    mayApprove: approvalFault(facts, operatorId) === undefined,
    mayClear: row.out_of_step !== null && row.account_id !== operatorId,
  };
}
