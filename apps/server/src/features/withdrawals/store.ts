import { lockInTransaction, type Queryable, type Tx, type WithdrawalSchema } from '@trickdesk/db';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Bank, WithdrawalState } from './rules.ts';

/** Every SQL statement about withdrawals. */

/** Money of these is held. */
export const UNDER_WAY = ['requested', 'approved', 'sent'] as const satisfies readonly WithdrawalState[];

export type WithdrawalRow = Selectable<WithdrawalSchema['withdrawal']>;
export type StepRow = Selectable<WithdrawalSchema['withdrawal_step']>;

/** Withdrawals of a person are asked for one after another: the day's limit is counted over them. */
export function lockWithdrawals(tx: Tx, accountId: number): Promise<void> {
  return lockInTransaction(tx, `withdrawals ${accountId}`);
}

export function findByKey(db: Queryable, accountId: number, key: string): Promise<WithdrawalRow | undefined> {
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export function lockWithdrawal(tx: Tx, id: number): Promise<WithdrawalRow | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertWithdrawal(tx: Tx, row: Insertable<WithdrawalSchema['withdrawal']>): Promise<WithdrawalRow> {
  return tx.insertInto('withdrawal').values(row).returningAll().executeTakeFirstOrThrow();
}

export function setWithdrawal(
  tx: Tx,
  id: number,
  change: Updateable<WithdrawalSchema['withdrawal']>,
): Promise<WithdrawalRow> {
  return tx.updateTable('withdrawal').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function insertStep(
  tx: Tx,
  step: { readonly withdrawalId: number; readonly state: WithdrawalState; readonly note?: string; readonly at: Date },
): Promise<void> {
  const { withdrawalId, state, note, at } = step;
  await tx
    .insertInto('withdrawal_step')
    .values({ withdrawal_id: withdrawalId, state, note: note ?? null, at })
    .execute();
}

export function listSteps(db: Queryable, ids: readonly number[]): Promise<StepRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('withdrawal_step').selectAll().where('withdrawal_id', 'in', ids).orderBy('id').execute();
}

export async function insertApproval(
  tx: Tx,
  approval: { readonly withdrawalId: number; readonly operatorId: number; readonly at: Date },
): Promise<void> {
  const { withdrawalId, operatorId, at } = approval;
  await tx
    .insertInto('withdrawal_approval')
    .values({ withdrawal_id: withdrawalId, operator_id: operatorId, at })
    .execute();
}

export async function listApprovals(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('withdrawal_approval')
    .innerJoin('account', 'account.id', 'withdrawal_approval.operator_id')
    .select(['withdrawal_id', 'operator_id', 'account.full_name', 'at'])
    .where('withdrawal_id', 'in', ids)
    .orderBy('at')
    .execute();
}

/** What was asked for since a moment, without what was returned. */
export async function sumSince(db: Queryable, accountId: number, since: Date): Promise<bigint> {
  const row = await db
    .selectFrom('withdrawal')
    .select(sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as('sum'))
    .where('account_id', '=', accountId)
    .where('requested_at', '>=', since)
    .where('state', 'in', [...UNDER_WAY, 'paid'])
    .executeTakeFirstOrThrow();
  return row.sum;
}

export interface OwnBank extends Bank {
  readonly id: number;
  readonly masked: string;
  readonly ifsc: string;
  readonly bankName: string;
}

/** The bank account in use. */
export async function findBank(db: Queryable, accountId: number): Promise<OwnBank | undefined> {
  const row = await db
    .selectFrom('bank_account as b')
    .select(['b.id', 'b.status', 'b.set_at', 'b.number_masked', 'b.ifsc', 'b.bank_name'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bank_account as o')
            .select('o.id')
            .whereRef('o.account_id', '=', 'b.account_id')
            .where('o.replaced_at', 'is not', null),
        )
        .as('is_changed'),
    )
    .where('b.account_id', '=', accountId)
    .where('b.replaced_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      ...{ id: row.id, status: row.status, setAt: row.set_at.getTime(), isChanged: Boolean(row.is_changed) },
      ...{ masked: row.number_masked, ifsc: row.ifsc, bankName: row.bank_name },
    }
  );
}

export async function isKycVerified(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('kyc_verified_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.kyc_verified_at !== null;
}

/**
 * Takes one that is to be sent, or asked about, for one process at a time. What was approved counts as sent from here on:
 * it may leave any moment.
 */
export async function takeDue(tx: Tx, { now, holdUntil }: { readonly now: Date; readonly holdUntil: Date }) {
  const due = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('next_try_at', '<=', now)
    .where('state', 'in', ['approved', 'sent', 'paid'])
    .orderBy('next_try_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const isFirst = due.state === 'approved';
  await tx
    .updateTable('withdrawal')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: holdUntil, ...(isFirst ? { state: 'sent' } : {}) }))
    .where('id', '=', due.id)
    .execute();
  if (isFirst) await insertStep(tx, { withdrawalId: due.id, state: 'sent', at: now });
  const bank = await tx
    .selectFrom('bank_account')
    .select(['id', 'number_sealed', 'ifsc', 'holder_name'])
    .where('id', '=', due.bank_account_id)
    .executeTakeFirstOrThrow();
  return { ...due, isFirst, bank };
}

export type DueWithdrawal = NonNullable<Awaited<ReturnType<typeof takeDue>>>;

/** Whether the newest check of the ledger found nothing wrong; before the first one there is nothing to distrust. */
export async function isLedgerSound(db: Queryable): Promise<boolean> {
  const row = await db.selectFrom('ledger_check').select('is_sound').orderBy('day', 'desc').limit(1).executeTakeFirst();
  return row?.is_sound ?? true;
}

/** An event of the payout service acts once. @returns whether it is new */
export async function insertPayoutEvent(
  tx: Tx,
  event: { readonly id: string; readonly event: string; readonly at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('gateway_event')
    .values({ id: event.id, event: event.event, source: 'payouts', received_at: event.at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Of everybody, what is asked for and has neither reached a bank nor come back. */
export async function readUnderWay(db: Queryable): Promise<bigint> {
  const row = await db
    .selectFrom('withdrawal')
    .select(sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as('sum'))
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirstOrThrow();
  return row.sum;
}
