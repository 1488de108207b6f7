import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zId, zKey, zMoment, zPaise, zSort } from './fields.ts';

export const PLAN_KINDS = ['trade_activation', 'robo_pro', 'backtest'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
export const PLAN_PERIODS = ['month', 'year'] as const;
export const PAY_WITH = ['wallet', 'gateway'] as const;
export type PayWith = (typeof PAY_WITH)[number];

export const zPlan = z.strictObject({
  planId: zId,
  kind: z.enum(PLAN_KINDS),
  name: z.string(),
  summary: z.string(),
  period: z.enum(PLAN_PERIODS),
  /** With 18 % GST. */
  pricePaise: zPaise,
  unlocks: z.array(z.string()),
});
export type Plan = z.output<typeof zPlan>;

export const SUBSCRIPTION_STATES = ['active', 'grace', 'ended'] as const;

export const zSubscription = z.strictObject({
  subscriptionId: zId,
  planId: zId,
  kind: z.enum(PLAN_KINDS),
  name: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  endReason: z.enum(['expired', 'cancelled', 'replaced', 'refunded']).optional(),
  startedAt: zMoment,
  /** When what is paid for ends. */
  endsAt: zMoment,
  /** Until then a renewal goes on without a gap; only in `grace`. */
  graceEndsAt: zMoment.optional(),
  endedAt: zMoment.optional(),
  /** It ends then and is not renewed. */
  isCancelled: z.boolean(),
  /** The wallet is asked first; what it does not cover is asked of its owner. */
  renewsFromWallet: z.boolean(),
  renewalPaise: zPaise,
  unlocks: z.array(z.string()),
});
export type Subscription = z.output<typeof zSubscription>;

export const mysubscription = call('mysubscription', {
  summary: 'What the caller has bought, runs now or ran before, what it unlocks, and the plans that are on sale.',
  input: z.strictObject({}),
  output: z.strictObject({
    subscriptions: z.array(zSubscription),
    plans: z.array(zPlan),
    /** Live trading, and whether it was granted for the demo instead of bought. */
    activation: z.strictObject({ active: z.boolean(), grantedForDemo: z.boolean() }),
    /** Payments go to a sandbox: no money moves. */
    sandbox: z.boolean(),
  }),
});

/** What is bought, for how long, and what is to be paid; everything with GST. */
const zOffer = z.strictObject({
  kind: z.enum(['new', 'extend', 'replace']),
  listPaise: zPaise,
  /** The unused part of the plan that it replaces. */
  creditPaise: zPaise,
  duePaise: zPaise,
  /** Contained in what is due. */
  taxPaise: zPaise,
  from: zMoment,
  to: zMoment,
  walletPaise: zPaise,
  walletCovers: z.boolean(),
});
export type PlanOffer = z.output<typeof zOffer>;

const PURCHASE_REFUSALS = ['NOT_FOUND', 'PLAN_PAID_AHEAD', 'PLAN_BELOW_CREDIT'] as const;

export const previewplan = call('previewplan', {
  summary: 'What buying a plan would cost now and how long it would last. Nothing is bought.',
  input: z.strictObject({ planId: zId }),
  output: z.strictObject({ plan: zPlan, offer: zOffer }),
  refusals: PURCHASE_REFUSALS,
});

const purchaseInput = z.strictObject({
  planId: zId,
  payWith: z.enum(PAY_WITH),
  /** Whether the wallet pays for renewals while it covers them. */
  renewFromWallet: z.boolean().default(false),
  idempotencyKey: zKey,
});
const purchaseOutput = z.strictObject({
  /** Where the wallet has paid. */
  subscriptionId: zId.optional(),
  /** Where the gateway is to be paid. */
  paymentId: zId.optional(),
  payUrl: z.string().optional(),
});
const purchase = {
  input: purchaseInput,
  output: purchaseOutput,
  refusals: [...PURCHASE_REFUSALS, 'IDEMPOTENCY_KEY_REUSED', 'WALLET_BALANCE_TOO_LOW', 'PAYMENTS_UNAVAILABLE'],
} as const;

export const tradeactivation = call('tradeactivation', {
  summary: 'Buys a plan that activates live trading, from the wallet at once or through the payment gateway.',
  ...purchase,
});

export const buyplan = call('buyplan', {
  summary: 'Buys a ROBO Pro or back-test plan, from the wallet at once or through the payment gateway.',
  ...purchase,
});

export const cancelplan = call('cancelplan', {
  summary: 'Ends a subscription with the period that is paid for: it is not renewed. Nothing is paid back.',
  input: z.strictObject({ subscriptionId: zId }),
  output: z.strictObject({ subscription: zSubscription }),
  refusals: ['NOT_FOUND', 'SUBSCRIPTION_ENDED'],
});

export const PAYMENT_STATES = ['open', 'failed', 'paid', 'expired'] as const;

export const paymentstatus = call('paymentstatus', {
  summary: 'How far a payment is. It is settled by the gateway’s signed event alone, once.',
  input: z.strictObject({ paymentId: zId }),
  output: z.strictObject({
    paymentId: zId,
    /** A payment that failed may still be tried again at the gateway’s page. */
    state: z.enum(PAYMENT_STATES),
    amountPaise: zPaise,
    planName: z.string(),
    failure: z.string().optional(),
    subscriptionId: zId.optional(),
    payUrl: z.string().optional(),
  }),
  refusals: ['NOT_FOUND'],
});

export const zInvoice = z.strictObject({
  invoiceId: zId,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  /** Of the invoice that a credit note takes back. */
  creditsNumber: z.string().optional(),
  description: z.string(),
  from: zMoment,
  to: zMoment,
  listPaise: zPaise,
  creditPaise: zPaise,
  taxablePaise: zPaise,
  cgstPaise: zPaise,
  sgstPaise: zPaise,
  igstPaise: zPaise,
  totalPaise: zPaise,
  placeOfSupply: z.string(),
  paidBy: z.enum(PAY_WITH),
  issuedAt: zMoment,
});
export type Invoice = z.output<typeof zInvoice>;

export const myTransactions = call('myTransactions', {
  summary: 'Invoices and credit notes with their GST, newest first. Days are India’s.',
  input: z.strictObject({ ...pagingInput(), ...dateRangeInput, sort: zSort('time').default('-time') }),
  output: z.strictObject({ invoice_list: z.array(zInvoice), ...pagingOutput }),
});

export const invoicepdf = call('invoicepdf', {
  summary: 'One invoice or credit note as a PDF file.',
  input: z.strictObject({ invoiceId: zId }),
  output: z.strictObject({ fileName: z.string(), base64: z.string() }),
  refusals: ['NOT_FOUND'],
});

export const billingCalls = {
  mysubscription,
  previewplan,
  tradeactivation,
  buyplan,
  cancelplan,
  paymentstatus,
  myTransactions,
  invoicepdf,
};
