import { z } from 'zod';
import { type Answered, ask, type Reach, UNREADABLE, type Unavailable } from '../ask.ts';
import type { OrderPayments, PaymentGateway, RefundAsked, RefundState } from './port.ts';

/** Razorpay's API of orders, payments and refunds, with its hosted checkout. */

export interface RazorpayReach extends Pick<Reach, 'fetch' | 'timeoutMs'> {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** What the pay page shows as the shop's name. */
  readonly shopName: string;
}

const zOrder = z.object({ id: z.string().min(1), amount: z.int(), currency: z.literal('INR') });
const zPayment = z.object({
  id: z.string().min(1),
  amount: z.int().nonnegative(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
});
const zPayments = z.object({ items: z.array(zPayment) });
const zRefundState = z.enum(['pending', 'processed', 'failed']) satisfies z.ZodType<RefundState>;
const zRefund = z.object({ id: z.string().min(1), status: zRefundState, receipt: z.string().nullish() });
const zRefunds = z.object({ items: z.array(zRefund) });
const zError = z.object({ error: z.object({ description: z.string() }) });

export function basicAuth(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

export function createRazorpay(keys: RazorpayReach): PaymentGateway {
  const { baseUrl, keyId, keySecret, shopName, ...rest } = keys;
  const reach: Reach = { ...rest, baseUrl, headers: { authorization: basicAuth(keyId, keySecret) } };
  const currency = 'INR';
  return {
    createOrder: async ({ amountPaise, receipt }) => {
      const body = { amount: Number(amountPaise), currency, receipt };
      const reply = await ask(reach, { path: '/v1/orders', body });
      if (reply.kind === 'unavailable') return reply;
      const order = zOrder.safeParse(reply.body);
      if (!order.success) return refusedOr(reply);
      // An order over another amount must not be shown to anybody.
      return order.data.amount === Number(amountPaise) ? { kind: 'created', orderId: order.data.id } : UNREADABLE;
    },
    readPayments: async (orderId) => {
      const reply = await ask(reach, { path: `/v1/orders/${encodeURIComponent(orderId)}/payments` });
      return reply.kind === 'unavailable' ? reply : paymentsIn(reply);
    },
    refund: async ({ paymentId, amountPaise, receipt }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
      const reply = await ask(reach, { path, body: { amount: Number(amountPaise), receipt } });
      if (reply.kind === 'unavailable') return reply;
      const refund = zRefund.safeParse(reply.body);
      return refund.success ? accepted(refund.data) : refusedOr(reply);
    },
    findRefund: async ({ paymentId, receipt }) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
      const reply = await ask(reach, { path, query: { count: '100' } });
      if (reply.kind === 'unavailable') return reply;
      const read = zRefunds.safeParse(reply.body);
      if (!read.success) return UNREADABLE;
      const own = read.data.items.find((refund) => refund.receipt === receipt);
      return own ? accepted(own) : { kind: 'missing' };
    },
    checkout: ({ orderId, amountPaise, description, returnUrl }) => ({
      action: `${baseUrl}/v1/checkout/embedded`,
      fields: {
        key_id: keyId,
        order_id: orderId,
        amount: String(amountPaise),
        currency,
        name: shopName,
        description,
        callback_url: returnUrl,
        cancel_url: returnUrl,
      },
    }),
  };
}

function paymentsIn(reply: Answered): OrderPayments {
  // A bad request about an order is one about an order that is not there.
  if (reply.httpStatus === 400 || reply.httpStatus === 404) return { kind: 'missing' };
  const read = zPayments.safeParse(reply.body);
  if (!read.success) return UNREADABLE;
  const payments = read.data.items.map(({ id, amount, status }) => ({
    paymentId: id,
    amountPaise: BigInt(amount),
    state: status === 'created' || status === 'authorized' ? ('open' as const) : status,
  }));
  return { kind: 'found', payments };
}

function accepted({ id, status }: z.output<typeof zRefund>): RefundAsked {
  return { kind: 'accepted', refundId: id, state: status };
}

/** What a request was refused for, where the gateway says so; what is neither is no answer. */
export function refusedOr({ httpStatus, body }: Answered): { kind: 'refused'; message: string } | Unavailable {
  const read = zError.safeParse(body);
  return httpStatus >= 400 && read.success ? { kind: 'refused', message: read.data.error.description } : UNREADABLE;
}
