import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createRazorpay } from '../razorpay.ts';
import { createRazorpayX } from '../razorpayx.ts';
import { isSignedBy } from '../signature.ts';
import type { SandboxStore } from './books.ts';
import { SANDBOX_KEYS } from './keys.ts';
import { type PaymentsSandbox, startPaymentsSandbox } from './server.ts';

function createMemory(): SandboxStore {
  const documents = new Map<string, { readonly kind: string; readonly json: string }>();
  return {
    loadDocuments: async (kind) => [...documents.values()].filter((one) => one.kind === kind).map(({ json }) => json),
    saveDocument: async (kind, key, json) => void documents.set(`${kind} ${key}`, { kind, json }),
  };
}

interface Heard {
  readonly path: string;
  readonly id: string;
  readonly isSigned: boolean;
  readonly event: { readonly event: string; readonly payload: Record<string, { readonly entity: { id: string } }> };
}

/** Hears events; says 500 to the first ones. */
async function listenForEvents(refuseFirst = 0) {
  const heard: Heard[] = [];
  let knocks = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    knocks += 1;
    if (knocks <= refuseFirst) {
      response.writeHead(500).end();
      return;
    }
    const signature = String(request.headers['x-razorpay-signature']);
    heard.push({
      path: request.url ?? '',
      id: String(request.headers['x-razorpay-event-id']),
      isSigned: isSignedBy(body, signature, SANDBOX_KEYS.webhookSecret),
      event: JSON.parse(body.toString()),
    });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  servers.push(server);
  const until = async (event: string): Promise<Heard> => {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = heard.find((one) => one.event.event === event);
      if (found) return found;
      await sleep(25);
    }
    throw new Error(`${event} was not heard`);
  };
  return { url: `http://127.0.0.1:${address.port}`, heard, until, knocks: () => knocks };
}

const servers: Server[] = [];
const sandboxes: PaymentsSandbox[] = [];

afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.close()));
  for (const server of servers.splice(0)) server.close();
});

