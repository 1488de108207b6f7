import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { basicAuth } from '../razorpay.ts';
import { openBooks, type SandboxStore } from './books.ts';
import { deliverEvents } from './courier.ts';
import { createDesk, type Desk, SandboxRefusal, SLOW_PAYOUT } from './desk.ts';
import { orderEntity, paymentEntity, payoutEntity, refundEntity } from './entities.ts';
import { SANDBOX_KEYS } from './keys.ts';
import { endPage, payPage } from './pages.ts';

/** How often payouts go on and events are handed over, wall milliseconds. */
const BEAT_MS = 100;
/** Longer than anybody waits for an answer. */
const TOO_LATE_MS = 20_000;
const LONGEST_BODY = 64 * 1_024;

export interface PaymentsSandboxOptions {
  readonly store: SandboxStore;
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** Where the product listens; its webhooks lie under it. Absent: events are kept and handed to nobody. */
  readonly webhookUrl?: string | undefined;
  readonly now?: () => number;
  readonly onError?: (what: string, error: unknown) => void;
}

export interface PaymentsSandbox {
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A payment gateway and a bank on one port, with Razorpay's wire, pay pages and events of its own. No money moves. */
export async function startPaymentsSandbox(options: PaymentsSandboxOptions): Promise<PaymentsSandbox> {
  const { store, host = '127.0.0.1', now = Date.now, webhookUrl, onError = () => {} } = options;
  const books = await openBooks(store);
  const desk = createDesk(books, now);
  const closing = new AbortController();
  const answer = createAnswers({ books, desk, closing: closing.signal });
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => write(response, reply),
      (error: unknown) => {
        onError('the payment sandbox could not answer', error);
        write(response, refusal(500, 'The sandbox has failed.'));
      },
    );
  });
  const beating = beat(
    closing.signal,
    async () => {
      await desk.goOn();
      if (webhookUrl !== undefined) await deliverEvents(books.events, { webhookUrl, now });
    },
    (error) => onError('the payment sandbox could not go on', error),
  );
  const port = await listen(server, options.port, host);
  return {
    port,
    url: `http://${host}:${port}`,
    close: async () => {
      closing.abort();
      await beating;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function beat(signal: AbortSignal, work: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    await work().catch(onError);
    await sleep(BEAT_MS, undefined, { signal }).catch(() => undefined);
  }
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const refusal = (status: number, description: string): Reply =>
  json({ error: { code: 'BAD_REQUEST_ERROR', description, source: 'business' } }, status);
const htmlPage = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
});
const redirect = (location: string): Reply => ({ status: 303, headers: { location }, body: '' });

interface AnswerParts {
  readonly books: Awaited<ReturnType<typeof openBooks>>;
  readonly desk: Desk;
  readonly closing: AbortSignal;
}

const zOrderAsked = z.object({ amount: z.int().min(100), currency: z.literal('INR'), receipt: z.string().max(40) });
const zRefundAsked = z.object({ amount: z.int().min(100), receipt: z.string().max(40) });
const zPayoutAsked = z.object({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  account_number: z.literal(SANDBOX_KEYS.accountNumber),
  reference_id: z.string().min(1).max(40),
  fund_account: z.object({
    bank_account: z.object({ name: z.string().min(1), ifsc: z.string().min(1), account_number: z.string().min(1) }),
  }),
});
const zHttpUrl = z.url({ protocol: /^https?$/ });

function createAnswers(parts: AnswerParts): (request: IncomingMessage) => Promise<Reply> {
  return async (request) => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await readBody(request);
    const way = `${request.method} ${url.pathname}`;
    try {
      const page = await answerPage(parts, way, body);
      if (page) return page;
      if (request.headers.authorization !== basicAuth(SANDBOX_KEYS.keyId, SANDBOX_KEYS.keySecret)) {
        return refusal(401, 'The api key provided is invalid.');
      }
      return await answerCall(parts, way, { body, query: url.searchParams, headers: request.headers });
    } catch (error) {
      if (error instanceof SandboxRefusal) return refusal(400, error.message);
      if (error instanceof z.ZodError || error instanceof SyntaxError) return refusal(400, 'A field is wrong.');
      throw error;
    }
  };
}

