import { MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingPartsOf, openPayments } from '../../compose/billing.ts';
import { type Person, signInAgain, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { comparePayments, sendRefunds, settleEvent } from '../billing/index.ts';
import { openShop, type Shop } from '../billing/testing/shop.ts';
import { faultsOf, readTrialBalance } from '../ledger/index.ts';

let shop: Shop;
let api: TestApi;
let operator: Person;
beforeAll(async () => {
  shop = await openShop();
  api = shop.api;
  operator = await signUpOperator(api, 'omkar');
});
afterAll(() => shop.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const parts = () => billingPartsOf(api.foundation, openPayments(api.foundation.settings));
const ledgerFaults = async () => faultsOf(await readTrialBalance(api.database.db.kysely));
const mainOf = async (person: Person) => (await api.send('mywallet', {}, as(person))).data.wallets[0]?.balancePaise;
const actsOf = (subject: string, id: number) =>
  api.database.db.kysely
    .selectFrom('operator_act')
    .select(['what', 'operator_id', 'before', 'after'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .execute();

let people = 0;
async function paid(slug: string, buyer?: Person) {
  people += 1;
  const person = buyer ?? (await api.signUp(`payer${people}`));
  const { data } = await shop.buy(person, slug);
  await shop.pay(data.payUrl ?? '', 'succeed');
  await shop.untilPaid(person, data.paymentId ?? 0);
  const { data: papers } = await api.send('myTransactions', {}, as(person));
  return { person, paymentId: data.paymentId ?? 0, invoiceId: papers.invoice_list[0]?.invoiceId ?? 0 };
}

const refund = (invoiceId: number, more: Readonly<Record<string, unknown>> = {}) =>
  api.send(
    'opsrefundinvoice',
    { invoiceId, target: 'wallet', reason: 'Bought by mistake.', password: operator.password, ...more },
    as(operator),
  );

describe('an invoice', () => {
  test('is taken back once, however many ask: credit note, wallet, end of the plan, act', async () => {
    const { person, invoiceId } = await paid('trade-month');
    const { data: before } = await api.send('opsinvoices', { Search: `${person.username}@` }, as(operator));
    expect(before.invoice_list).toMatchObject([
      { invoiceId, totalPaise: 49_900, taxPaise: 7_612, paidBy: 'gateway', rewardPaise: 0, mayRefund: true },
    ]);
    const answers = await Promise.all([refund(invoiceId), refund(invoiceId), refund(invoiceId, { target: 'source' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const toWallet = answers.findIndex(({ status }) => status === 200) < 2;
    expect(await mainOf(person)).toBe(toWallet ? 49_900 : 0);
    const { data: after } = await api.send(
      'opsinvoices',
      { state: 'refunded', Search: `${person.username}@` },
      as(operator),
    );
    expect(after.invoice_list).toMatchObject([
      { invoiceId, mayRefund: false, refund: { reason: 'Bought by mistake.', creditNote: expect.stringMatching(/./) } },
    ]);
    expect(after.invoice_list[0]?.runsUntil).toBeUndefined();
    expect(await actsOf('invoice', invoiceId)).toMatchObject([
      { what: 'refund_invoice', operator_id: operator.userId, before: { state: 'kept' }, after: { paise: 49_900 } },
    ]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('goes back to where it was paid from, through the gateway', async () => {
    const { person, invoiceId } = await paid('robo-month');
    expect((await refund(invoiceId, { target: 'source' })).status).toBe(200);
    await sendRefunds(parts());
    const { data } = await api.send('opsinvoices', { Search: `${person.username}@` }, as(operator));
    expect(data.invoice_list[0]?.refund).toMatchObject({ target: 'source', state: 'done' });
    expect(await mainOf(person)).toBe(0);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is not taken back by its owner, by whoever has not shown who they are, or where there is none', async () => {
    const own = await paid('robo-month', operator);
    expect((await refund(own.invoiceId)).code).toBe('OWN_CASE');
    const { invoiceId } = await paid('robo-month');
    expect((await refund(invoiceId, { password: undefined })).code).toBe('WRONG_PASSWORD');
    expect((await refund(invoiceId, { reason: ' ' })).errors[0]?.path).toBe('reason');
    expect((await refund(999_999)).code).toBe('NOT_FOUND');
    expect(await actsOf('invoice', invoiceId)).toEqual([]);
  });
});

async function eventsOf(event: string): Promise<number> {
  const rows = await api.database.db.kysely
    .selectFrom('gateway_event')
    .select('id')
    .where('event', '=', event)
    .execute();
  return rows.length;
}

describe('a payment that is out of step', () => {
  /** Captured at the gateway, and no event of it came. */
  async function lost() {
    people += 1;
    const person = await api.signUp(`lost${people}`);
    const { data } = await shop.buy(person, 'robo-month');
    const orderId = data.payUrl?.split('/').at(-1) ?? '';
    // Its events are lost: it is not known under its id while they come.
    const { kysely } = api.database.db;
    const paymentId = data.paymentId ?? 0;
    const away = kysely.updateTable('payment').where('id', '=', paymentId);
    const { length: known } = await kysely.selectFrom('payment').select('id').where('state', '=', 'paid').execute();
    // The last that is told of a payment, and none of a payment of before.
    await expect.poll(() => eventsOf('order.paid')).toBe(known);
    const page = await shop.openPage(data.payUrl ?? '');
    await away.set({ gateway_order_id: 'order_lost' }).execute();
    await page.choose('succeed');
    await expect.poll(() => eventsOf('order.paid')).toBe(known + 1);
    await away.set({ gateway_order_id: orderId }).execute();
    await api.clock.advance(60 * MINUTE_MS);
    await comparePayments(parts());
    operator = await signInAgain(api, operator);
    return { person: await signInAgain(api, person), paymentId };
  }
  const settle = (paymentId: number, more: Readonly<Record<string, unknown>> = {}) =>
    api.send('opssettlepayment', { paymentId, password: operator.password, ...more }, as(operator));
  const waiting = async () => (await api.send('opspayments', { pageSize: 100 }, as(operator))).data.payment_list;

  test('waits for an operator and is settled once as its event would have, with what the gateway says then', async () => {
    const { person, paymentId } = await lost();
    expect(await waiting()).toMatchObject([
      { paymentId, state: 'open', amountPaise: 29_900, maySettle: true, outOfStep: expect.stringContaining('₹299.00') },
    ]);
    const answers = await Promise.all([settle(paymentId), settle(paymentId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await api.send('paymentstatus', { paymentId }, as(person))).data).toMatchObject({ state: 'paid' });
    const { subscriptions } = (await api.send('mysubscription', {}, as(person))).data;
    expect(subscriptions).toMatchObject([{ kind: 'robo_pro', state: 'active' }]);
    expect(await waiting()).toEqual([]);
    expect(await actsOf('payment', paymentId)).toMatchObject([{ what: 'settle_payment', after: { state: 'paid' } }]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('is none where its event comes while the gateway is asked', async () => {
    people += 1;
    const person = await api.signUp(`late${people}`);
    const { data } = await shop.buy(person, 'robo-month');
    const paymentId = data.paymentId ?? 0;
    const away = api.database.db.kysely.updateTable('payment').where('id', '=', paymentId);
    const page = await shop.openPage(data.payUrl ?? '');
    await away.set({ gateway_order_id: 'order_late' }).execute();
    const known = await eventsOf('order.paid');
    await page.choose('succeed');
    await expect.poll(() => eventsOf('order.paid')).toBe(known + 1);
    const orderId = data.payUrl?.split('/').at(-1) ?? '';
    const { gateway, ...rest } = parts();
    const asked = {
      ...rest,
      gateway: {
        ...gateway,
        readPayments: async () => {
          const answer = await gateway.readPayments(orderId);
          await away.set({ gateway_order_id: orderId }).execute();
          const [found] = answer.kind === 'found' ? answer.payments : [];
          const notice = {
            kind: 'captured',
            orderId,
            paymentId: found?.paymentId ?? '',
            amountPaise: 29_900n,
          } as const;
          await settleEvent(parts(), { id: 'event_late', event: 'payment.captured' }, notice);
          return answer;
        },
      },
    };
    await api.clock.advance(60 * MINUTE_MS);
    await comparePayments(asked);
    operator = await signInAgain(api, operator);
    expect(await waiting()).toEqual([]);
  });

  test('of which the gateway has nothing loses its mark and buys nothing', async () => {
    people += 1;
    const person = await api.signUp(`none${people}`);
    const { data } = await shop.buy(person, 'robo-month');
    const paymentId = data.paymentId ?? 0;
    await api.database.db.kysely
      .updateTable('payment')
      .set({ out_of_step: 'It was said to have something.' })
      .where('id', '=', paymentId)
      .execute();
    expect((await settle(paymentId)).data).toEqual({ paymentId, paid: false });
    expect((await settle(paymentId)).code).toBe('CASE_DECIDED');
    expect((await api.send('mysubscription', {}, as(person))).data.subscriptions).toEqual([]);
    expect((await settle(999_999)).code).toBe('NOT_FOUND');
  });
});

describe('a plan', () => {
  const plans = async () => (await api.send('opsplans', {}, as(operator))).data.plan_list;
  const change = (planId: number, more: Readonly<Record<string, unknown>>) =>
    api.send(
      'opschangeplan',
      {
        planId,
        ...{ pricePaise: 599_00, rewardPaise: 60_00, onSale: true, password: operator.password, changedAt: '' },
        ...more,
      } as never,
      as(operator),
    );

  test('costs something else from the next purchase on; an order that is open keeps its price', async () => {
    people += 1;
    const person = await api.signUp(`priced${people}`);
    const { data: early } = await shop.buy(person, 'trade-month');
    const planId = await shop.planId('trade-month');
    const [plan] = (await plans()).filter((one) => one.planId === planId);
    const changedAt = plan?.changedAt ?? '';
    const answers = await Promise.all([change(planId, { changedAt }), change(planId, { changedAt, onSale: false })]);
    expect(answers.map(({ code }) => code).toSorted()).toContain('CASE_DECIDED');
    const [now] = (await plans()).filter((one) => one.planId === planId);
    expect(now).toMatchObject({ pricePaise: 599_00, rewardPaise: 60_00 });
    await change(planId, { changedAt: now?.changedAt ?? '', onSale: true });
    await shop.pay(early.payUrl ?? '', 'succeed');
    await shop.untilPaid(person, early.paymentId ?? 0);
    const { data: papers } = await api.send('myTransactions', {}, as(person));
    expect(papers.invoice_list).toMatchObject([{ totalPaise: 499_00 }]);
    const later = await api.signUp(`later${people}`);
    const { data: offered } = await api.send('previewplan', { planId }, as(later));
    expect(offered.offer.duePaise).toBe(599_00);
    const acts = await actsOf('plan', planId);
    expect(acts[0]).toMatchObject({ what: 'change_plan', before: { pricePaise: 499_00, rewardPaise: 50_00 } });
  });

  test('that is not on sale cannot be bought and is on nobody’s list', async () => {
    const planId = await shop.planId('robo-year');
    const [plan] = (await plans()).filter((one) => one.planId === planId);
    const { changedAt = '', pricePaise, rewardPaise } = plan ?? {};
    expect((await change(planId, { changedAt, pricePaise, rewardPaise, onSale: false })).status).toBe(200);
    people += 1;
    const person = await api.signUp(`late${people}`);
    expect((await shop.buy(person, 'robo-year')).code).toBe('NOT_FOUND');
    const listed = (await api.send('mysubscription', {}, as(person))).data.plans.map((one) => one.planId);
    expect(listed).not.toContain(planId);
  });

  test('is not given away, nor rewarded with more than half of its price; what is everybody’s stays free', async () => {
    const planId = await shop.planId('robo-month');
    const [plan] = (await plans()).filter((one) => one.planId === planId);
    const changedAt = plan?.changedAt ?? '';
    expect((await change(planId, { changedAt, pricePaise: 0 })).code).toBe('INVALID_INPUT');
    expect((await change(planId, { changedAt, rewardPaise: 300_00 })).errors[0]?.path).toBe('rewardPaise');
    const free = await shop.planId('backtest-free');
    expect((await change(free, { changedAt })).code).toBe('NOT_FOUND');
    expect((await plans()).find((one) => one.planId === planId)).toEqual(plan);
  });
});
