import {
  createRazorpay,
  createRazorpayX,
  type PaymentGateway,
  type PayoutGateway,
} from '@trickdesk/providers/payments';
import { SANDBOX_KEYS } from '@trickdesk/providers/payments/sandbox';
import { type BillingParts, taxYearOf } from '../features/billing/index.ts';
import { rewardReferrer, takeRewardBack } from '../features/rewards/index.ts';
import type { Settings } from '../platform/settings.ts';
import type { Foundation } from './foundation.ts';

const TIMEOUT_MS = 8_000;

export interface Payments {
  readonly gateway: PaymentGateway;
  readonly payouts: PayoutGateway;
  readonly webhookSecrets: { readonly payments: string; readonly payouts: string };
  readonly sandbox: boolean;
}

/** The gateway that the settings name: the sandbox speaks the same wire, so both are the same adapter. */
export function openPayments({ payments: { razorpay, sandboxUrl, supplier } }: Pick<Settings, 'payments'>): Payments {
  const sandbox = { ...SANDBOX_KEYS, baseUrl: sandboxUrl };
  const gateway = razorpay?.gateway ?? sandbox;
  const payouts = razorpay?.payouts ?? sandbox;
  const common = { timeoutMs: TIMEOUT_MS };
  return {
    gateway: createRazorpay({ ...gateway, ...common, shopName: supplier.name }),
    payouts: createRazorpayX({ ...payouts, ...common }),
    webhookSecrets: { payments: gateway.webhookSecret, payouts: payouts.webhookSecret },
    sandbox: razorpay === undefined,
  };
}

/** What buys, renews and refunds, whatever process does it. */
export function billingPartsOf(foundation: Foundation, payments: Payments): BillingParts {
  const { gateway, sandbox } = payments;
  return {
    ...foundation,
    ...{ gateway, sandbox, supplier: foundation.settings.payments.supplier },
    onPaid: (tx, paid) => rewardReferrer(tx, { ...paid, taxYear: taxYearOf(paid.at.getTime()) }),
    onTakenBack: takeRewardBack,
  };
}
