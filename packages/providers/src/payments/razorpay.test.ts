import { describe, expect, test } from 'vitest';
import { readPaymentEvent, readPayoutEvent } from './events.ts';
import { createRazorpay } from './razorpay.ts';
import { createRazorpayX } from './razorpayx.ts';

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What answers what the test says, and what it was asked. */
function hosted(...answers: readonly (object | (() => Promise<Response>))[]) {
  const asked: Request[] = [];
  const reach = {
    baseUrl: 'https://gateway.test',
    keyId: 'rzp_test_key',
    keySecret: 'test_key_secret',
    timeoutMs: 50,
    fetch: async (url: unknown, init: RequestInit = {}) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      asked.push({ url: String(url), method: init.method ?? '', headers: new Headers(init.headers), body });
      const answer = answers[asked.length - 1] ?? {};
      return typeof answer === 'function' ? answer() : Response.json(answer);
    },
  };
  const gateway = createRazorpay({ ...reach, shopName: 'Trickdesk' });
  return { asked, gateway, payouts: createRazorpayX({ ...reach, accountNumber: '2323230041626905' }) };
}

const AUTH = `Basic ${Buffer.from('rzp_test_key:test_key_secret').toString('base64')}`;
const refusing =
  (description: string, status = 400) =>
  async () =>
    Response.json({ error: { code: 'BAD_REQUEST_ERROR', description } }, { status });

/** Answers that say nothing: what was asked may have been done. */
const UNCLEAR: readonly [string, () => Promise<Response>, string][] = [
  ['a 502', async () => new Response('bad gateway', { status: 502 }), 'overloaded'],
  ['a 429', async () => Response.json({}, { status: 429 }), 'overloaded'],
  ['a broken reply', async () => new Response('{"id":'), 'unreadable_reply'],
  ['another shape', async () => Response.json({ entity: 'surprise' }), 'unreadable_reply'],
  ['a cut connection', () => Promise.reject(new TypeError('fetch failed')), 'network'],
  ['no answer', () => Promise.reject(new DOMException('too long', 'TimeoutError')), 'timeout'],
];

const ORDER = {
  ...{ id: 'order_IluGWxBm9U8zJ8', entity: 'order', amount: 49_900, amount_paid: 0, amount_due: 49_900 },
  ...{ currency: 'INR', receipt: 'payment-7', status: 'created', attempts: 0, notes: [], created_at: 1_779_000_000 },
};

describe('an order', () => {
  const ask = (answer: object | (() => Promise<Response>)) =>
    hosted(answer).gateway.createOrder({ amountPaise: 49_900n, receipt: 'payment-7' });

  test('is opened in paise under our receipt', async () => {
    const { gateway, asked } = hosted(ORDER);
    const created = await gateway.createOrder({ amountPaise: 49_900n, receipt: 'payment-7' });
    expect(created).toEqual({ kind: 'created', orderId: 'order_IluGWxBm9U8zJ8' });
    expect(asked[0]).toMatchObject({
      url: 'https://gateway.test/v1/orders',
      method: 'POST',
      body: { amount: 49_900, currency: 'INR', receipt: 'payment-7' },
    });
    expect(asked[0]?.headers.get('authorization')).toBe(AUTH);
  });

  test('over another sum is not used', async () => {
    expect(await ask({ ...ORDER, amount: 49_901 })).toMatchObject({ kind: 'unavailable' });
  });

  test('that is refused says why', async () => {
    expect(await ask(refusing('Order amount less than minimum amount allowed'))).toEqual({
      kind: 'refused',
      message: 'Order amount less than minimum amount allowed',
    });
  });

  test.each(UNCLEAR)('with %s is unavailable', async (_name, answer, cause) => {
    expect(await ask(answer)).toEqual({ kind: 'unavailable', cause });
  });

  test('is asked about by its payments', async () => {
    const items = [
      { id: 'pay_1', amount: 49_900, status: 'failed' },
      { id: 'pay_2', amount: 49_900, status: 'authorized' },
      { id: 'pay_3', amount: 49_900, status: 'captured' },
    ];
    const { gateway, asked } = hosted({ entity: 'collection', count: 3, items });
    expect(await gateway.readPayments('order_A/../x')).toMatchObject({
      kind: 'found',
      payments: [
        { state: 'failed' },
        { state: 'open' },
        { paymentId: 'pay_3', state: 'captured', amountPaise: 49_900n },
      ],
    });
    expect(asked[0]?.url).toBe('https://gateway.test/v1/orders/order_A%2F..%2Fx/payments');
    expect(await hosted(refusing('The id provided does not exist')).gateway.readPayments('order_B')).toEqual({
      kind: 'missing',
    });
  });

  test('is paid by a form that holds no secret', () => {
    const { gateway } = hosted();
    const returnUrl = 'https://trickdesk.test/payments/return/order_A';
    const form = gateway.checkout({ orderId: 'order_A', amountPaise: 49_900n, description: 'A plan', returnUrl });
    expect(form.action).toBe('https://gateway.test/v1/checkout/embedded');
    expect(form.fields).toMatchObject({
      key_id: 'rzp_test_key',
      order_id: 'order_A',
      amount: '49900',
      callback_url: returnUrl,
    });
    expect(JSON.stringify(form)).not.toContain('test_key_secret');
  });
});

