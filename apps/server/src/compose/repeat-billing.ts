import type { Bus } from '@trickdesk/db';
import { comparePayments, haltUnpaid, renewSubscriptions, sendRefunds } from '../features/billing/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { sendPayouts } from '../features/withdrawals/index.ts';
import { billingPartsOf, openPayments } from './billing.ts';
import { openSecrets } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How late a period ends, a refund or a withdrawal leaves, and a payment that nobody was told of is found. */
const RENEW_EVERY_MS = 10_000;
const REFUND_EVERY_MS = 2_000;
const COMPARE_EVERY_MS = 60_000;
const PAY_OUT_EVERY_MS = 2_000;

/** What time and the gateway bring to plans and payments. */
export function repeatBilling(foundation: Foundation, bus: Bus, marketData: MarketDataService): Repetition {
  const { log } = foundation;
  const payments = openPayments(foundation.settings);
  const parts = billingPartsOf(foundation, payments);
  const paying = { ...foundation, secrets: openSecrets(foundation), payouts: payments.payouts };
  const all = [
    repeat(
      RENEW_EVERY_MS,
      async () => {
        await renewSubscriptions(parts);
        await haltUnpaid({ ...parts, bus, marketData });
      },
      (error) => log.error({ error }, 'subscriptions could not be renewed or ended'),
    ),
    repeat(
      REFUND_EVERY_MS,
      async () => void (await sendRefunds(parts)),
      (error) => log.error({ error }, 'refunds could not be sent'),
    ),
    repeat(
      COMPARE_EVERY_MS,
      () => comparePayments(parts),
      (error) => log.error({ error }, 'payments could not be compared with the gateway'),
    ),
    repeat(
      PAY_OUT_EVERY_MS,
      async () => void (await sendPayouts(paying)),
      (error) => log.error({ error }, 'withdrawals could not be sent'),
    ),
  ];
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) };
}
