import type { Tx } from '@trickdesk/db';
import { MINUTE_MS } from '@trickdesk/domain';
import type { PaymentNotice, RefundAsked } from '@trickdesk/providers/payments';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { type Posting, postTransfer } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { endEntitlement } from './end-entitlement.ts';
import { formatMoney } from './format.ts';
import { insertInvoice, takeNumber } from './invoice-store.ts';
import type { BillingParts } from './parts.ts';
import {
  findInvoiceForRefund,
  findRefundId,
  insertRefund,
  lockRefund,
  type RefundRow,
  setRefund,
  takeDueRefund,
} from './refund-store.ts';
import { invoiceNumber, seriesOf } from './rules.ts';
import { endSubscription, findSubscription, lockBilling } from './store.ts';
import { containedTax, taxOf } from './tax.ts';

export interface RefundAskedFor {
  readonly invoiceId: number;
  /** `source` only where the gateway was paid. */
  readonly target: 'wallet' | 'source';
  readonly reason: string;
}

type Invoice = NonNullable<Awaited<ReturnType<typeof findInvoiceForRefund>>>;

/**
 * Takes an invoice back: a credit note, the money to the wallet or to where it came from, the subscription ended, and
 * what it led to elsewhere reversed, all in the caller's transaction. Once for each invoice.
 *
 * @throws Refusal `NOT_FOUND`, `INVOICE_REFUNDED`, `REFUND_SOURCE_MISSING`
 */
export async function refundInvoice(
  tx: Tx,
  parts: Pick<BillingParts, 'clock' | 'onTakenBack'>,
  { invoiceId, target, reason }: RefundAskedFor,
): Promise<{ readonly refundId: number }> {
  const at = new Date(parts.clock.now());
  const invoice = await findInvoiceForRefund(tx, invoiceId);
  if (invoice?.kind !== 'invoice') throw new Refusal('NOT_FOUND');
  if (target === 'source' && invoice.gateway_payment_id === null) throw new Refusal('REFUND_SOURCE_MISSING');
  await lockBilling(tx, invoice.account_id);
  if ((await findRefundId(tx, invoiceId)) !== undefined) throw new Refusal('INVOICE_REFUNDED');
  const isOver = target === 'wallet';
  const refundId = await insertRefund(tx, {
    ...{ invoice_id: invoiceId, payment_id: invoice.payment_id, amount_paise: invoice.total_paise, target, reason },
    ...{ state: isOver ? 'done' : 'asked', asked_at: at },
    ...(isOver ? { ended_at: at } : { next_try_at: at }),
  });
  if (refundId === undefined) throw new Refusal('INVOICE_REFUNDED');
  await writeCreditNote(tx, invoice, { target, at });
  await endSubscriptionOf(tx, invoice, at);
  await tellRefund(tx, invoice, { target, reason, at });
  const { account_id: accountId, description: planName } = invoice;
  await parts.onTakenBack(tx, { invoiceId, accountId, planName, at });
  return { refundId };
}

interface Taken {
  readonly target: 'wallet' | 'source';
  readonly at: Date;
}

async function writeCreditNote(tx: Tx, invoice: Invoice, { target, at }: Taken): Promise<void> {
  const series = seriesOf('credit_note', at.getTime());
  const number = invoiceNumber(series, await takeNumber(tx, series));
  const { id: invoiceId, gateway_payment_id: _payment, supplier, customer, ...rest } = invoice;
  await insertInvoice(tx, {
    ...{
      ...rest,
      id: undefined,
      supplier,
      customer,
      number,
      kind: 'credit_note',
      credits_id: invoiceId,
      issued_at: at,
    },
  });
  const { account_id: ownerId, total_paise: amountPaise } = invoice;
  const tax = containedTax(amountPaise, invoice.igst_paise === 0n);
  const to: Posting =
    target === 'wallet'
      ? { account: { ownerId, name: 'main' }, amountPaise }
      : { account: { ownerId: null, name: 'gateway_clearing' }, amountPaise };
  const sentence = `Refund of ${invoice.description}: credit note ${number} to invoice ${invoice.number}.`;
  const postings: Posting[] = [
    { account: { ownerId: null, name: 'revenue' }, amountPaise: -tax.taxablePaise },
    { account: { ownerId: null, name: 'gst_payable' }, amountPaise: -taxOf(tax) },
    to,
  ];
  const key = `credit-note:${number}`;
  await postTransfer(
    tx,
    { cause: 'reversal', causeId: String(invoiceId), idempotencyKey: key, sentence, postings },
    at,
  );
}

/** What was bought with it ends; a period that was added to a running one ends all of it. */
async function endSubscriptionOf(tx: Tx, invoice: Invoice, at: Date): Promise<void> {
  const { account_id: accountId, subscription_id: subscriptionId } = invoice;
  const subscription = await findSubscription(tx, { accountId, subscriptionId });
  if (!subscription || subscription.state === 'ended') return;
  await endSubscription(tx, subscription.id, 'refunded', at);
  await endEntitlement(tx, subscription, at);
}

