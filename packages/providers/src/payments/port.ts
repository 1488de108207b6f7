import type { Paise } from '@trickdesk/domain';
import type { Unavailable } from '../ask.ts';

export type OrderCreated =
  | { readonly kind: 'created'; readonly orderId: string }
  /** In the gateway's words; nothing can be paid. */
  | { readonly kind: 'refused'; readonly message: string }
  | Unavailable;

/** One try to pay an order. */
export interface OrderPayment {
  readonly paymentId: string;
  readonly state: 'open' | 'captured' | 'refunded' | 'failed';
  readonly amountPaise: Paise;
}

export type OrderPayments =
  | { readonly kind: 'found'; readonly payments: readonly OrderPayment[] }
  | { readonly kind: 'missing' }
  | Unavailable;

export type RefundState = 'pending' | 'processed' | 'failed';

export type RefundAsked =
  | { readonly kind: 'accepted'; readonly refundId: string; readonly state: RefundState }
  | { readonly kind: 'refused'; readonly message: string }
  | Unavailable;

/** Where a browser goes to pay: a form that is posted. */
export interface Checkout {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Takes payments. What was paid is told by signed events alone; everything here asks. No method throws. */
export interface PaymentGateway {
  /** @param order.receipt ours, at most 40 characters */
  readonly createOrder: (order: { readonly amountPaise: Paise; readonly receipt: string }) => Promise<OrderCreated>;
  readonly readPayments: (orderId: string) => Promise<OrderPayments>;
  /** An unclear answer is asked about with `findRefund` before it is asked for again. */
  readonly refund: (refund: {
    readonly paymentId: string;
    readonly amountPaise: Paise;
    readonly receipt: string;
  }) => Promise<RefundAsked>;
  readonly findRefund: (refund: {
    readonly paymentId: string;
    readonly receipt: string;
  }) => Promise<RefundAsked | { readonly kind: 'missing' }>;
  readonly checkout: (order: {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly description: string;
    /** Where the browser comes back to, whatever became of the payment. */
    readonly returnUrl: string;
  }) => Checkout;
}

/** `paid` is no end: a bank may send the money back later. */
export type PayoutState = 'under_way' | 'paid' | 'failed' | 'reversed';

export interface Payout {
  readonly payoutId: string;
  readonly state: PayoutState;
  /** The bank's own reference, once there is one. */
  readonly utr: string | undefined;
  readonly reason: string | undefined;
}

export type PayoutAsked =
  | ({ readonly kind: 'accepted' } & Payout)
  | { readonly kind: 'refused'; readonly message: string }
  /** It may have been taken on: it is looked for by its reference before it is sent again, with the same key. */
  | Unavailable;

/** Sends money to people's bank accounts. No method throws. */
export interface PayoutGateway {
  readonly send: (payout: {
    /** Ours; the same payout has the same one. */
    readonly reference: string;
    readonly amountPaise: Paise;
    readonly to: { readonly accountNumber: string; readonly ifsc: string; readonly holderName: string };
  }) => Promise<PayoutAsked>;
  readonly find: (reference: string) => Promise<PayoutAsked | { readonly kind: 'missing' }>;
}

/** What a signed event of the gateway says; others say nothing that is ours to act on. */
export type PaymentNotice =
  | {
      readonly kind: 'captured';
      readonly orderId: string;
      readonly paymentId: string;
      readonly amountPaise: Paise;
    }
  | { readonly kind: 'failed'; readonly orderId: string; readonly paymentId: string; readonly reason: string }
  | {
      readonly kind: 'refund';
      readonly refundId: string;
      readonly paymentId: string;
      readonly receipt: string | undefined;
      readonly state: RefundState;
    }
  | { readonly kind: 'other' };

export type PayoutNotice =
  | ({ readonly kind: 'payout'; readonly reference: string } & Payout)
  | { readonly kind: 'other' };
