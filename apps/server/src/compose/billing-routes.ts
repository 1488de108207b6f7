import { isSignedBy, readPaymentEvent, readPayoutEvent } from '@trickdesk/providers/payments';
import { z } from 'zod';
import { type BillingService, createBillingService, settleEvent } from '../features/billing/index.ts';
import { settlePayoutEvent } from '../features/withdrawals/index.ts';
import { servePayPage } from '../http/pay-page.ts';
import type { ServerParts } from '../http/server.ts';
import { serveWebhooks, type TakeEvent } from '../http/webhooks.ts';
import { billingPartsOf, openPayments } from './billing.ts';
import type { Foundation } from './foundation.ts';
import { renderPdf } from './render-pdf.ts';

export interface Billing {
  readonly called: { readonly billing: BillingService };
  /** The page before the gateway's, the way back from it, and where its events come in. */
  readonly routes: NonNullable<ServerParts['routes']>;
}

const zNamed = z.object({ event: z.string().max(100) });

/** Buying and being told of it. */
export function openBilling(foundation: Foundation): Billing {
  const payments = openPayments(foundation.settings);
  const parts = billingPartsOf(foundation, payments);
  const billing = createBillingService({ ...parts, renderPdf });
  const takePayment: TakeEvent = async ({ id, body }) => {
    const named = zNamed.safeParse(body);
    const notice = readPaymentEvent(body);
    if (!named.success || notice === undefined) return false;
    await settleEvent(parts, { id, event: named.data.event }, notice);
    return true;
  };
  const takePayout: TakeEvent = async ({ id, body }) => {
    const named = zNamed.safeParse(body);
    const notice = readPayoutEvent(body);
    if (!named.success || notice === undefined) return false;
    await settlePayoutEvent(foundation, { id, event: named.data.event }, notice);
    return true;
  };
  return {
    called: { billing },
    routes: [
      servePayPage(billing, foundation.settings.publicUrl),
      serveWebhooks({
        isSigned: (source, bytes, signature) => isSignedBy(bytes, signature, payments.webhookSecrets[source]),
        take: { payments: takePayment, payouts: takePayout },
      }),
    ],
  };
}
