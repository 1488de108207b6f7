import { signatureOf } from '@trickdesk/providers/payments';
import { SANDBOX_KEYS } from '@trickdesk/providers/payments/sandbox';

let events = 0;

/** An event of the payout service about a withdrawal, as it comes over the wire. */
export function tellPayout(
  url: string,
  withdrawalId: number,
  told: {
    readonly status: string;
    readonly id?: string | undefined;
    readonly signature?: string | undefined;
    readonly utr?: string | undefined;
  },
): Promise<Response> {
  events += 1;
  const { status, utr } = told;
  const entity = { id: `pout_${withdrawalId}`, status, utr, reference_id: `withdrawal-${withdrawalId}` };
  const body = JSON.stringify({ event: `payout.${status}`, payload: { payout: { entity } } });
  return fetch(`${url}/webhooks/payouts`, {
    method: 'POST',
    headers: {
      'x-razorpay-signature': told.signature ?? signatureOf(body, SANDBOX_KEYS.webhookSecret),
      'x-razorpay-event-id': told.id ?? `evt_p_${events}`,
    },
    body,
  });
}
