import type { Tx } from '@trickdesk/db';
import { gstCodeOf, type Paise } from '@trickdesk/domain';
import { activateTrading } from '../accounts/index.ts';
import { recordActivity } from '../activity/index.ts';
import { type Posting, postTransfer } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { formatDay, formatMoney } from './format.ts';
import { insertInvoice, takeNumber } from './invoice-store.ts';
import type { BillingParts } from './parts.ts';
import { invoiceNumber, type Offer, seriesOf } from './rules.ts';
import {
  endSubscription,
  extendSubscription,
  findBuyer,
  insertSubscription,
  type PlanRow,
  type SubscriptionRow,
  setRoboActivation,
} from './store.ts';
import { containedTax, taxOf } from './tax.ts';

/** What was paid, and from where. */
export interface Purchase {
  readonly accountId: number;
  readonly plan: PlanRow;
  readonly offer: Exclude<Offer, { kind: 'refused' }>;
  readonly paid:
    | { readonly by: 'gateway'; readonly paymentId: number }
    | { readonly by: 'wallet'; readonly mainPaise: Paise; readonly rewardsPaise: Paise };
  readonly renewsFromWallet: boolean;
  readonly at: Date;
}

/**
 * Gives what was bought: the subscription, its invoice, the postings and what the plan unlocks, all in the caller's
 * transaction, which holds the lock of the account's billing.
 *
 * @throws NotCovered where a wallet does not hold what it was to pay
 */
export async function fulfil(tx: Tx, parts: BillingParts, purchase: Purchase): Promise<number> {
  const { accountId, plan, at } = purchase;
  const subscriptionId = await subscribe(tx, purchase);
  const invoiceId = await writeInvoice(tx, parts, purchase, subscriptionId);
  if (plan.entitlements.liveTrading) await activateTrading(tx, { accountId, at });
  if (plan.entitlements.roboPro) await setRoboActivation(tx, accountId, at);
  await tell(tx, purchase, invoiceId);
  await parts.onPaid(tx, { invoiceId, accountId, rewardPaise: plan.reward_paise, planName: plan.name, at });
  return subscriptionId;
}

async function subscribe(tx: Tx, { accountId, plan, offer, renewsFromWallet, at }: Purchase): Promise<number> {
  const { kind, subscriptionId, listPaise } = offer;
  const [from, endsAt] = [new Date(offer.from), new Date(offer.to)];
  if (kind === 'extend' && subscriptionId !== undefined) {
    await extendSubscription(tx, subscriptionId, { pricePaise: listPaise, from, endsAt, renewsFromWallet });
    return subscriptionId;
  }
  if (kind === 'replace' && subscriptionId !== undefined) await endSubscription(tx, subscriptionId, 'replaced', at);
  return insertSubscription(tx, {
    ...{ account_id: accountId, plan_id: plan.id, kind: plan.kind, state: 'active', price_paise: listPaise },
    ...{ started_at: from, period_from: from, ends_at: endsAt, renews_from_wallet: renewsFromWallet },
  });
}

async function writeInvoice(
  tx: Tx,
  { supplier }: BillingParts,
  { accountId, plan, offer, paid, at }: Purchase,
  subscriptionId: number,
): Promise<number> {
  const buyer = await findBuyer(tx, accountId);
  const supplierCode = supplier.gstin.slice(0, 2);
  // Of people who are not registered: the state on record, else the supplier's own.
  const placeOfSupply = gstCodeOf(buyer.address?.state ?? '') ?? supplierCode;
  const tax = containedTax(offer.duePaise, placeOfSupply === supplierCode);
  const series = seriesOf('invoice', at.getTime());
  const number = invoiceNumber(series, await takeNumber(tx, series));
  const invoiceId = await insertInvoice(tx, {
    ...{ number, kind: 'invoice', account_id: accountId, subscription_id: subscriptionId },
    ...{ payment_id: paid.by === 'gateway' ? paid.paymentId : null },
    ...{ description: plan.name, sac: SAC, period_from: new Date(offer.from), period_to: new Date(offer.to) },
    ...{ list_paise: offer.listPaise, credit_paise: offer.creditPaise, total_paise: offer.duePaise },
    ...{ taxable_paise: tax.taxablePaise, cgst_paise: tax.cgstPaise, sgst_paise: tax.sgstPaise },
    ...{ igst_paise: tax.igstPaise, place_of_supply: placeOfSupply, paid_by: paid.by, issued_at: at },
    customer: { name: buyer.full_name, email: buyer.email, address: buyer.address },
    supplier: { ...supplier, stateCode: supplierCode },
  });
  await postTransfer(
    tx,
    {
      cause: 'invoice',
      causeId: String(invoiceId),
      idempotencyKey: `invoice:${number}`,
      sentence: `${plan.name}: invoice ${number}.`,
      postings: [
        ...payingSides(accountId, offer.duePaise, paid),
        { account: { ownerId: null, name: 'revenue' }, amountPaise: tax.taxablePaise },
        { account: { ownerId: null, name: 'gst_payable' }, amountPaise: taxOf(tax) },
      ],
    },
    at,
  );
  return invoiceId;
}

/** Services of information and other support that are not named elsewhere. */
const SAC = '998599';

function payingSides(ownerId: number, duePaise: Paise, paid: Purchase['paid']): Posting[] {
  if (paid.by === 'gateway') return [{ account: { ownerId: null, name: 'gateway_clearing' }, amountPaise: -duePaise }];
  const sides: Posting[] = [
    { account: { ownerId, name: 'main' }, amountPaise: -paid.mainPaise },
    { account: { ownerId, name: 'rewards' }, amountPaise: -paid.rewardsPaise },
  ];
  return sides.filter(({ amountPaise }) => amountPaise !== 0n);
}

async function tell(tx: Tx, { accountId, plan, offer, paid, at }: Purchase, invoiceId: number): Promise<void> {
  const until = formatDay(offer.to);
  const from = paid.by === 'wallet' ? 'from your wallet' : 'through the payment gateway';
  const sentence = `${plan.name} bought for ${formatMoney(offer.duePaise)} ${from}, until ${until}.`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { invoiceId }, at });
  await notify(tx, {
    accountId,
    category: 'subscription',
    dedupeKey: `bought:${invoiceId}`,
    title: `${plan.name} is active`,
    body: `Paid ${formatMoney(offer.duePaise)} ${from}. It runs until ${until}. The invoice is among your transactions.`,
    link: '/subscription/transactions',
    severity: 'info',
  });
}

/** What runs of a kind, as the rules see it. */
export function runningOf(row: SubscriptionRow | undefined) {
  return (
    row && {
      subscriptionId: row.id,
      planId: row.plan_id,
      pricePaise: row.price_paise,
      renewalPaise: row.renewal_paise,
      from: row.period_from.getTime(),
      endsAt: row.ends_at.getTime(),
    }
  );
}

export function soldPlanOf({ id, period, price_paise: pricePaise }: PlanRow) {
  return { planId: id, period, pricePaise };
}