describe('a refund', () => {
  const REFUND = { id: 'rfnd_1', entity: 'refund', amount: 49_900, status: 'processed', receipt: 'refund-3' };
  const one = { paymentId: 'pay_3', amountPaise: 49_900n, receipt: 'refund-3' };

  test('is asked for once and looked for by its receipt', async () => {
    const { gateway, asked } = hosted(REFUND, { items: [{ ...REFUND, id: 'rfnd_0', receipt: 'refund-2' }, REFUND] });
    const accepted = { kind: 'accepted', refundId: 'rfnd_1', state: 'processed' };
    expect(await gateway.refund(one)).toEqual(accepted);
    expect(await gateway.findRefund(one)).toEqual(accepted);
    expect(asked.map(({ url }) => url)).toEqual([
      'https://gateway.test/v1/payments/pay_3/refund',
      'https://gateway.test/v1/payments/pay_3/refunds?count=100',
    ]);
    expect(await hosted({ items: [] }).gateway.findRefund(one)).toEqual({ kind: 'missing' });
    expect(await hosted(refusing('fully refunded')).gateway.refund(one)).toMatchObject({ kind: 'refused' });
  });

  test.each(UNCLEAR)('with %s is neither made nor missing', async (_name, answer, cause) => {
    expect(await hosted(answer).gateway.refund(one)).toEqual({ kind: 'unavailable', cause });
    expect(await hosted(answer).gateway.findRefund(one)).toEqual({ kind: 'unavailable', cause });
  });
});

