import { z } from 'zod';
import { ask, type Reach, UNREADABLE } from '../ask.ts';
import type { Payout, PayoutGateway, PayoutState } from './port.ts';
import { basicAuth, refusedOr } from './razorpay.ts';

/** RazorpayX' payouts: the composite request, which names the bank account itself. */

export interface RazorpayXReach extends Pick<Reach, 'fetch' | 'timeoutMs'> {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** The account that the money leaves. */
  readonly accountNumber: string;
}

/** What it may say of a payout, and what that means here. A cancelled or rejected one never left. */
const STATES = {
  pending: 'under_way',
  scheduled: 'under_way',
  queued: 'under_way',
  processing: 'under_way',
  processed: 'paid',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
  reversed: 'reversed',
} as const satisfies Record<string, PayoutState>;

export const zPayout = z.object({
  id: z.string().min(1),
  status: z.string().transform((status, context): PayoutState => {
    if (status in STATES) return STATES[status as keyof typeof STATES];
    context.addIssue({ code: 'custom', message: 'an unknown state' });
    return z.NEVER;
  }),
  utr: z.string().nullish(),
  reference_id: z.string().nullish(),
  status_details: z.object({ description: z.string().nullish() }).nullish(),
});
const zPayouts = z.object({ items: z.array(zPayout) });

/** Longest that a bank statement shows. */
const NARRATION = 'Trickdesk withdrawal';

export function createRazorpayX({ baseUrl, keyId, keySecret, accountNumber, ...rest }: RazorpayXReach): PayoutGateway {
  const reach: Reach = { ...rest, baseUrl, headers: { authorization: basicAuth(keyId, keySecret) } };
  return {
    send: async ({ reference, amountPaise, to }) => {
      const body = {
        account_number: accountNumber,
        amount: Number(amountPaise),
        currency: 'INR',
        mode: 'IMPS',
        purpose: 'payout',
        fund_account: {
          account_type: 'bank_account',
          bank_account: { name: to.holderName, ifsc: to.ifsc, account_number: to.accountNumber },
          contact: { name: to.holderName, type: 'customer', reference_id: reference },
        },
        queue_if_low_balance: true,
        reference_id: reference,
        narration: NARRATION,
      };
      // The reference is the key: whatever is sent again is the same payout.
      const headers = { 'x-payout-idempotency': reference };
      const reply = await ask(reach, { path: '/v1/payouts', body, headers });
      if (reply.kind === 'unavailable') return reply;
      const payout = zPayout.safeParse(reply.body);
      return payout.success ? { kind: 'accepted', ...payoutIn(payout.data) } : refusedOr(reply);
    },
    find: async (reference) => {
      const query = { account_number: accountNumber, reference_id: reference };
      const reply = await ask(reach, { path: '/v1/payouts', query });
      if (reply.kind === 'unavailable') return reply;
      const read = zPayouts.safeParse(reply.body);
      if (!read.success) return UNREADABLE;
      const own = read.data.items.find((payout) => payout.reference_id === reference);
      return own ? { kind: 'accepted', ...payoutIn(own) } : { kind: 'missing' };
    },
  };
}

export function payoutIn({ id, status, utr, status_details: details }: z.output<typeof zPayout>): Payout {
  return { payoutId: id, state: status, utr: utr ?? undefined, reason: details?.description ?? undefined };
}
