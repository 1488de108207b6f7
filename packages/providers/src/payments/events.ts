import { z } from 'zod';
import type { PaymentNotice, PayoutNotice } from './port.ts';
import { payoutIn, zPayout } from './razorpayx.ts';

/** What Razorpay's events say. Their bytes are checked with `isSignedBy` before anything of them is read. */

const zPaymentEntity = z.object({
  id: z.string().min(1),
  amount: z.int().nonnegative(),
  currency: z.literal('INR'),
  order_id: z.string().nullish(),
  error_description: z.string().nullish(),
});
const zRefundEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  receipt: z.string().nullish(),
});
const zEvent = z.object({ event: z.string(), payload: z.unknown() });
const zPaymentPayload = z.object({ payment: z.object({ entity: zPaymentEntity }) });
const zRefundPayload = z.object({ refund: z.object({ entity: zRefundEntity }) });
const zPayoutPayload = z.object({ payout: z.object({ entity: zPayout }) });

const REFUND_STATES = {
  'refund.created': 'pending',
  'refund.processed': 'processed',
  'refund.failed': 'failed',
} as const;

/** @returns `undefined` for what is no event of theirs */
export function readPaymentEvent(body: unknown): PaymentNotice | undefined {
  const read = zEvent.safeParse(body);
  if (!read.success) return undefined;
  const { event, payload } = read.data;
  switch (event) {
    case 'payment.captured':
    case 'order.paid':
    case 'payment.failed':
      return paymentNotice(event, payload);
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed': {
      const refund = zRefundPayload.safeParse(payload);
      if (!refund.success) return undefined;
      const { id, payment_id: paymentId, receipt } = refund.data.refund.entity;
      return { kind: 'refund', refundId: id, paymentId, receipt: receipt ?? undefined, state: REFUND_STATES[event] };
    }
    default:
      return { kind: 'other' };
  }
}

function paymentNotice(
  event: 'payment.captured' | 'order.paid' | 'payment.failed',
  payload: unknown,
): PaymentNotice | undefined {
  const read = zPaymentPayload.safeParse(payload);
  if (!read.success) return undefined;
  const { id: paymentId, amount, order_id: orderId, error_description: reason } = read.data.payment.entity;
  // Paid without an order: not through us.
  if (!orderId) return { kind: 'other' };
  if (event === 'payment.failed') {
    return { kind: 'failed', orderId, paymentId, reason: reason ?? 'The payment failed.' };
  }
  return { kind: 'captured', orderId, paymentId, amountPaise: BigInt(amount) };
}

/** @returns `undefined` for what is no event of theirs */
export function readPayoutEvent(body: unknown): PayoutNotice | undefined {
  const read = zEvent.safeParse(body);
  if (!read.success) return undefined;
  const { event, payload } = read.data;
  if (!event.startsWith('payout.')) return { kind: 'other' };
  const payout = zPayoutPayload.safeParse(payload);
  if (!payout.success) return undefined;
  const { entity } = payout.data.payout;
  // Made by hand at the gateway: not one of ours.
  if (!entity.reference_id) return { kind: 'other' };
  return { kind: 'payout', reference: entity.reference_id, ...payoutIn(entity) };
}
