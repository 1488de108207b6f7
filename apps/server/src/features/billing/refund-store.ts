import type { BillingSchema, Queryable, Tx } from '@trickdesk/db';
import { type Insertable, sql } from 'kysely';

/** Every SQL statement about what is paid back. */

export type RefundRow = NonNullable<Awaited<ReturnType<typeof lockRefund>>>;

export async function insertRefund(tx: Tx, row: Insertable<BillingSchema['refund']>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('refund')
    .values(row)
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

const withSource = (db: Queryable) =>
  db
    .selectFrom('refund')
    .innerJoin('invoice', 'invoice.id', 'refund.invoice_id')
    .leftJoin('payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .select(['invoice.account_id', 'invoice.number', 'payment.gateway_payment_id']);

export function lockRefund(tx: Tx, id: number) {
  return withSource(tx).where('refund.id', '=', id).forUpdate('refund').executeTakeFirst();
}

/** One whose time has come, for one process: nobody else takes it before `until`. */
export async function takeDueRefund(tx: Tx, now: Date, until: Date): Promise<RefundRow | undefined> {
  const row = await withSource(tx)
    .where('refund.state', 'in', ['asked', 'sent'])
    .where('refund.next_try_at', '<=', now)
    .orderBy('refund.next_try_at')
    .limit(1)
    .forUpdate('refund')
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  await tx.updateTable('refund').set({ next_try_at: until, tries: sql`tries + 1` }).where('id', '=', row.id).execute();
  return row;
}

export async function setRefund(
  tx: Tx,
  id: number,
  change: {
    readonly state: BillingSchema['refund']['state'];
    readonly gateway_refund_id?: string;
    readonly ended_at?: Date;
    readonly next_try_at?: Date | null;
  },
): Promise<void> {
  await tx.updateTable('refund').set(change).where('id', '=', id).execute();
}

export async function findRefundId(db: Queryable, invoiceId: number): Promise<number | undefined> {
  const row = await db.selectFrom('refund').select('id').where('invoice_id', '=', invoiceId).executeTakeFirst();
  return row?.id;
}

export function findInvoiceForRefund(db: Queryable, invoiceId: number) {
  return db
    .selectFrom('invoice')
    .leftJoin('payment', 'payment.id', 'invoice.payment_id')
    .selectAll('invoice')
    .select('payment.gateway_payment_id')
    .where('invoice.id', '=', invoiceId)
    .executeTakeFirst();
}
