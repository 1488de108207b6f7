import type { Database } from '@trickdesk/db';
import { createRandom, type Random } from '@trickdesk/domain';
import { sql } from 'kysely';
import { createBillingService, refundInvoice, settleEvent } from '../../features/billing/index.ts';
import { sendPayouts, settlePayoutEvent } from '../../features/withdrawals/index.ts';
import { createWithdrawalsService } from '../../features/withdrawals/service.ts';
import type { deskOf } from './desk.ts';
import { wordsOf } from './world.ts';

/** Somebody's act: its number decides everything about it, so that a repetition after a death is the very same. */
export interface ActAsked {
  readonly client: number;
  readonly accountId: number;
  readonly number: number;
  readonly seed: number;
}

export interface Acting {
  readonly database: Database;
  readonly desk: ReturnType<typeof deskOf>;
  readonly operators: readonly number[];
}

/** What was answered; `key` and `id` where a key led to something. */
export interface Done {
  readonly act: string;
  readonly key?: string;
  readonly id?: number;
}

const ORIGIN = { requestId: 'chaos', address: '127.0.0.1', device: 'chaos' };
const PLANS = ['trade-month', 'robo-month', 'robo-year', 'backtest-plus-month'] as const;

/** Decides what an act is by chance and does it. @throws Refusal for what is refused, as anybody may be */
export function act(acting: Acting, asked: ActAsked): Promise<Done> {
  const random = createRandom(`${asked.seed} ${asked.client} ${asked.number}`);
  const share = random.int(100);
  if (share < 24) return withdraw(acting, asked, asked.number);
  // The same act as some time before, under its key.
  if (share < 36) return repeat(acting, asked, random);
  if (share < 50) return buy(acting, asked, asked.number);
  if (share < 66) return payAtGateway(acting, asked, random);
  if (share < 80) return decide(acting, random);
  if (share < 90) return tellOfPayout(acting, random);
  if (share < 95) return refund(acting, asked, random);
  return send(acting);
}

/** Of an act of that number, whoever asks for it and however often. */
const detailsOf = ({ seed, client }: ActAsked, number: number): Random =>
  createRandom(`details ${seed} ${client} ${number}`);

async function withdraw({ desk }: Acting, asked: ActAsked, number: number): Promise<Done> {
  const random = detailsOf(asked, number);
  const key = `w-${asked.client}-${number}`;
  const wallet = random.int(2) === 0 ? ('main' as const) : ('rewards' as const);
  const amountPaise = BigInt(100_00 + random.int(5_000_00));
  const service = createWithdrawalsService(desk.withdrawals);
  const who = { accountId: asked.accountId, origin: ORIGIN };
  const { withdrawalId } = await service.request(who, { wallet, amountPaise, idempotencyKey: key });
  return { act: 'withdraw', key, id: withdrawalId };
}

async function buy({ desk }: Acting, asked: ActAsked, number: number): Promise<Done> {
  const key = `b-${asked.client}-${number}`;
  const planId = await planOf(desk.billing.database, detailsOf(asked, number));
  const service = createBillingService({ ...desk.billing, renderPdf: async () => new Uint8Array() });
  const { accountId } = asked;
  const kinds = ['trade_activation', 'robo_pro', 'backtest'] as const;
  const id = await service.buyFromWallet({ accountId, planId, kinds, renewFromWallet: false, idempotencyKey: key });
  return { act: 'buy', key, id };
}

async function repeat(acting: Acting, asked: ActAsked, random: Random): Promise<Done> {
  const before = asked.number - 1 - random.int(20);
  if (before < 0) return { act: 'nothing to repeat' };
  return random.int(2) === 0 ? withdraw(acting, asked, before) : buy(acting, asked, before);
}

async function planOf({ kysely }: Database, random: Random): Promise<number> {
  const slug = PLANS[random.int(PLANS.length)] ?? 'trade-month';
  const row = await kysely.selectFrom('plan').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return row.id;
}

