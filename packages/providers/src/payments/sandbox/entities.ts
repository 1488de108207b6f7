import type { SandboxOrder, SandboxPayment, SandboxPayout, SandboxRefund } from './books.ts';

/** What the sandbox answers, in Razorpay's words. */

const seconds = (at: number): number => Math.floor(at / 1_000);

export function orderEntity({ id, amount, receipt, createdAt }: SandboxOrder, payments: readonly SandboxPayment[]) {
  const isPaid = payments.some(({ status }) => status === 'captured' || status === 'refunded');
  return {
    id,
    entity: 'order',
    amount,
    amount_paid: isPaid ? amount : 0,
    amount_due: isPaid ? 0 : amount,
    currency: 'INR',
    receipt,
    status: isPaid ? 'paid' : payments.length > 0 ? 'attempted' : 'created',
    attempts: payments.length,
    notes: [],
    created_at: seconds(createdAt),
  };
}

export function paymentEntity({ id, orderId, amount, amountRefunded, status, createdAt }: SandboxPayment) {
  const failed = status === 'failed';
  return {
    id,
    entity: 'payment',
    amount,
    currency: 'INR',
    status,
    order_id: orderId,
    method: 'upi',
    amount_refunded: amountRefunded,
    refund_status: amountRefunded === 0 ? null : amountRefunded === amount ? 'full' : 'partial',
    captured: status === 'captured' || status === 'refunded',
    error_code: failed ? 'BAD_REQUEST_ERROR' : null,
    error_description: failed ? 'Payment was declined by the sandbox bank.' : null,
    created_at: seconds(createdAt),
  };
}

export function refundEntity({ id, paymentId, amount, receipt, createdAt }: SandboxRefund) {
  return {
    id,
    entity: 'refund',
    amount,
    currency: 'INR',
    payment_id: paymentId,
    receipt,
    status: 'processed',
    created_at: seconds(createdAt),
  };
}

export function payoutEntity({ id, amount, status, reference, utr, createdAt }: SandboxPayout) {
  const reason = REASONS[status];
  return {
    id,
    entity: 'payout',
    amount,
    currency: 'INR',
    mode: 'IMPS',
    purpose: 'payout',
    status,
    utr: utr ?? null,
    reference_id: reference,
    status_details: reason === undefined ? null : { source: 'beneficiary_bank', reason, description: reason },
    created_at: seconds(createdAt),
  };
}

const REASONS: Readonly<Record<SandboxPayout['status'], string | undefined>> = {
  processing: undefined,
  processed: undefined,
  failed: 'The bank of the sandbox refused the transfer.',
  reversed: 'The bank of the sandbox sent the money back.',
};
