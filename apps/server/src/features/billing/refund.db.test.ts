import { MINUTE_MS } from '@trickdesk/domain';
import type { PaymentGateway, RefundAsked } from '@trickdesk/providers/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingPartsOf, openPayments } from '../../compose/billing.ts';
import type { Person } from '../../testing/test-api.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';
import { type BillingParts, comparePayments, refundInvoice, sendRefunds } from './index.ts';
import type { RefundAskedFor } from './refund.ts';
import { openShop, type Shop } from './testing/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

let people = 0;
async function somebodyWho(slug: string) {
  people += 1;
  const person = await shop.api.signUp(`refunded${people}`);
  const { data } = await shop.buy(person, slug);
  await shop.pay(data.payUrl ?? '', 'succeed');
  await shop.untilPaid(person, data.paymentId ?? 0);
  const [invoice] = await invoicesOf(person);
  return { person, invoiceId: invoice?.invoiceId ?? 0 };
}

const as = ({ accessToken }: Person) => ({ token: accessToken });
const invoicesOf = async (person: Person) => (await shop.api.send('myTransactions', {}, as(person))).data.invoice_list;
const mainOf = async (person: Person) =>
  (await shop.api.send('mywallet', {}, as(person))).data.wallets[0]?.balancePaise;
const ledgerFaults = async () => faultsOf(await readTrialBalance(shop.api.database.db.kysely));
const refundOf = (invoiceId: number) =>
  shop.api.database.db.kysely
    .selectFrom('refund')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();

function partsWith(changed: Partial<PaymentGateway> = {}) {
  const parts = billingPartsOf(shop.api.foundation, openPayments(shop.api.foundation.settings));
  return { ...parts, gateway: { ...parts.gateway, ...changed } };
}

const refund = (parts: BillingParts, asked: RefundAskedFor) =>
  parts.database.transaction((tx) => refundInvoice(tx, parts, asked));
const reason = 'Bought by mistake.';
const UNCLEAR: RefundAsked = { kind: 'unavailable', cause: 'timeout' };