async function tellRefund(
  tx: Tx,
  { id, account_id: accountId, description, total_paise: amountPaise, number }: Invoice,
  { target, reason, at }: Taken & { readonly reason: string },
): Promise<void> {
  const where = target === 'wallet' ? 'to your wallet' : 'to where you paid from';
  const sentence = `${formatMoney(amountPaise)} for ${description} go back ${where}: ${reason}`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { invoiceId: id }, at });
  await notify(tx, {
    accountId,
    category: 'subscription',
    dedupeKey: `refund:${id}`,
    title: `${description}: ${formatMoney(amountPaise)} refunded`,
    body: `Invoice ${number} is taken back and the money goes ${where}. The plan has ended. ${reason}`,
    link: '/subscription/transactions',
    severity: 'warning',
  });
}

/** How long nobody else asks about a refund that is being asked about, and how long until it is asked about again. */
const HOLD_MS = MINUTE_MS;
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/**
 * Sends refunds that wait to the gateway. One of unclear fate is looked for by its receipt before it is sent again, so
 * that nothing is paid back twice.
 *
 * @returns how many were asked about
 */
export async function sendRefunds(parts: BillingParts): Promise<number> {
  const { database, clock, gateway } = parts;
  for (let count = 0; ; count += 1) {
    const now = clock.now();
    const refund = await database.transaction((tx) => takeDueRefund(tx, new Date(now), new Date(now + HOLD_MS)));
    if (!refund) return count;
    const { gateway_payment_id: paymentId, amount_paise: amountPaise } = refund;
    if (paymentId === null) throw new Error(`refund ${refund.id} has no payment to go back to`);
    const receipt = receiptOf(refund.id);
    // Nothing was asked before the first try; after it something may have gone through.
    const found = refund.tries === 0 ? undefined : await gateway.findRefund({ paymentId, receipt });
    const isToBeSent = found === undefined || found.kind === 'missing';
    const asked = isToBeSent ? await gateway.refund({ paymentId, amountPaise, receipt }) : found;
    await keepAnswer(parts, refund, asked);
  }
}

const receiptOf = (refundId: number): string => `refund-${refundId}`;

async function keepAnswer(parts: BillingParts, refund: RefundRow, asked: RefundAsked): Promise<void> {
  const { database, clock, log } = parts;
  if (asked.kind === 'unavailable') {
    log.warn({ refundId: refund.id, cause: asked.cause }, 'a refund got no clear answer; it is asked about again');
    return;
  }
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    const row = await lockRefund(tx, refund.id);
    if (!row || row.state === 'done' || row.state === 'failed') return;
    if (asked.kind === 'refused') return failRefund(tx, row, { at, why: asked.message });
    if (asked.state === 'failed') return failRefund(tx, row, { at, why: 'the gateway could not pay it back' });
    if (asked.state === 'processed') return setRefund(tx, row.id, { ...ended(asked.refundId, at) });
    const next_try_at = new Date(at.getTime() + ASK_AGAIN_MS);
    return setRefund(tx, row.id, { state: 'sent', gateway_refund_id: asked.refundId, next_try_at });
  });
}

const ended = (refundId: string, at: Date) =>
  ({ state: 'done', gateway_refund_id: refundId, ended_at: at, next_try_at: null }) as const;

/** What the gateway tells of one of ours. */
export async function settleRefund(
  tx: Tx,
  { clock }: BillingParts,
  { receipt, refundId, state }: Extract<PaymentNotice, { kind: 'refund' }>,
): Promise<void> {
  const own = /^refund-(\d{1,9})$/.exec(receipt ?? '')?.[1];
  const row = own === undefined ? undefined : await lockRefund(tx, Number(own));
  if (!row || row.state === 'done' || row.state === 'failed' || row.target !== 'source') return;
  const at = new Date(clock.now());
  if (state === 'processed') await setRefund(tx, row.id, ended(refundId, at));
  if (state === 'failed') await failRefund(tx, row, { at, why: 'the gateway could not pay it back' });
}

/** What cannot go back to where it came from is owed all the same: it goes to the wallet. */
async function failRefund(
  tx: Tx,
  row: RefundRow,
  { at, why }: { readonly at: Date; readonly why: string },
): Promise<void> {
  const { id, account_id: ownerId, amount_paise: amountPaise, number } = row;
  await setRefund(tx, id, { state: 'failed', ended_at: at, next_try_at: null });
  await postTransfer(
    tx,
    {
      cause: 'reversal',
      causeId: String(row.invoice_id),
      idempotencyKey: `refund-to-wallet:${id}`,
      sentence: `Refund of invoice ${number}, which could not go back to where it was paid from.`,
      postings: [
        { account: { ownerId: null, name: 'gateway_clearing' }, amountPaise: -amountPaise },
        { account: { ownerId, name: 'main' }, amountPaise },
      ],
    },
    at,
  );
  await notify(tx, {
    accountId: ownerId,
    category: 'wallet',
    dedupeKey: `refund-failed:${id}`,
    title: `${formatMoney(amountPaise)} came to your wallet`,
    body: `The refund of invoice ${number} could not go back to where you paid from (${why}). Withdraw it from your wallet.`,
    link: '/wallet',
    severity: 'warning',
  });
}
