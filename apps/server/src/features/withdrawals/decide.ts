import type { Database, Tx } from '@trickdesk/db';
import { formatPaise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { moveWithdrawal, tellWithdrawal } from './move.ts';
import type { GivenProof, Who, WithdrawalParts } from './parts.ts';
import { approvalFault, rejectionFault } from './rules.ts';
import * as store from './store.ts';

export interface Decided extends GivenProof {
  readonly withdrawalId: number;
}

type Acting = Pick<WithdrawalParts, 'secondFactor' | 'clock'> & { readonly database: Database };

/**
 * One person's yes. It is sent once as many different people as it needs have said so, none of them its owner.
 *
 * @throws Refusal `NOT_FOUND`, `WITHDRAWAL_DECIDED`, `OWN_CASE`, `APPROVED_ALREADY`, and those of a proof
 */
export function approveWithdrawal(parts: Acting, operator: Who, { withdrawalId, ...proof }: Decided): Promise<void> {
  return decide(parts, operator, { withdrawalId, ...proof }, async (tx, row, at) => {
    const before = await store.listApprovals(tx, [row.id]);
    const facts = { ownerId: row.account_id, state: row.state, approvedBy: before.map((one) => one.operator_id) };
    const fault = approvalFault(facts, operator.accountId);
    if (fault) throw new Refusal(fault);
    await store.insertApproval(tx, { withdrawalId, operatorId: operator.accountId, at });
    const given = before.length + 1;
    const isEnough = given >= row.approvals_needed;
    if (isEnough) {
      const nextTryAt = row.not_before !== null && row.not_before > at ? row.not_before : at;
      await store.setWithdrawal(tx, row.id, { state: 'approved', next_try_at: nextTryAt });
      await store.insertStep(tx, { withdrawalId, state: 'approved', at });
      await tellWithdrawal(tx, row.account_id, row.id);
    }
    const of = `${given} of ${row.approvals_needed}`;
    return {
      what: 'approve_withdrawal',
      sentence: `Approved the withdrawal of ${formatPaise(row.amount_paise)} (${of}).`,
      before: { state: row.state, approvals: before.length },
      after: { state: isEnough ? 'approved' : row.state, approvals: given },
    };
  });
}

/**
 * A no, with the reason that its owner reads: the money goes back to the wallet.
 *
 * @throws Refusal `NOT_FOUND`, `WITHDRAWAL_DECIDED`, `OWN_CASE`, and those of a proof
 */
export function rejectWithdrawal(
  parts: Acting,
  operator: Who,
  { reason, ...decided }: Decided & { readonly reason: string },
): Promise<void> {
  return decide(parts, operator, decided, async (tx, row, at) => {
    const fault = rejectionFault({ ownerId: row.account_id, state: row.state }, operator.accountId);
    if (fault) throw new Refusal(fault);
    await moveWithdrawal(tx, row, { to: 'rejected', at, reason });
    return {
      what: 'reject_withdrawal',
      sentence: `Rejected the withdrawal of ${formatPaise(row.amount_paise)}: ${reason}`,
      before: { state: row.state },
      after: { state: 'rejected', reason },
    };
  });
}

/**
 * What somebody found of a withdrawal of which the payout service says what cannot be. The mark goes and what was found is
 * on the record; no money moves: what has to is moved by hand, where it can be looked at.
 *
 * @throws Refusal `NOT_FOUND`, `CASE_DECIDED`, `OWN_CASE`, and those of a proof
 */
export function clearWithdrawal(
  parts: Acting,
  operator: Who,
  { reason, ...decided }: Decided & { readonly reason: string },
): Promise<void> {
  return decide(parts, operator, decided, async (tx, row) => {
    if (row.account_id === operator.accountId) throw new Refusal('OWN_CASE');
    if (row.out_of_step === null) throw new Refusal('CASE_DECIDED');
    await store.setWithdrawal(tx, row.id, { out_of_step: null });
    return {
      what: 'clear_withdrawal',
      sentence: `Looked at the withdrawal of ${formatPaise(row.amount_paise)} that was out of step: ${reason}`,
      before: { state: row.state, outOfStep: row.out_of_step },
      after: { state: row.state, outOfStep: null, reason },
    };
  });
}

type Deed = Pick<OperatorAct, 'what' | 'sentence' | 'before' | 'after'>;

/** Proof, lock, deed and its record, in one transaction. */
async function decide(
  { database, clock, secondFactor }: Acting,
  operator: Who,
  { withdrawalId, ...given }: Decided,
  deed: (tx: Tx, row: store.WithdrawalRow, at: Date) => Promise<Deed>,
): Promise<void> {
  const proof = await secondFactor.prove(operator, given);
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    const row = await store.lockWithdrawal(tx, withdrawalId);
    if (!row) throw new Refusal('NOT_FOUND');
    const done = await deed(tx, row, at);
    await proof.useIn(tx);
    await recordAct(tx, { operator, subject: 'withdrawal', subjectId: String(withdrawalId), ...done, at });
  });
  await proof.settle();
}