async function open(webhookUrl?: string, store = createMemory(), timeoutMs = 2_000) {
  const sandbox = await startPaymentsSandbox({ store, port: 0, webhookUrl });
  sandboxes.push(sandbox);
  const { keyId, keySecret, accountNumber } = SANDBOX_KEYS;
  const reach = { baseUrl: sandbox.url, keyId, keySecret, timeoutMs };
  return {
    sandbox,
    gateway: createRazorpay({ ...reach, shopName: 'Trickdesk' }),
    payouts: createRazorpayX({ ...reach, accountNumber }),
    reach,
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function orderOf({ gateway }: Opened, receipt = 'payment-1'): Promise<string> {
  const created = await gateway.createOrder({ amountPaise: 49_900n, receipt });
  if (created.kind !== 'created') throw new Error(`no order: ${created.kind}`);
  return created.orderId;
}

const choose = (url: string, orderId: string, choice: string): Promise<Response> =>
  fetch(`${url}/pay/${orderId}/${choice}`, { method: 'POST' });

const to = { accountNumber: '123456780000', ifsc: 'HDFC0001234', holderName: 'Asha Rao' };

describe('the sandbox’s pay page', () => {
  test('takes a payment and tells of it, signed; what failed may be tried again, what is paid not', async () => {
    const ear = await listenForEvents();
    const opened = await open(ear.url);
    const { gateway, sandbox } = opened;
    const orderId = await orderOf(opened);
    const form = gateway.checkout({
      orderId,
      amountPaise: 49_900n,
      description: 'A plan',
      returnUrl: `${ear.url}/back`,
    });
    const page = await fetch(form.action, { method: 'POST', body: new URLSearchParams(form.fields) });
    expect(await page.text()).toMatch(/no money moves/i);
    await choose(sandbox.url, orderId, 'fail');
    await ear.until('payment.failed');
    const end = await (await choose(sandbox.url, orderId, 'succeed')).text();
    expect(end).toContain(`${ear.url}/back`);
    const paid = await ear.until('payment.captured');
    expect(paid).toMatchObject({ path: '/webhooks/payments', isSigned: true, id: expect.stringMatching(/^evt_/) });
    expect(await gateway.readPayments(orderId)).toMatchObject({
      payments: [{ state: 'failed' }, { state: 'captured', amountPaise: 49_900n }],
    });
    expect((await choose(sandbox.url, orderId, 'succeed')).status).toBe(400);
  });

  test('takes one payment of two at once', async () => {
    const opened = await open();
    const orderId = await orderOf(opened);
    const all = await Promise.all([1, 2, 3].map(() => choose(opened.sandbox.url, orderId, 'succeed')));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test('does not send a browser to what is no address of the web', async () => {
    const opened = await open();
    const orderId = await orderOf(opened);
    const { action, fields } = opened.gateway.checkout({
      ...{ orderId, amountPaise: 49_900n, description: '<script>x</script>', returnUrl: 'javascript:alert(1)' },
    });
    expect((await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })).status).toBe(400);
    const good = { ...fields, callback_url: 'http://127.0.0.1:1/"><b>' };
    const page = await (await fetch(action, { method: 'POST', body: new URLSearchParams(good) })).text();
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('"><b>');
  });
});

test('an event that nobody takes is brought again, also after a restart', async () => {
  const ear = await listenForEvents(2);
  const store = createMemory();
  const first = await open(ear.url, store);
  const orderId = await orderOf(first);
  await choose(first.sandbox.url, orderId, 'succeed');
  while (ear.knocks() === 0) await sleep(10);
  await first.sandbox.close();
  const second = await open(ear.url, store);
  const paid = await ear.until('payment.captured');
  expect(paid.isSigned).toBe(true);
  expect(await second.gateway.readPayments(orderId)).toMatchObject({ payments: [{ state: 'captured' }] });
});

test('a refund is paid back once and not beyond what was paid', async () => {
  const opened = await open();
  const { gateway, sandbox } = opened;
  const orderId = await orderOf(opened);
  await choose(sandbox.url, orderId, 'succeed');
  const read = await gateway.readPayments(orderId);
  const paymentId = read.kind === 'found' ? (read.payments[0]?.paymentId ?? '') : '';
  expect(await gateway.refund({ paymentId, amountPaise: 49_900n, receipt: 'refund-1' })).toMatchObject({
    ...{ kind: 'accepted', state: 'processed' },
  });
  expect(await gateway.refund({ paymentId, amountPaise: 100n, receipt: 'refund-2' })).toMatchObject({
    kind: 'refused',
  });
  expect(await gateway.findRefund({ paymentId, receipt: 'refund-1' })).toMatchObject({ kind: 'accepted' });
  expect(await gateway.findRefund({ paymentId, receipt: 'refund-2' })).toEqual({ kind: 'missing' });
});

describe('the sandbox’s bank', () => {
  test('pays, refuses ₹101 and sends ₹103 back; the same key is the same payout', async () => {
    const ear = await listenForEvents();
    const { payouts } = await open(ear.url);
    const one = { reference: 'withdrawal-1', amountPaise: 20_000n, to };
    const sent = await Promise.all([1, 2, 3].map(() => payouts.send(one)));
    expect(new Set(sent.map((answer) => answer.kind === 'accepted' && answer.payoutId)).size).toBe(1);
    await payouts.send({ reference: 'withdrawal-2', amountPaise: 10_100n, to });
    await payouts.send({ reference: 'withdrawal-3', amountPaise: 10_300n, to });
    const reversed = await ear.until('payout.reversed');
    expect(reversed).toMatchObject({ path: '/webhooks/payouts', isSigned: true });
    expect(await payouts.find('withdrawal-1')).toMatchObject({ state: 'paid', utr: expect.stringMatching(/^\d{12}$/) });
    expect(await payouts.find('withdrawal-2')).toMatchObject({ state: 'failed', reason: expect.any(String) });
    expect(await payouts.find('withdrawal-3')).toMatchObject({ state: 'reversed' });
    expect(await payouts.find('withdrawal-4')).toEqual({ kind: 'missing' });
  });

  test('takes ₹102 without an answer in time: it is there when it is looked for', async () => {
    const { payouts } = await open(undefined, createMemory(), 200);
    const one = { reference: 'withdrawal-5', amountPaise: 10_200n, to };
    expect(await payouts.send(one)).toEqual({ kind: 'unavailable', cause: 'timeout' });
    expect(await payouts.find('withdrawal-5')).toMatchObject({ kind: 'accepted' });
  });
});

test('without the keys nothing is told', async () => {
  const { sandbox } = await open();
  for (const path of ['/v1/orders', '/v1/payouts', '/nowhere']) {
    expect((await fetch(`${sandbox.url}${path}`, { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
  }
});