/** What a browser asks for. */
async function answerPage({ books, desk }: AnswerParts, way: string, body: string): Promise<Reply | undefined> {
  if (way === 'POST /v1/checkout/embedded') {
    const fields = new URLSearchParams(body);
    const order = books.orders.get(fields.get('order_id') ?? '');
    if (!order || fields.get('key_id') !== SANDBOX_KEYS.keyId) throw new SandboxRefusal('The order does not exist.');
    const callbackUrl = zHttpUrl.parse(fields.get('callback_url'));
    await books.orders.put({ ...order, checkout: { description: fields.get('description') ?? '', callbackUrl } });
    return redirect(`/pay/${order.id}`);
  }
  const [, method, orderId, choice] = /^(GET|POST) \/pay\/(order_\w+)(?:\/(succeed|fail|pend))?$/.exec(way) ?? [];
  const order = books.orders.get(orderId ?? '');
  if (!order) return undefined;
  if (method === 'GET') return htmlPage(payPage(order));
  if (choice === undefined) return undefined;
  return htmlPage(endPage(order, await desk.pay(order, choice as 'succeed' | 'fail' | 'pend')));
}

interface Called {
  readonly body: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

const collection = (items: readonly unknown[]): Reply => json({ entity: 'collection', count: items.length, items });

async function answerCall(parts: AnswerParts, way: string, called: Called): Promise<Reply> {
  switch (way) {
    case 'POST /v1/orders': {
      const { amount, receipt } = zOrderAsked.parse(JSON.parse(called.body));
      return json(orderEntity(await parts.desk.createOrder(amount, receipt), []));
    }
    case 'POST /v1/payouts':
      return takePayout(parts, called);
    case 'GET /v1/payouts': {
      const reference = called.query.get('reference_id');
      const own = parts.books.payouts.all().filter((payout) => payout.reference === reference);
      return collection(own.map(payoutEntity));
    }
    default:
      return (await answerAbout(parts, way, called)) ?? refusal(404, 'The requested URL was not found on the server.');
  }
}

async function takePayout({ books, desk, closing }: AnswerParts, { body, headers }: Called): Promise<Reply> {
  const { amount, reference_id: reference } = zPayoutAsked.parse(JSON.parse(body));
  const key = headers['x-payout-idempotency'];
  if (typeof key !== 'string') throw new SandboxRefusal('X-Payout-Idempotency is missing.');
  const isSlow = amount === SLOW_PAYOUT && !books.payouts.all().some((payout) => payout.key === key);
  const payout = await desk.payOut({ key, reference, amount });
  // Taken on, and yet without an answer that anybody waits for.
  if (isSlow) await sleep(TOO_LATE_MS, undefined, { signal: closing }).catch(() => undefined);
  return json(payoutEntity(payout));
}

/** What is asked about one order or payment. */
async function answerAbout({ books, desk }: AnswerParts, way: string, { body }: Called): Promise<Reply | undefined> {
  const [, kind, id = '', rest] = /^(?:GET|POST) \/v1\/(orders|payments)\/(\w+)\/(payments|refunds?)$/.exec(way) ?? [];
  switch (`${kind} ${rest}`) {
    case 'orders payments':
      if (!books.orders.get(id)) throw new SandboxRefusal('The id provided does not exist');
      return collection(desk.paymentsOf(id).map(paymentEntity));
    case 'payments refund': {
      const { amount, receipt } = zRefundAsked.parse(JSON.parse(body));
      return json(refundEntity(await desk.refund(id, amount, receipt)));
    }
    case 'payments refunds':
      return collection(
        books.refunds
          .all()
          .filter(({ paymentId }) => paymentId === id)
          .map(refundEntity),
      );
    default:
      return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size > LONGEST_BODY) throw new SandboxRefusal('The request is too large.');
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the system named no port'));
      else resolve(address.port);
    });
  });
}
