import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { answerOnce, canonicalJson } from '../../platform/idempotency.ts';
import { NotCovered } from '../ledger/index.ts';
import { readFree } from '../wallet/index.ts';
import { fulfil, runningOf, soldPlanOf } from './fulfil.ts';
import type { BillingParts } from './parts.ts';
import { findByKey, insertPayment, setOrder } from './payment-store.ts';
import { type Offer, offerOf, shareOfWallets } from './rules.ts';
import { findPlan, findRunning, lockBilling, type PlanRow } from './store.ts';

export interface PurchaseAsked {
  readonly accountId: number;
  readonly planId: number;
  /** What may be bought by this call. */
  readonly kinds: readonly PlanRow['kind'][];
  readonly renewFromWallet: boolean;
  readonly idempotencyKey: string;
}

export type GoodOffer = Exclude<Offer, { kind: 'refused' }>;

/** @throws Refusal `NOT_FOUND`, `PLAN_PAID_AHEAD`, `PLAN_BELOW_CREDIT` */
export async function readOffer(
  db: Tx,
  { accountId, planId }: { readonly accountId: number; readonly planId: number },
  now: number,
): Promise<{ readonly plan: PlanRow; readonly offer: GoodOffer }> {
  const plan = await findPlan(db, planId);
  if (!plan?.on_sale) throw new Refusal('NOT_FOUND');
  const offer = offerOf(soldPlanOf(plan), runningOf(await findRunning(db, accountId, plan.kind)), now);
  if (offer.kind === 'refused') throw new Refusal(offer.code);
  return { plan, offer };
}

/** @throws Refusal as `readOffer`, `IDEMPOTENCY_KEY_REUSED`, `WALLET_BALANCE_TOO_LOW` */
export async function buyFromWallet(parts: BillingParts, asked: PurchaseAsked): Promise<number> {
  const { database, clock } = parts;
  const { accountId, idempotencyKey } = asked;
  const at = new Date(clock.now());
  const request = { accountId, call: 'buyplan', key: idempotencyKey, body: bodyOf(asked, 'wallet'), now: at };
  try {
    const outcome = await database.transaction(async (tx) => {
      await lockBilling(tx, accountId);
      return answerOnce(tx, request, () => payFromWallet(tx, parts, asked, at));
    });
    if (outcome.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return outcome.answer.subscriptionId;
  } catch (error) {
    // A withdrawal came between reading and paying.
    if (error instanceof NotCovered) throw new Refusal('WALLET_BALANCE_TOO_LOW');
    throw error;
  }
}

async function payFromWallet(tx: Tx, parts: BillingParts, asked: PurchaseAsked, at: Date) {
  const { accountId, renewFromWallet: renewsFromWallet } = asked;
  const { plan, offer } = await readOffer(tx, asked, at.getTime());
  assertKind(plan, asked);
  const share = shareOfWallets(offer.duePaise, await readFree(tx, accountId));
  if (!share) throw new Refusal('WALLET_BALANCE_TOO_LOW');
  const paid = { by: 'wallet', ...share } as const;
  return { subscriptionId: await fulfil(tx, parts, { accountId, plan, offer, paid, renewsFromWallet, at }) };
}

function assertKind(plan: PlanRow, { kinds }: PurchaseAsked): void {
  if (!kinds.includes(plan.kind)) throw new Refusal('NOT_FOUND');
}

/** What a repetition must ask for again. */
const bodyOf = ({ planId, renewFromWallet }: PurchaseAsked, payWith: string) => ({ planId, renewFromWallet, payWith });

export interface OpenPayment {
  readonly paymentId: number;
  readonly orderId: string;
}

/**
 * Opens an order at the gateway; nothing is bought before it is paid. A repetition of the key gets the same order.
 *
 * @throws Refusal as `readOffer`, `IDEMPOTENCY_KEY_REUSED`, `PAYMENTS_UNAVAILABLE`
 */
export async function openPayment(parts: BillingParts, asked: PurchaseAsked): Promise<OpenPayment> {
  const { database, clock, gateway, log } = parts;
  const payment = await database.transaction((tx) => insertOpen(tx, asked, new Date(clock.now())));
  if (payment.gateway_order_id !== null) return { paymentId: payment.id, orderId: payment.gateway_order_id };
  const created = await gateway.createOrder({ amountPaise: payment.amount_paise, receipt: `payment-${payment.id}` });
  if (created.kind !== 'created') {
    const cause = created.kind === 'unavailable' ? created.cause : created.message;
    log.warn({ paymentId: payment.id, cause }, 'the payment gateway opened no order');
    throw new Refusal('PAYMENTS_UNAVAILABLE');
  }
  await database.transaction((tx) => setOrder(tx, payment.id, created.orderId));
  // Of two at once the first order stays.
  const kept = await findByKey(database.kysely, asked.accountId, asked.idempotencyKey);
  return { paymentId: payment.id, orderId: kept?.gateway_order_id ?? created.orderId };
}

async function insertOpen(tx: Tx, asked: PurchaseAsked, at: Date) {
  const { accountId, idempotencyKey, renewFromWallet } = asked;
  await lockBilling(tx, accountId);
  const earlier = await findByKey(tx, accountId, idempotencyKey);
  if (earlier) {
    const same = canonicalJson([earlier.plan_id, earlier.renews_from_wallet]);
    if (same !== canonicalJson([asked.planId, renewFromWallet])) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return earlier;
  }
  const { plan, offer } = await readOffer(tx, asked, at.getTime());
  assertKind(plan, asked);
  const row = await insertPayment(tx, {
    ...{ account_id: accountId, plan_id: plan.id, amount_paise: offer.duePaise, credit_paise: offer.creditPaise },
    ...{ replaces_id: offer.kind === 'replace' ? (offer.subscriptionId ?? null) : null, state: 'open' },
    ...{ idempotency_key: idempotencyKey, created_at: at, renews_from_wallet: renewFromWallet },
  });
  if (!row) throw new Error('a payment of this key was made beside the lock');
  return row;
}
