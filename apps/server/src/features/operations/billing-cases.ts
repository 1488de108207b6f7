import type { Database, Tx } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import type { OrderPayments, PaymentGateway } from '@trickdesk/providers/payments';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import { recordAct } from '../audit/index.ts';
import {
  type BillingParts,
  clearOutOfStep,
  countDeskInvoices,
  countDeskPayments,
  type DeskInvoiceFilter,
  type DeskInvoiceRow,
  type DeskPage,
  type DeskPaymentFilter,
  type DeskPaymentRow,
  type DeskPlanRow,
  findDeskInvoice,
  findDeskPayment,
  listDeskInvoices,
  listDeskPayments,
  listDeskPlans,
  lockBilling,
  lockDeskPlan,
  refundInvoice,
  settleNotice,
  updateDeskPlan,
} from '../billing/index.ts';

export type { DeskInvoiceRow, DeskPaymentRow, DeskPlanRow };

export interface BillingCaseParts extends BillingParts {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

export interface RefundVerdict extends GivenProof {
  readonly invoiceId: number;
  readonly target: 'wallet' | 'source';
  readonly reason: string;
}

export interface PlanChange extends GivenProof {
  readonly planId: number;
  readonly pricePaise: number;
  readonly rewardPaise: number;
  readonly onSale: boolean;
  readonly changedAt: string;
}

export type BillingCases = ReturnType<typeof createBillingCases>;
type Operator = Pick<Caller, 'accountId' | 'origin'>;

/** Payments that are out of step with the gateway, invoices that are taken back, and what is sold at which price. */
export function createBillingCases(parts: BillingCaseParts) {
  const db = parts.database.kysely;
  return {
    payments: async (filter: DeskPaymentFilter, page: DeskPage) => {
      const [rows, total] = await Promise.all([listDeskPayments(db, filter, page), countDeskPayments(db, filter)]);
      return { rows, total };
    },
    invoices: async (filter: DeskInvoiceFilter, page: DeskPage) => {
      const [rows, total] = await Promise.all([listDeskInvoices(db, filter, page), countDeskInvoices(db, filter)]);
      return { rows, total };
    },
    plans: () => listDeskPlans(db),
    settle: (operator: Operator, asked: GivenProof & { readonly paymentId: number }) => settle(parts, operator, asked),
    refund: (operator: Operator, verdict: RefundVerdict) => refund(parts, operator, verdict),
    changePlan: (operator: Operator, change: PlanChange) => changePlan(parts, operator, change),
  };
}

/**
 * What the gateway says now is settled as its event would have been.
 *
 * @returns whether it was paid
 * @throws Refusal `NOT_FOUND`, `OWN_CASE`, `CASE_DECIDED`, `PAYMENTS_UNAVAILABLE`, and those of a proof
 */
async function settle(
  parts: BillingCaseParts,
  operator: Operator,
  { paymentId, ...given }: GivenProof & { readonly paymentId: number },
): Promise<boolean> {
  const { database, clock, gateway, secondFactor } = parts;
  const proof = await secondFactor.prove(operator, given);
  const payment = await findDeskPayment(database.kysely, paymentId);
  if (!payment) throw new Refusal('NOT_FOUND');
  if (payment.account_id === operator.accountId) throw new Refusal('OWN_CASE');
  const { out_of_step: words, gateway_order_id: orderId } = payment;
  if (words === null) throw new Refusal('CASE_DECIDED');
  // Without an order nobody could pay it.
  const answer: OrderPayments = orderId === null ? { kind: 'missing' } : await gateway.readPayments(orderId);
  if (answer.kind === 'unavailable') throw new Refusal('PAYMENTS_UNAVAILABLE');
  const captured = answer.kind === 'found' ? answer.payments.find(({ state }) => state === 'captured') : undefined;
  await database.transaction(async (tx) => {
    // The account's lock before the row's, as everywhere.
    await lockBilling(tx, payment.account_id);
    if (!(await clearOutOfStep(tx, paymentId, words))) throw new Refusal('CASE_DECIDED');
    if (captured && orderId !== null) {
      const { paymentId: gatewayPaymentId, amountPaise } = captured;
      await settleNotice(tx, parts, { kind: 'captured', orderId, paymentId: gatewayPaymentId, amountPaise });
    }
    await proof.useIn(tx);
    await recordSettled(tx, { operator, payment, captured: captured?.paymentId, at: new Date(clock.now()) });
  });
  await proof.settle();
  return captured !== undefined;
}

interface Settled {
  readonly operator: Operator;
  readonly payment: DeskPaymentRow;
  /** The gateway's id; absent: nobody paid. */
  readonly captured: string | undefined;
  readonly at: Date;
}

function recordSettled(tx: Tx, { operator, payment, captured, at }: Settled): Promise<void> {
  return recordAct(tx, {
    ...{ operator, what: 'settle_payment', subject: 'payment', subjectId: String(payment.id), at },
    sentence: captured
      ? `Settled a payment that no event told of: the gateway has it as ${captured}.`
      : 'Took the mark from a payment: the gateway has nothing for it.',
    before: { state: payment.state, outOfStep: payment.out_of_step },
    after: captured ? { state: 'paid', gatewayPaymentId: captured } : { state: payment.state, outOfStep: null },
  });
}

/** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `INVOICE_REFUNDED`, `REFUND_SOURCE_MISSING`, and those of a proof */
async function refund(
  parts: BillingCaseParts,
  operator: Operator,
  { invoiceId, target, reason, ...given }: RefundVerdict,
): Promise<void> {
  const { database, clock, secondFactor } = parts;
  const proof = await secondFactor.prove(operator, given);
  await database.transaction(async (tx) => {
    const invoice = await findDeskInvoice(tx, invoiceId);
    if (!invoice) throw new Refusal('NOT_FOUND');
    if (invoice.account_id === operator.accountId) throw new Refusal('OWN_CASE');
    const { refundId } = await refundInvoice(tx, parts, { invoiceId, target, reason });
    await proof.useIn(tx);
    const where = target === 'wallet' ? 'to the wallet' : 'to where it was paid from';
    await recordAct(tx, {
      ...{ operator, what: 'refund_invoice', subject: 'invoice', subjectId: String(invoiceId) },
      sentence: `Took invoice ${invoice.number} back, ${where}: ${reason}`,
      before: { state: 'kept', plan: invoice.plan_state },
      after: { state: 'refunded', plan: 'ended', refundId, target, paise: toSafePaise(invoice.total_paise) },
      at: new Date(clock.now()),
    });
  });
  await proof.settle();
}

/** @throws Refusal `NOT_FOUND`, `CASE_DECIDED`, and those of a proof */
async function changePlan(
  { database, clock, secondFactor }: BillingCaseParts,
  operator: Operator,
  { planId, pricePaise, rewardPaise, onSale, changedAt, ...given }: PlanChange,
): Promise<void> {
  const proof = await secondFactor.prove(operator, given);
  await database.transaction(async (tx) => {
    const plan = await lockDeskPlan(tx, planId);
    // What is everybody's stays so.
    if (!plan || plan.price_paise === 0n) throw new Refusal('NOT_FOUND');
    if (plan.changed_at.toISOString() !== changedAt) throw new Refusal('CASE_DECIDED');
    const before = {
      ...{ pricePaise: toSafePaise(plan.price_paise), rewardPaise: toSafePaise(plan.reward_paise) },
      onSale: plan.on_sale,
    };
    const at = new Date(clock.now());
    const change = { price_paise: BigInt(pricePaise), reward_paise: BigInt(rewardPaise), on_sale: onSale, at };
    await updateDeskPlan(tx, planId, change);
    await proof.useIn(tx);
    await recordAct(tx, {
      ...{ operator, what: 'change_plan', subject: 'plan', subjectId: String(planId), at },
      sentence: `Changed the plan ${plan.name}.`,
      before,
      after: { pricePaise, rewardPaise, onSale },
    });
  });
  await proof.settle();
}
