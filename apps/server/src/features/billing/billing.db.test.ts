import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@trickdesk/domain';
import { signatureOf } from '@trickdesk/providers/payments';
import { SANDBOX_KEYS } from '@trickdesk/providers/payments/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingPartsOf, openPayments } from '../../compose/billing.ts';
import type { Person } from '../../testing/test-api.ts';
import { faultsOf, postTransfer, readTrialBalance } from '../ledger/index.ts';
import { renewSubscriptions } from './index.ts';
import { formOf, openShop, type Shop } from './testing/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

let people = 0;
const somebody = (): Promise<Person> => {
  people += 1;
  return shop.api.signUp(`buyer${people}`);
};
const as = ({ accessToken }: Person) => ({ token: accessToken });
const subscriptionsOf = async (person: Person) =>
  (await shop.api.send('mysubscription', {}, as(person))).data.subscriptions;
const invoicesOf = async (person: Person) => (await shop.api.send('myTransactions', {}, as(person))).data.invoice_list;
const ledgerFaults = async () => faultsOf(await readTrialBalance(shop.api.database.db.kysely));
const partsOf = () => billingPartsOf(shop.api.foundation, openPayments(shop.api.foundation.settings));

/** What the gateway would send, signed as it signs. */
function tell(body: object, id: string, secret: string = SANDBOX_KEYS.webhookSecret) {
  const text = JSON.stringify(body);
  return fetch(`${shop.url}/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signatureOf(text, secret),
      'x-razorpay-event-id': id,
    },
    body: text,
  });
}

const captured = (orderId: string, paymentId: string, amount: number) => ({
  entity: 'event',
  event: 'payment.captured',
  payload: { payment: { entity: { id: paymentId, amount, currency: 'INR', order_id: orderId, status: 'captured' } } },
});

async function buyFor(person: Person, slug: string) {
  const { data } = await shop.buy(person, slug);
  const { paymentId = 0, payUrl = '' } = data;
  return { paymentId, payUrl, orderId: payUrl.split('/').at(-1) ?? '' };
}

describe('a plan through the gateway', () => {
  test('is bought on the pay page, settled by the signed event, invoiced and posted', async () => {
    const person = await somebody();
    const { paymentId, payUrl } = await buyFor(person, 'trade-month');
    expect((await shop.api.send('paymentstatus', { paymentId }, as(person))).data).toMatchObject({
      ...{ state: 'open', amountPaise: 49_900, payUrl },
    });
    expect(await subscriptionsOf(person)).toEqual([]);
    const end = await shop.pay(payUrl, 'succeed');
    await shop.untilPaid(person, paymentId);
    const back = formOf(end);
    expect(back.fields.get('razorpay_signature')).toMatch(/^[0-9a-f]{64}$/);
    const returned = await fetch(back.action, { method: 'POST', body: back.fields, redirect: 'manual' });
    expect([returned.status, returned.headers.get('location')]).toEqual([303, `/subscription?payment=${paymentId}`]);
    const [subscription] = await subscriptionsOf(person);
    expect(subscription).toMatchObject({ state: 'active', kind: 'trade_activation', isCancelled: false });
    // 5 January 2026, 9:30 in India: the day itself comes on top of the month.
    expect(subscription?.endsAt).toBe('2026-02-05T18:30:00.000Z');
    const [invoice] = await invoicesOf(person);
    expect(invoice).toMatchObject({ totalPaise: 49_900, taxablePaise: 42_288, paidBy: 'gateway', kind: 'invoice' });
    expect((invoice?.cgstPaise ?? 0) + (invoice?.sgstPaise ?? 0)).toBe(7_612);
    expect((await shop.api.send('myprofile', {}, as(person))).data.profile.isTradeactive).toBe(true);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('that failed may be paid after all; nothing is bought before', async () => {
    const person = await somebody();
    const { paymentId, payUrl } = await buyFor(person, 'robo-month');
    await shop.pay(payUrl, 'fail');
    for (let tries = 0; tries < 100; tries += 1) {
      const { data } = await shop.api.send('paymentstatus', { paymentId }, as(person));
      if (data.state === 'failed') break;
      await sleep(25);
    }
    expect((await shop.api.send('paymentstatus', { paymentId }, as(person))).data).toMatchObject({
      ...{ state: 'failed', failure: 'Payment was declined by the sandbox bank.' },
    });
    expect(await subscriptionsOf(person)).toEqual([]);
    await shop.pay(payUrl, 'succeed');
    await shop.untilPaid(person, paymentId);
    expect(await subscriptionsOf(person)).toHaveLength(1);
  });

  test('with an event that comes ten times, at once and late, is bought once; a failure that comes late changes nothing', async () => {
    const person = await somebody();
    const { paymentId, orderId } = await buyFor(person, 'backtest-plus-month');
    const event = captured(orderId, 'pay_ten_times', 19_900);
    const replies = await Promise.all(Array.from({ length: 10 }, () => tell(event, 'evt_ten')));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    // The same payment by another event, as `order.paid` tells it.
    await tell({ ...event, event: 'order.paid' }, 'evt_order_paid');
    await tell({ ...event, event: 'payment.failed' }, 'evt_late_failure');
    expect((await shop.api.send('paymentstatus', { paymentId }, as(person))).data.state).toBe('paid');
    expect(await invoicesOf(person)).toHaveLength(1);
    expect((await shop.api.send('getBacktestPlans', {}, as(person))).data.current).toMatchObject({ limit: 500 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is not bought by an event that nobody has signed, or signed with another key', async () => {
    const person = await somebody();
    const { paymentId, orderId } = await buyFor(person, 'robo-month');
    const forged = await tell(captured(orderId, 'pay_forged', 29_900), 'evt_forged', 'another secret');
    expect([forged.status, await forged.json()]).toEqual([403, expect.objectContaining({ code: 'EVENT_NOT_SIGNED' })]);
    const bare = await fetch(`${shop.url}/webhooks/payments`, { method: 'POST', body: '{}' });
    expect(bare.status).toBe(403);
    expect((await shop.api.send('paymentstatus', { paymentId }, as(person))).data.state).toBe('open');
  });

  test('paid with another amount, or twice, goes to the wallet', async () => {
    const person = await somebody();
    const less = await buyFor(person, 'robo-month');
    await tell(captured(less.orderId, 'pay_less', 100), 'evt_less');
    const twice = await buyFor(person, 'robo-month');
    await tell(captured(twice.orderId, 'pay_first', 29_900), 'evt_first');
    await tell(captured(twice.orderId, 'pay_second', 29_900), 'evt_second');
    const { wallets } = (await shop.api.send('mywallet', {}, as(person))).data;
    expect(wallets.map(({ balancePaise }) => balancePaise)).toEqual([100 + 29_900, 0]);
    expect(await subscriptionsOf(person)).toHaveLength(1);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('with a repeated key is one order; with another plan under the key it is refused', async () => {
    const person = await somebody();
    const asked = { idempotencyKey: 'the-same' };
    const all = await Promise.all([1, 2, 3].map(() => shop.buy(person, 'robo-month', asked)));
    expect(new Set(all.map(({ data }) => `${data.paymentId} ${data.payUrl}`)).size).toBe(1);
    const other = await shop.buy(person, 'robo-year', asked);
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('while the gateway is down is a 503 and charges nothing', async () => {
    const down = await openShop({ PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9' });
    const person = await down.api.signUp('unlucky');
    const answer = await down.buy(person, 'robo-month');
    expect([answer.status, answer.code]).toEqual([503, 'PAYMENTS_UNAVAILABLE']);
    await down.close();
  });
});

test('a call sells its own kinds of plans, to whoever is signed in', async () => {
  const person = await somebody();
  const [trade, robo] = [await shop.planId('trade-month'), await shop.planId('robo-month')];
  const asked = { payWith: 'gateway', idempotencyKey: 'other-kind' } as const;
  expect((await shop.api.send('buyplan', { planId: trade, ...asked }, as(person))).code).toBe('NOT_FOUND');
  expect((await shop.api.send('tradeactivation', { planId: robo, ...asked }, as(person))).code).toBe('NOT_FOUND');
  const free = await shop.planId('backtest-free');
  expect((await shop.api.send('previewplan', { planId: free }, as(person))).code).toBe('NOT_FOUND');
  expect((await shop.api.send('buyplan', { planId: robo, ...asked })).status).toBe(401);
  expect((await shop.api.send('tradeactivation', { planId: trade, ...asked })).status).toBe(401);
});

test('ROBO Pro shows in the profile while it runs', async () => {
  const person = await somebody();
  const isActive = async () => (await shop.api.send('myprofile', {}, as(person))).data.profile.isRoboactive;
  const { orderId } = await buyFor(person, 'robo-month');
  expect(await isActive()).toBe(false);
  await tell(captured(orderId, 'pay_robo', 29_900), 'evt_robo');
  expect(await isActive()).toBe(true);
});

describe('what runs already', () => {
  test('is extended by the same plan, replaced with credit by a dearer one, and not by one that is worth less', async () => {
    const person = await somebody();
    const first = await buyFor(person, 'backtest-plus-month');
    await tell(captured(first.orderId, `pay_${first.paymentId}`, 19_900), `evt_${first.paymentId}`);
    const planId = await shop.planId('backtest-max-month');
    const { data } = await shop.api.send('previewplan', { planId }, as(person));
    // 32 days are paid for, the first has begun: 31/32 of ₹199 are left.
    expect(data.offer).toMatchObject({ kind: 'replace', listPaise: 49_900, creditPaise: 19_278, duePaise: 30_622 });
    const second = await buyFor(person, 'backtest-max-month');
    await tell(captured(second.orderId, `pay_${second.paymentId}`, 30_622), `evt_${second.paymentId}`);
    const all = await subscriptionsOf(person);
    expect(all.map(({ name, state, endReason }) => [name, state, endReason])).toEqual([
      ['Max, monthly', 'active', undefined],
      ['Plus, monthly', 'ended', 'replaced'],
    ]);
    const less = await shop.buy(person, 'backtest-plus-month');
    expect([less.status, less.code]).toEqual([409, 'PLAN_BELOW_CREDIT']);
    const again = await shop.api.send('previewplan', { planId }, as(person));
    expect(again.data.offer).toMatchObject({ kind: 'extend', duePaise: 49_900, from: all[0]?.endsAt });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is cancelled for its end, and a stranger cannot', async () => {
    const [person, stranger] = [await somebody(), await somebody()];
    const { orderId } = await buyFor(person, 'robo-month');
    await tell(captured(orderId, 'pay_cancelled', 29_900), 'evt_cancelled');
    const [bought] = await subscriptionsOf(person);
    const subscriptionId = bought?.subscriptionId ?? 0;
    const foreign = await shop.api.send('cancelplan', { subscriptionId }, as(stranger));
    expect([foreign.status, foreign.code]).toEqual([404, 'NOT_FOUND']);
    const mine = await shop.api.send('cancelplan', { subscriptionId }, as(person));
    expect(mine.data.subscription).toMatchObject({ state: 'active', isCancelled: true });
  });
});

describe('time', () => {
  test('tells three days ahead, gives three days of grace, and ends what is not paid', async () => {
    const own = await openShop();
    const person = await own.api.signUp('patient');
    const parts = billingPartsOf(own.api.foundation, openPayments(own.api.foundation.settings));
    const { data } = await own.buy(person, 'trade-month');
    await own.pay(data.payUrl ?? '', 'succeed');
    await own.untilPaid(person, data.paymentId ?? 0);
    const state = async () => {
      await renewSubscriptions(parts);
      // The session of before has run out.
      const signedIn = await own.api.send('login', { email: person.username, password: person.password });
      const sent = { token: signedIn.data.accessToken };
      const { subscriptions, activation } = (await own.api.send('mysubscription', {}, sent)).data;
      const alerts = (await own.api.send('usernotificationlist', {}, sent)).data.notification_list;
      return [subscriptions[0]?.state, activation.active, alerts[0]?.title];
    };
    await own.api.clock.advance(28 * DAY_MS);
    expect(await state()).toEqual(['active', true, 'Trade activation, monthly is active']);
    await own.api.clock.advance(DAY_MS);
    expect(await state()).toEqual(['active', true, 'Trade activation, monthly runs until 5 Feb 2026']);
    await own.api.clock.advance(3 * DAY_MS);
    expect(await state()).toEqual(['grace', true, 'Trade activation, monthly is not paid']);
    await own.api.clock.advance(3 * DAY_MS);
    expect(await state()).toEqual(['ended', false, 'Trade activation, monthly has ended']);
    await own.close();
  });
});

test('a renewal costs what was told before it, and less where the plan has become cheaper', async () => {
  const own = await openShop();
  const { db } = own.api.database;
  const person = await own.api.signUp('warned');
  const parts = billingPartsOf(own.api.foundation, openPayments(own.api.foundation.settings));
  const { data } = await own.buy(person, 'trade-month', { renewFromWallet: true });
  await own.pay(data.payUrl ?? '', 'succeed');
  await own.untilPaid(person, data.paymentId ?? 0);
  await db.transaction((tx) =>
    postTransfer(
      tx,
      {
        ...{ cause: 'payment', causeId: 'x', idempotencyKey: 'x', sentence: 'Money.' },
        postings: [
          { account: { ownerId: null, name: 'gateway_clearing' }, amountPaise: -60_000n },
          { account: { ownerId: person.userId, name: 'main' }, amountPaise: 60_000n },
        ],
      },
      new Date(own.api.clock.now()),
    ),
  );
  const change = (pricePaise: bigint) =>
    db.kysely.updateTable('plan').set({ price_paise: pricePaise }).where('slug', '=', 'trade-month').execute();
  const read = async () => {
    await renewSubscriptions(parts);
    const signedIn = await own.api.send('login', { email: person.username, password: person.password });
    const sent = { token: signedIn.data.accessToken };
    const { subscriptions } = (await own.api.send('mysubscription', {}, sent)).data;
    const { invoice_list: invoices } = (await own.api.send('myTransactions', {}, sent)).data;
    return [subscriptions[0]?.renewalPaise, invoices.map(({ totalPaise }) => totalPaise)];
  };
  await change(59_900n);
  expect(await read()).toEqual([59_900, [49_900]]);
  await change(49_900n);
  await own.api.clock.advance(29 * DAY_MS);
  expect(await read()).toEqual([49_900, [49_900]]);
  await change(59_900n);
  expect(await read()).toEqual([49_900, [49_900]]);
  await change(39_900n);
  expect(await read()).toEqual([39_900, [49_900]]);
  await change(59_900n);
  await own.api.clock.advance(3 * DAY_MS);
  expect(await read()).toEqual([59_900, [49_900, 49_900]]);
  expect(faultsOf(await readTrialBalance(db.kysely))).toEqual([]);
  await own.close();
});

test('invoice numbers have no gap, however many buy at once, and an invoice is a PDF', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => somebody()));
  await Promise.all(
    buyers.map(async (person) => {
      const { orderId, paymentId } = await buyFor(person, 'robo-month');
      await tell(captured(orderId, `pay_series_${paymentId}`, 29_900), `evt_series_${paymentId}`);
    }),
  );
  const rows = await shop.api.database.db.kysely
    .selectFrom('invoice')
    .select('number')
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, i) => `TD2526-${String(i + 1).padStart(6, '0')}`));
  const [person] = buyers;
  if (!person) throw new Error('nobody bought');
  const [invoice] = await invoicesOf(person);
  const { data } = await shop.api.send('invoicepdf', { invoiceId: invoice?.invoiceId ?? 0 }, as(person));
  expect(data.fileName).toBe(`${invoice?.number}.pdf`);
  expect(Buffer.from(data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const stranger = await shop.api.send('invoicepdf', { invoiceId: invoice?.invoiceId ?? 0 }, as(await somebody()));
  expect(stranger.status).toBe(404);
  expect(partsOf().sandbox).toBe(true);
});
