import { z } from 'zod';
import { PAYMENT_STATES, PLAN_KINDS, PLAN_PERIODS } from './billing.ts';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zMoment, zPaise, zSort } from './fields.ts';
import { may, zCasePerson } from './operations.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of operators about what was paid, what goes back, and what is sold at which price. */

const DEED_REFUSALS = ['NOT_FOUND', 'CASE_DECIDED', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS] as const;

const zOpsPayment = z.strictObject({
  paymentId: zId,
  person: zCasePerson,
  planName: z.string(),
  amountPaise: zPaise,
  state: z.enum(PAYMENT_STATES),
  /** What the gateway has that does not fit what we know. */
  outOfStep: z.string().optional(),
  failure: z.string().optional(),
  /** The gateway's own ids. */
  orderId: z.string().optional(),
  gatewayPaymentId: z.string().optional(),
  openedAt: zMoment,
  settledAt: zMoment.optional(),
  /** Whether the caller may settle it: it is out of step, and not their own. */
  maySettle: z.boolean(),
});
export type OpsPayment = z.output<typeof zOpsPayment>;

export const OPS_PAYMENT_STATES = ['out_of_step', 'all', ...PAYMENT_STATES] as const;

export const opspayments = call('opspayments', {
  needs: may('read', 'Payment'),
  summary: 'Payments at the gateway: those that are out of step with it, or all of a state.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(OPS_PAYMENT_STATES).default('out_of_step'),
    sort: zSort('time').default('time'),
  }),
  output: z.strictObject({ payment_list: z.array(zOpsPayment), ...pagingOutput }),
});

export const opssettlepayment = call('opssettlepayment', {
  needs: may('decide', 'Payment'),
  summary:
    'Asks the gateway once more about a payment that is out of step. What it has is settled as its event would have; where it has nothing, the mark is taken away.',
  input: z.strictObject({ paymentId: zId, ...proofInput }),
  output: z.strictObject({ paymentId: zId, paid: z.boolean() }),
  refusals: [...DEED_REFUSALS, 'OWN_CASE', 'PAYMENTS_UNAVAILABLE'],
});

export const REFUND_TARGETS = ['wallet', 'source'] as const;
export type RefundTarget = (typeof REFUND_TARGETS)[number];

const zOpsInvoice = z.strictObject({
  invoiceId: zId,
  number: z.string(),
  person: zCasePerson,
  planName: z.string(),
  /** With GST. */
  totalPaise: zPaise,
  taxPaise: zPaise,
  paidBy: z.enum(['wallet', 'gateway']),
  issuedAt: zMoment,
  /** What it pays for, while that goes on. */
  runsUntil: zMoment.optional(),
  /** What whoever invited the buyer was paid for it: it is taken back with it. */
  rewardPaise: zPaise,
  refund: z
    .strictObject({
      target: z.enum(REFUND_TARGETS),
      /** `failed`: it could not go back to its source and lies in the wallet. */
      state: z.enum(['asked', 'sent', 'done', 'failed']),
      reason: z.string(),
      at: zMoment,
      creditNote: z.string(),
    })
    .optional(),
  /** Whether the caller may take it back: nobody did, and it is not their own. */
  mayRefund: z.boolean(),
});
export type OpsInvoice = z.output<typeof zOpsInvoice>;

export const OPS_INVOICE_STATES = ['all', 'kept', 'refunded'] as const;

export const opsinvoices = call('opsinvoices', {
  needs: may('read', 'Payment'),
  summary: 'Invoices of everybody, the newest first, with what was paid back of them.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(OPS_INVOICE_STATES).default('all'),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({ invoice_list: z.array(zOpsInvoice), ...pagingOutput }),
});

export const opsrefundinvoice = call('opsrefundinvoice', {
  needs: may('decide', 'Payment'),
  summary:
    'Takes an invoice back: a credit note, its money to the wallet or to where it was paid from, the plan ended, the reward for it reversed.',
  input: z.strictObject({
    invoiceId: zId,
    target: z.enum(REFUND_TARGETS),
    reason: zFilledText(200),
    ...proofInput,
  }),
  output: z.strictObject({ invoiceId: zId }),
  refusals: [
    ...DEED_REFUSALS.filter((code) => code !== 'CASE_DECIDED'),
    ...(['OWN_CASE', 'INVOICE_REFUNDED', 'REFUND_SOURCE_MISSING'] as const),
  ],
});

const zOpsPlan = z.strictObject({
  planId: zId,
  kind: z.enum(PLAN_KINDS),
  name: z.string(),
  period: z.enum(PLAN_PERIODS),
  /** With GST. */
  pricePaise: zPaise,
  /** For whoever invited the buyer, before tax. */
  rewardPaise: zPaise,
  onSale: z.boolean(),
  /** People whose plan runs. */
  running: z.int(),
  /** A change of what has changed since is refused. */
  changedAt: zMoment,
  /** What is everybody's has no price. */
  mayChange: z.boolean(),
});
export type OpsPlan = z.output<typeof zOpsPlan>;

export const opsplans = call('opsplans', {
  needs: may('read', 'Plan'),
  summary: 'Every plan with its price, its reward, whether it is on sale, and how many people have it.',
  input: z.strictObject({}),
  output: z.strictObject({ plan_list: z.array(zOpsPlan) }),
});

/** ₹10 to ₹1,00,000. */
export const PLAN_PRICE_PAISE = { min: 10_00, max: 1_00_000_00 } as const;

export const opschangeplan = call('opschangeplan', {
  needs: may('decide', 'Plan'),
  summary:
    'Changes what a plan costs, its reward and whether it is on sale. Purchases and renewals from now on; an order that is open keeps the price it was opened at.',
  input: z
    .strictObject({
      planId: zId,
      pricePaise: zPaise.min(PLAN_PRICE_PAISE.min).max(PLAN_PRICE_PAISE.max),
      rewardPaise: zPaise.min(0),
      onSale: z.boolean(),
      /** As it was read. */
      changedAt: zMoment,
      ...proofInput,
    })
    .refine(({ pricePaise, rewardPaise }) => rewardPaise * 2 <= pricePaise, {
      path: ['rewardPaise'],
      message: 'A reward is at most half of the price.',
    }),
  output: z.strictObject({ plan: zOpsPlan }),
  refusals: DEED_REFUSALS,
});

export const billingCaseCalls = {
  ...{ opspayments, opssettlepayment, opsinvoices, opsrefundinvoice },
  ...{ opsplans, opschangeplan },
};
