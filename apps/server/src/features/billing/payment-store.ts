import type { BillingSchema, Queryable, Tx } from '@trickdesk/db';
import type { Insertable } from 'kysely';

/** Every SQL statement about payments at the gateway and what it tells of them. */

export type PaymentRow = Awaited<ReturnType<typeof findOwnPayment>>;

const withPlanName = (db: Queryable) =>
  db
    .selectFrom('payment')
    .innerJoin('plan', 'plan.id', 'payment.plan_id')
    .selectAll('payment')
    .select(['plan.name as plan_name', 'plan.kind as plan_kind']);

export function findOwnPayment(db: Queryable, owner: { readonly accountId: number; readonly paymentId: number }) {
  return withPlanName(db)
    .where('account_id', '=', owner.accountId)
    .where('payment.id', '=', owner.paymentId)
    .executeTakeFirst();
}

export function findByOrder(db: Queryable, orderId: string) {
  return withPlanName(db).where('gateway_order_id', '=', orderId).executeTakeFirst();
}

export function lockByOrder(tx: Tx, orderId: string) {
  return tx.selectFrom('payment').selectAll().where('gateway_order_id', '=', orderId).forUpdate().executeTakeFirst();
}

export function findByKey(db: Queryable, accountId: number, key: string) {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** @returns `undefined` where the key was used before */
export async function insertPayment(tx: Tx, row: Insertable<BillingSchema['payment']>) {
  return tx
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The first order stays: nobody is shown another one. */
export async function setOrder(tx: Tx, paymentId: number, orderId: string): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ gateway_order_id: orderId })
    .where('id', '=', paymentId)
    .where('gateway_order_id', 'is', null)
    .execute();
}

export async function markPaid(
  tx: Tx,
  paymentId: number,
  paid: { readonly gatewayPaymentId: string; readonly subscriptionId: number | null; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      ...{ state: 'paid', gateway_payment_id: paid.gatewayPaymentId, settled_at: paid.at },
      ...{ subscription_id: paid.subscriptionId, failure: null, out_of_step: null },
    })
    .where('id', '=', paymentId)
    .execute();
}

/** A try that failed; one that was paid meanwhile stays paid. */
export async function markFailed(tx: Tx, paymentId: number, failure: string): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ state: 'failed', failure })
    .where('id', '=', paymentId)
    .where('state', 'in', ['open', 'failed'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Not of what was paid while the gateway was asked: its event has come. */
export async function setOutOfStep(db: Queryable, paymentId: number, words: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ out_of_step: words })
    .where('id', '=', paymentId)
    .where('state', '!=', 'paid')
    .execute();
}

export async function markExpired(tx: Tx, paymentId: number, at: Date): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ state: 'expired', settled_at: at })
    .where('id', '=', paymentId)
    .where('state', 'in', ['open', 'failed'])
    .execute();
}

/** Takes those that nobody has asked about for long, for one process at a time. */
export function takeUnsettled(
  tx: Tx,
  { createdBefore, askedBefore, now, limit }: { createdBefore: Date; askedBefore: Date; now: Date; limit: number },
) {
  return tx
    .with('due', (cte) =>
      cte
        .selectFrom('payment')
        .select('id')
        .where('state', 'in', ['open', 'failed'])
        .where('created_at', '<=', createdBefore)
        .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', askedBefore)]))
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payment')
    .set({ asked_at: now })
    .from('due')
    .whereRef('payment.id', '=', 'due.id')
    .returning(['payment.id', 'payment.gateway_order_id', 'payment.created_at', 'payment.account_id'])
    .execute();
}

/** @returns whether the event is new */
export async function insertEvent(tx: Tx, event: Insertable<BillingSchema['gateway_event']>): Promise<boolean> {
  const row = await tx
    .insertInto('gateway_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteEvents(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('gateway_event').where('received_at', '<', before).execute();
}
