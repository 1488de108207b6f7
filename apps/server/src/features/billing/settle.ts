import type { Tx } from '@trickdesk/db';
import type { PaymentNotice } from '@trickdesk/providers/payments';
import { recordActivity } from '../activity/index.ts';
import { postTransfer } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { formatMoney } from './format.ts';
import { fulfil, runningOf, soldPlanOf } from './fulfil.ts';
import type { BillingParts } from './parts.ts';
import { findByOrder, insertEvent, lockByOrder, markFailed, markPaid } from './payment-store.ts';
import type { GoodOffer } from './purchase.ts';
import { settleRefund } from './refund.ts';
import { offerOf } from './rules.ts';
import { findPlan, findRunning, lockBilling } from './store.ts';

export interface GatewayEvent {
  readonly id: string;
  readonly event: string;
}

type Captured = Extract<PaymentNotice, { kind: 'captured' }>;

/** Acts on a signed event of the gateway: once, however often and in whatever order events come. */
export async function settleEvent(parts: BillingParts, event: GatewayEvent, notice: PaymentNotice): Promise<void> {
  const { database, clock } = parts;
  await database.transaction(async (tx) => {
    const isNew = await insertEvent(tx, { ...event, source: 'payments', received_at: new Date(clock.now()) });
    if (isNew) await settleNotice(tx, parts, notice);
  });
}

/** In the caller's transaction; the same notice again changes nothing. */
export async function settleNotice(tx: Tx, parts: BillingParts, notice: PaymentNotice): Promise<void> {
  switch (notice.kind) {
    case 'captured':
      return settleCaptured(tx, parts, notice);
    case 'failed':
      return settleFailed(tx, notice);
    case 'refund':
      return settleRefund(tx, parts, notice);
    case 'other':
      return undefined;
  }
}

async function settleFailed(tx: Tx, { orderId, reason }: Extract<PaymentNotice, { kind: 'failed' }>): Promise<void> {
  const payment = await lockByOrder(tx, orderId);
  if (payment) await markFailed(tx, payment.id, reason);
}

async function settleCaptured(tx: Tx, parts: BillingParts, notice: Captured): Promise<void> {
  const found = await findByOrder(tx, notice.orderId);
  if (!found) {
    // Money that came for an order of nobody's: an operator looks at it.
    parts.log.error({ orderId: notice.orderId }, 'a payment came for an order that is not known');
    return;
  }
  // The account's lock before the row's, as everywhere.
  await lockBilling(tx, found.account_id);
  const payment = await lockByOrder(tx, notice.orderId);
  if (!payment || payment.gateway_payment_id === notice.paymentId) return;
  const at = new Date(parts.clock.now());
  const { id, account_id: accountId } = payment;
  const plan = await findPlan(tx, payment.plan_id);
  const fits = notice.amountPaise === payment.amount_paise && payment.state !== 'paid';
  const running = plan && (await findRunning(tx, accountId, plan.kind));
  const offer = plan && offerOf(soldPlanOf(plan), runningOf(running), at.getTime());
  const bought = fits && offer && sameDeal(offer, payment);
  if (!plan || !bought) {
    if (payment.state !== 'paid')
      await markPaid(tx, id, { gatewayPaymentId: notice.paymentId, subscriptionId: null, at });
    return keepInWallet(tx, { accountId, notice, at });
  }
  const subscriptionId = await fulfil(tx, parts, {
    ...{ accountId, plan, at, offer: bought, renewsFromWallet: payment.renews_from_wallet },
    paid: { by: 'gateway', paymentId: id },
  });
  await markPaid(tx, id, { gatewayPaymentId: notice.paymentId, subscriptionId, at });
}

interface Deal {
  readonly amount_paise: bigint;
  readonly credit_paise: bigint;
  readonly replaces_id: number | null;
}

/** What was paid for can still be had: at the price and with the credit that were agreed on. */
function sameDeal(offer: ReturnType<typeof offerOf>, deal: Deal): GoodOffer | undefined {
  if (offer.kind === 'refused') return undefined;
  const replaces = offer.kind === 'replace' ? offer.subscriptionId : undefined;
  if (replaces !== (deal.replaces_id ?? undefined)) return undefined;
  const { amount_paise: duePaise, credit_paise: creditPaise } = deal;
  return { ...offer, duePaise, creditPaise, listPaise: duePaise + creditPaise };
}

/** What came twice, or for something that cannot be had any more, is its payer's. */
async function keepInWallet(
  tx: Tx,
  { accountId, notice, at }: { readonly accountId: number; readonly notice: Captured; readonly at: Date },
): Promise<void> {
  const { paymentId, amountPaise } = notice;
  const { isRepeated } = await postTransfer(
    tx,
    {
      cause: 'payment',
      causeId: paymentId,
      idempotencyKey: `gateway:${paymentId}`,
      sentence: 'A payment that bought nothing: it is yours.',
      postings: [
        { account: { ownerId: null, name: 'gateway_clearing' }, amountPaise: -amountPaise },
        { account: { ownerId: accountId, name: 'main' }, amountPaise },
      ],
    },
    at,
  );
  if (isRepeated) return;
  const sentence = `A payment of ${formatMoney(amountPaise)} bought nothing and lies in the wallet.`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { paymentId }, at });
  await notify(tx, {
    accountId,
    category: 'wallet',
    dedupeKey: `unused-payment:${paymentId}`,
    title: `${formatMoney(amountPaise)} came to your wallet`,
    body: 'You paid for something that you had already, or that had changed meanwhile. Nothing was bought; pay with it or withdraw it.',
    link: '/wallet',
    severity: 'warning',
  });
}