describe('a refund to the wallet', () => {
  test('ends what was bought, is a credit note, and is made once', async () => {
    const { person, invoiceId } = await somebodyWho('trade-month');
    const parts = partsWith();
    const asked = { invoiceId, target: 'wallet', reason } as const;
    const all = await Promise.allSettled([1, 2, 3].map(() => refund(parts, asked)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(refund(parts, asked)).rejects.toMatchObject({ code: 'INVOICE_REFUNDED' });
    expect(await mainOf(person)).toBe(49_900);
    const [note, invoice] = await invoicesOf(person);
    expect(note).toMatchObject({ kind: 'credit_note', creditsNumber: invoice?.number, totalPaise: 49_900 });
    expect((await shop.api.send('myprofile', {}, as(person))).data.profile.isTradeactive).toBe(false);
    const { subscriptions } = (await shop.api.send('mysubscription', {}, as(person))).data;
    expect(subscriptions[0]).toMatchObject({ state: 'ended', endReason: 'refunded' });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('buys again from the wallet, once under a key; what is not covered is refused', async () => {
    const { person, invoiceId } = await somebodyWho('robo-month');
    await refund(partsWith(), { invoiceId, target: 'wallet', reason });
    const tooDear = await shop.buy(person, 'robo-year', { payWith: 'wallet' });
    expect([tooDear.status, tooDear.code]).toEqual([409, 'WALLET_BALANCE_TOO_LOW']);
    const asked = { payWith: 'wallet', idempotencyKey: 'from-wallet' } as const;
    const all = await Promise.all([1, 2, 3].map(() => shop.buy(person, 'robo-month', asked)));
    expect(new Set(all.map(({ data }) => data.subscriptionId)).size).toBe(1);
    expect(await mainOf(person)).toBe(0);
    expect((await invoicesOf(person))[0]).toMatchObject({ kind: 'invoice', paidBy: 'wallet' });
    // What the wallet paid cannot go back to a card.
    const second = (await invoicesOf(person))[0]?.invoiceId ?? 0;
    await expect(refund(partsWith(), { invoiceId: second, target: 'source', reason })).rejects.toMatchObject({
      code: 'REFUND_SOURCE_MISSING',
    });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('of no invoice, or of a credit note, is none', async () => {
    await expect(refund(partsWith(), { invoiceId: 999_999, target: 'wallet', reason })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a refund to where it was paid from', () => {
  test('goes out and its own event settles it', async () => {
    const { person, invoiceId } = await somebodyWho('robo-month');
    await refund(partsWith(), { invoiceId, target: 'source', reason });
    await sendRefunds(partsWith());
    expect(await refundOf(invoiceId)).toMatchObject({ state: 'done', tries: 1 });
    expect(await mainOf(person)).toBe(0);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('of unclear fate is looked for before it is sent again: one refund leaves', async () => {
    const { invoiceId } = await somebodyWho('robo-month');
    await refund(partsWith(), { invoiceId, target: 'source', reason });
    let sent = 0;
    const real = partsWith().gateway;
    // It is taken, and the answer is lost.
    const parts = partsWith({
      refund: async (asked) => {
        sent += 1;
        await real.refund(asked);
        return UNCLEAR;
      },
    });
    await sendRefunds(parts);
    expect(await refundOf(invoiceId)).toMatchObject({ state: expect.stringMatching(/asked|done/), tries: 1 });
    await shop.api.clock.advance(60 * MINUTE_MS);
    await sendRefunds(parts);
    expect(await refundOf(invoiceId)).toMatchObject({ state: 'done' });
    expect(sent).toBe(1);
  });

  test('that never came through is sent again', async () => {
    const { invoiceId } = await somebodyWho('robo-month');
    await refund(partsWith(), { invoiceId, target: 'source', reason });
    await sendRefunds(partsWith({ refund: async () => UNCLEAR }));
    await sendRefunds(partsWith());
    expect(await refundOf(invoiceId)).toMatchObject({ state: 'asked', tries: 1 });
    await shop.api.clock.advance(60 * MINUTE_MS);
    await sendRefunds(partsWith());
    expect(await refundOf(invoiceId)).toMatchObject({ state: 'done', tries: 2 });
  });

  test('that is refused comes to the wallet, and its owner is told', async () => {
    const { person, invoiceId } = await somebodyWho('robo-month');
    await refund(partsWith(), { invoiceId, target: 'source', reason });
    await sendRefunds(partsWith({ refund: async () => ({ kind: 'refused', message: 'Too old.' }) }));
    expect(await refundOf(invoiceId)).toMatchObject({ state: 'failed' });
    const [alert] = await shop.api.database.db.kysely
      .selectFrom('alert')
      .select('title')
      .where('account_id', '=', person.userId)
      .orderBy('id', 'desc')
      .execute();
    expect(alert?.title).toBe('₹299.00 came to your wallet');
    expect(await ledgerFaults()).toEqual([]);
  });
});

test('money that the gateway has and told nobody of is found; what nobody paid is closed after a day', async () => {
  people += 1;
  const person = await shop.api.signUp(`quiet${people}`);
  const { data } = await shop.buy(person, 'robo-month');
  const { data: other } = await shop.buy(person, 'trade-year');
  const paymentIds = [data.paymentId ?? 0, other.paymentId ?? 0];
  await shop.api.clock.advance(60 * MINUTE_MS);
  const isPaid = new Set([data.payUrl?.split('/').at(-1)]);
  const parts = partsWith({
    readPayments: async (orderId) => ({
      kind: 'found',
      payments: isPaid.has(orderId) ? [{ paymentId: 'pay_quiet', state: 'captured', amountPaise: 29_900n }] : [],
    }),
  });
  const rows = () =>
    shop.api.database.db.kysely
      .selectFrom('payment')
      .select(['state', 'out_of_step'])
      .where('id', 'in', paymentIds)
      .orderBy('id')
      .execute();
  await comparePayments(parts);
  expect(await rows()).toEqual([
    { state: 'open', out_of_step: expect.stringContaining('pay_quiet') },
    { state: 'open', out_of_step: null },
  ]);
  await shop.api.clock.advance(24 * 60 * MINUTE_MS);
  // No answer closes nothing.
  await comparePayments(partsWith({ readPayments: async () => ({ kind: 'unavailable', cause: 'timeout' }) }));
  expect((await rows()).map(({ state }) => state)).toEqual(['open', 'open']);
  await shop.api.clock.advance(60 * MINUTE_MS);
  await comparePayments(parts);
  expect((await rows()).map(({ state }) => state)).toEqual(['open', 'expired']);
});
