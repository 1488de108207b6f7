import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Every SQL statement by which operators look at what was paid, and change what is sold. */

export interface DeskPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

export interface DeskPaymentFilter {
  readonly state: 'out_of_step' | 'all' | 'open' | 'failed' | 'paid' | 'expired';
  /** Of the person, or one of the gateway's ids. */
  readonly search?: string | undefined;
}

const payments = (db: Queryable) =>
  db
    .selectFrom('payment')
    .innerJoin('plan', 'plan.id', 'payment.plan_id')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select(['plan.name as plan_name', 'account.full_name', 'account.email', 'account.kyc_verified_at']);

export type DeskPaymentRow = Awaited<ReturnType<typeof listDeskPayments>>[number];
type Payments = ReturnType<typeof payments>;

function matchingPayments(query: Payments, { state, search }: DeskPaymentFilter): Payments {
  let matched = query;
  if (state === 'out_of_step') matched = matched.where('payment.out_of_step', 'is not', null);
  else if (state !== 'all') matched = matched.where('payment.state', '=', state);
  if (search === undefined || search === '') return matched;
  const pattern = likePattern(search);
  return matched.where((eb) =>
    eb.or([
      ...(['account.full_name', 'account.email'] as const).map((column) => eb(column, 'ilike', pattern)),
      eb('payment.gateway_order_id', '=', search),
      eb('payment.gateway_payment_id', '=', search),
    ]),
  );
}

export function listDeskPayments(db: Queryable, filter: DeskPaymentFilter, { limit, offset, sort }: DeskPage) {
  return matchingPayments(payments(db), filter)
    .orderBy('payment.id', sort === 'time' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDeskPayments(db: Queryable, filter: DeskPaymentFilter): Promise<number> {
  const { count } = await matchingPayments(payments(db), filter)
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findDeskPayment(db: Queryable, paymentId: number): Promise<DeskPaymentRow | undefined> {
  return payments(db).where('payment.id', '=', paymentId).executeTakeFirst();
}

/** @returns whether it was out of step with the very words */
export async function clearOutOfStep(tx: Tx, paymentId: number, words: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment')
    .set({ out_of_step: null })
    .where('id', '=', paymentId)
    .where('out_of_step', '=', words)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface DeskInvoiceFilter {
  readonly state: 'all' | 'kept' | 'refunded';
  /** Of the person, or the number. */
  readonly search?: string | undefined;
}

const invoices = (db: Queryable) =>
  db
    .selectFrom('invoice')
    .innerJoin('account', 'account.id', 'invoice.account_id')
    .innerJoin('subscription', 'subscription.id', 'invoice.subscription_id')
    .leftJoin('refund', 'refund.invoice_id', 'invoice.id')
    .leftJoin('invoice as note', 'note.credits_id', 'invoice.id')
    .leftJoin('reward', (join) => join.onRef('reward.invoice_id', '=', 'invoice.id').on('reward.kind', '=', 'plan'))
    .where('invoice.kind', '=', 'invoice')
    .select([
      ...(['invoice.id', 'invoice.account_id', 'invoice.number', 'invoice.description'] as const),
      ...(['invoice.total_paise', 'invoice.cgst_paise', 'invoice.sgst_paise', 'invoice.igst_paise'] as const),
      ...(['invoice.paid_by', 'invoice.issued_at', 'account.full_name', 'account.email'] as const),
      ...(['account.kyc_verified_at', 'subscription.ends_at', 'note.number as note_number'] as const),
      ...(['refund.target', 'refund.state as refund_state', 'refund.reason', 'refund.asked_at'] as const),
      ...(['reward.gross_paise', 'reward.state as reward_state', 'subscription.state as plan_state'] as const),
    ]);

export type DeskInvoiceRow = Awaited<ReturnType<typeof listDeskInvoices>>[number];
type Invoices = ReturnType<typeof invoices>;

function matchingInvoices(query: Invoices, { state, search }: DeskInvoiceFilter): Invoices {
  let matched = query;
  if (state === 'kept') matched = matched.where('refund.id', 'is', null);
  if (state === 'refunded') matched = matched.where('refund.id', 'is not', null);
  if (search === undefined || search === '') return matched;
  const pattern = likePattern(search);
  return matched.where((eb) =>
    eb.or((['account.full_name', 'account.email', 'invoice.number'] as const).map((one) => eb(one, 'ilike', pattern))),
  );
}

export function listDeskInvoices(db: Queryable, filter: DeskInvoiceFilter, { limit, offset, sort }: DeskPage) {
  return matchingInvoices(invoices(db), filter)
    .orderBy('invoice.id', sort === 'time' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDeskInvoices(db: Queryable, filter: DeskInvoiceFilter): Promise<number> {
  const { count } = await matchingInvoices(invoices(db), filter)
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findDeskInvoice(db: Queryable, invoiceId: number): Promise<DeskInvoiceRow | undefined> {
  return invoices(db).where('invoice.id', '=', invoiceId).executeTakeFirst();
}

const plans = (db: Queryable) =>
  db
    .selectFrom('plan')
    .selectAll('plan')
    .select((eb) =>
      eb
        .selectFrom('subscription')
        .whereRef('subscription.plan_id', '=', 'plan.id')
        .where('subscription.state', '<>', 'ended')
        .select(sql<bigint>`count(*)`.as('running'))
        .as('running'),
    );

export type DeskPlanRow = Awaited<ReturnType<typeof listDeskPlans>>[number];

export function listDeskPlans(db: Queryable) {
  return plans(db).orderBy('kind').orderBy('price_paise').orderBy('id').execute();
}

export function lockDeskPlan(tx: Tx, planId: number): Promise<DeskPlanRow | undefined> {
  return plans(tx).where('plan.id', '=', planId).forUpdate('plan').executeTakeFirst();
}

export async function updateDeskPlan(
  tx: Tx,
  planId: number,
  change: { readonly price_paise: bigint; readonly reward_paise: bigint; readonly on_sale: boolean; readonly at: Date },
): Promise<void> {
  const { at: changed_at, ...rest } = change;
  await tx
    .updateTable('plan')
    .set({ ...rest, changed_at })
    .where('id', '=', planId)
    .execute();
}
