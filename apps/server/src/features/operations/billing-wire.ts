import type { OpsInvoice, OpsPayment, OpsPlan } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { DeskInvoiceRow, DeskPaymentRow, DeskPlanRow } from './billing-cases.ts';

interface PersonOfRow {
  readonly account_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly kyc_verified_at: Date | null;
}

const personOf = ({ account_id: userId, full_name: fullName, email, kyc_verified_at: verified }: PersonOfRow) => ({
  ...{ userId, fullName, email, kycVerified: verified !== null },
});

/** @param operatorId who looks at it */
export function paymentToWire(row: DeskPaymentRow, operatorId: number): OpsPayment {
  const { out_of_step: outOfStep, failure, gateway_order_id: orderId, gateway_payment_id: paymentId } = row;
  return {
    ...{ paymentId: row.id, person: personOf(row), planName: row.plan_name, state: row.state },
    amountPaise: toSafePaise(row.amount_paise),
    ...(outOfStep === null ? {} : { outOfStep }),
    ...(failure === null ? {} : { failure }),
    ...(orderId === null ? {} : { orderId }),
    ...(paymentId === null ? {} : { gatewayPaymentId: paymentId }),
    openedAt: row.created_at.toISOString(),
    ...(row.settled_at === null ? {} : { settledAt: row.settled_at.toISOString() }),
    maySettle: outOfStep !== null && row.account_id !== operatorId,
  };
}

/** @param operatorId who looks at it */
export function deskInvoiceToWire(row: DeskInvoiceRow, operatorId: number): OpsInvoice {
  const { target, refund_state: state, reason, asked_at: at, note_number: creditNote } = row;
  const isRefunded = target !== null && state !== null && reason !== null && at !== null;
  return {
    ...{ invoiceId: row.id, number: row.number, person: personOf(row), planName: row.description },
    totalPaise: toSafePaise(row.total_paise),
    taxPaise: toSafePaise(row.cgst_paise + row.sgst_paise + row.igst_paise),
    ...{ paidBy: row.paid_by, issuedAt: row.issued_at.toISOString() },
    ...(row.plan_state === 'ended' ? {} : { runsUntil: row.ends_at.toISOString() }),
    rewardPaise: row.reward_state === 'paid' ? toSafePaise(row.gross_paise ?? 0n) : 0,
    ...(isRefunded ? { refund: { target, state, reason, at: at.toISOString(), creditNote: creditNote ?? '' } } : {}),
    mayRefund: !isRefunded && row.account_id !== operatorId,
  };
}

export function deskPlanToWire(row: DeskPlanRow): OpsPlan {
  const { id: planId, kind, name, period, on_sale: onSale } = row;
  return {
    ...{ planId, kind, name, period, onSale },
    pricePaise: toSafePaise(row.price_paise),
    rewardPaise: toSafePaise(row.reward_paise),
    running: Number(row.running ?? 0n),
    changedAt: row.changed_at.toISOString(),
    mayChange: row.price_paise > 0n,
  };
}