describe('a payout', () => {
  const PAYOUT = {
    ...{ id: 'pout_1', entity: 'payout', amount: 20_000, currency: 'INR', mode: 'IMPS', purpose: 'payout' },
    ...{ status: 'processing', utr: null, reference_id: 'withdrawal-9', status_details: null },
  };
  const to = { accountNumber: '123456780000', ifsc: 'HDFC0001234', holderName: 'Asha Rao' };
  const one = { reference: 'withdrawal-9', amountPaise: 20_000n, to };

  test('is sent with its reference as the key', async () => {
    const { payouts, asked } = hosted(PAYOUT);
    expect(await payouts.send(one)).toMatchObject({ kind: 'accepted', payoutId: 'pout_1', state: 'under_way' });
    expect(asked[0]?.headers.get('x-payout-idempotency')).toBe('withdrawal-9');
    expect(asked[0]?.body).toMatchObject({
      ...{ account_number: '2323230041626905', amount: 20_000, currency: 'INR', reference_id: 'withdrawal-9' },
      fund_account: { bank_account: { name: 'Asha Rao', ifsc: 'HDFC0001234', account_number: '123456780000' } },
    });
  });

  test.each([
    ['queued', 'under_way'],
    ['pending', 'under_way'],
    ['scheduled', 'under_way'],
    ['processing', 'under_way'],
    ['processed', 'paid'],
    ['reversed', 'reversed'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['cancelled', 'failed'],
  ])('that is %s is %s', async (status, state) => {
    const found = await hosted({ items: [{ ...PAYOUT, status, utr: '412345678901' }] }).payouts.find('withdrawal-9');
    expect(found).toMatchObject({ kind: 'accepted', state, utr: '412345678901' });
  });

  test('in a state that nobody knows is unclear, and so is any other answer without sense', async () => {
    expect(await hosted({ ...PAYOUT, status: 'teleported' }).payouts.send(one)).toMatchObject({ kind: 'unavailable' });
    for (const [, answer, cause] of UNCLEAR) {
      expect(await hosted(answer).payouts.send(one)).toEqual({ kind: 'unavailable', cause });
      expect(await hosted(answer).payouts.find('withdrawal-9')).toEqual({ kind: 'unavailable', cause });
    }
  });

  test('of another reference is not ours', async () => {
    const others = { items: [{ ...PAYOUT, reference_id: 'withdrawal-90' }] };
    expect(await hosted(others).payouts.find('withdrawal-9')).toEqual({ kind: 'missing' });
  });

  test('that is refused says why', async () => {
    expect(await hosted(refusing('Your account does not have enough balance')).payouts.send(one)).toEqual({
      kind: 'refused',
      message: 'Your account does not have enough balance',
    });
  });
});

describe('an event', () => {
  const entity = { id: 'pay_3', amount: 49_900, currency: 'INR', order_id: 'order_A', status: 'captured' };
  const event = (name: string, more: object = {}) => ({
    entity: 'event',
    event: name,
    payload: { payment: { entity: { ...entity, ...more } } },
  });

  test('of a payment is read by its name', () => {
    const captured = { kind: 'captured', orderId: 'order_A', paymentId: 'pay_3', amountPaise: 49_900n };
    expect(readPaymentEvent(event('payment.captured'))).toEqual(captured);
    expect(readPaymentEvent(event('order.paid'))).toEqual(captured);
    expect(readPaymentEvent(event('payment.failed', { error_description: 'Declined' }))).toEqual({
      ...{ kind: 'failed', orderId: 'order_A', paymentId: 'pay_3', reason: 'Declined' },
    });
    expect(readPaymentEvent(event('payment.authorized'))).toEqual({ kind: 'other' });
    expect(readPaymentEvent(event('payment.captured', { order_id: null }))).toEqual({ kind: 'other' });
  });

  test('in another currency, with a sum that is none, or of another shape is none', () => {
    expect(readPaymentEvent(event('payment.captured', { currency: 'USD' }))).toBeUndefined();
    expect(readPaymentEvent(event('payment.captured', { amount: 1.5 }))).toBeUndefined();
    expect(readPaymentEvent(event('payment.captured', { amount: -1 }))).toBeUndefined();
    for (const body of [
      null,
      [],
      'text',
      {},
      { event: 'payment.captured' },
      { event: 'refund.processed', payload: {} },
    ]) {
      expect(readPaymentEvent(body)).toBeUndefined();
      expect(readPayoutEvent(body)).not.toMatchObject({ kind: 'payout' });
    }
  });

  test('of a payout names ours by its reference', () => {
    const payout = {
      id: 'pout_1',
      status: 'reversed',
      reference_id: 'withdrawal-9',
      status_details: { description: 'Returned' },
    };
    expect(readPayoutEvent({ event: 'payout.reversed', payload: { payout: { entity: payout } } })).toEqual({
      ...{ kind: 'payout', reference: 'withdrawal-9', payoutId: 'pout_1', state: 'reversed' },
      ...{ utr: undefined, reason: 'Returned' },
    });
    const bare = { ...payout, reference_id: null };
    expect(readPayoutEvent({ event: 'payout.reversed', payload: { payout: { entity: bare } } })).toEqual({
      kind: 'other',
    });
    expect(readPayoutEvent({ event: 'transaction.created', payload: {} })).toEqual({ kind: 'other' });
  });
});