/** An order is opened and paid, and told of up to three times, failed tries before or after it. */
async function payAtGateway({ database, desk }: Acting, asked: ActAsked, random: Random): Promise<Done> {
  const { kysely } = database;
  const key = `g-${asked.client}-${asked.number}`;
  const service = createBillingService({ ...desk.billing, renderPdf: async () => new Uint8Array() });
  const planId = await planOf(database, detailsOf(asked, asked.number));
  const kinds = ['trade_activation', 'robo_pro', 'backtest'] as const;
  const wish = { accountId: asked.accountId, planId, kinds, renewFromWallet: false, idempotencyKey: key };
  const { paymentId, orderId } = await service.openPayment(wish);
  const { amount_paise: amountPaise } = await kysely
    .selectFrom('payment')
    .select('amount_paise')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO world_payment (order_id, amount_paise, told) VALUES (${orderId}, ${amountPaise}, 1)
    ON CONFLICT (order_id) DO UPDATE SET told = world_payment.told + 1`.execute(kysely);
  const gatewayPaymentId = `pay_${orderId}`;
  const captured = { kind: 'captured', orderId, paymentId: gatewayPaymentId, amountPaise } as const;
  const failed = { kind: 'failed', orderId, paymentId: gatewayPaymentId, reason: 'Declined.' } as const;
  const told = [captured, ...(random.int(2) === 0 ? [failed] : []), ...(random.int(2) === 0 ? [captured] : [])];
  const turned = random.int(2) === 0 ? told.toReversed() : told;
  await Promise.all(
    turned.map((notice, i) =>
      settleEvent(desk.billing, { id: `evt_${orderId}_${notice.kind}_${i % 2}`, event: notice.kind }, notice),
    ),
  );
  return { act: 'pay', key, id: paymentId };
}

/** An operator says yes or no to something that waits. */
async function decide({ database, desk, operators }: Acting, random: Random): Promise<Done> {
  const waiting = await database.kysely
    .selectFrom('withdrawal')
    .select('id')
    .where('state', 'in', ['requested', 'approved'])
    .orderBy('id')
    .limit(20)
    .execute();
  const withdrawalId = waiting[random.int(Math.max(1, waiting.length))]?.id;
  const operatorId = operators[random.int(operators.length)];
  if (withdrawalId === undefined || operatorId === undefined) return { act: 'nothing to decide' };
  const service = createWithdrawalsService(desk.withdrawals);
  const operator = { accountId: operatorId, origin: ORIGIN };
  if (random.int(5) === 0) await service.reject(operator, { withdrawalId, reason: 'By chance.' });
  else await service.approve(operator, { withdrawalId });
  return { act: 'decide' };
}

/** Whatever comes true of a payout some time, out of order and more than once. */
async function tellOfPayout({ database, desk }: Acting, random: Random): Promise<Done> {
  const { rows } = await sql<{ reference: string }>`SELECT reference FROM world_payout
    ORDER BY md5(reference || ${String(random.int(1_000_000))}) LIMIT 1`.execute(database.kysely);
  const reference = rows[0]?.reference;
  if (reference === undefined) return { act: 'nothing to tell' };
  const words = wordsOf(reference);
  const state = words[random.int(words.length)] ?? 'under_way';
  const notice = {
    kind: 'payout',
    reference,
    state,
    payoutId: `pout_${reference}`,
    utr: undefined,
    reason: undefined,
  } as const;
  const id = `evt_${reference}_${state}_${random.int(3)}`;
  await Promise.all([1, 2].map(() => settlePayoutEvent(desk.paying, { id, event: `payout.${state}` }, notice)));
  return { act: 'tell' };
}

async function refund({ database, desk }: Acting, { accountId }: ActAsked, random: Random): Promise<Done> {
  const invoices = await database.kysely
    .selectFrom('invoice')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'invoice')
    .orderBy('id')
    .execute();
  const invoiceId = invoices[random.int(Math.max(1, invoices.length))]?.id;
  if (invoiceId === undefined) return { act: 'nothing to refund' };
  await desk.billing.database.transaction((tx) =>
    refundInvoice(tx, desk.billing, { invoiceId, target: 'wallet', reason: 'By chance.' }),
  );
  return { act: 'refund', id: invoiceId };
}

async function send({ desk }: Acting): Promise<Done> {
  await sendPayouts(desk.paying);
  return { act: 'send' };
}
