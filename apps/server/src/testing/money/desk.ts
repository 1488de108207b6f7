import type { Database } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { PaymentGateway } from '@trickdesk/providers/payments';
import { type BillingParts, taxYearOf } from '../../features/billing/index.ts';
import { rewardReferrer, takeRewardBack } from '../../features/rewards/index.ts';
import type { PayoutParts, WithdrawalParts } from '../../features/withdrawals/parts.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { createBank, createGateway, type Trouble } from './world.ts';

/** Pauses between questions are minutes; ten of them pass in a second. */
const SPEED = 600;

/** One clock for every process that knows when it began. */
export function fastClock(startedAt: EpochMs): Clock {
  return { now: () => startedAt + (Date.now() - startedAt) * SPEED };
}

export const secrets = createSecrets([{ id: 'chaos', bytes: Buffer.alloc(32, 9) }]);

/** The product's own use cases over a world outside; who somebody is has been shown before. */
export function deskOf(
  database: Database,
  { startedAt, trouble }: { readonly startedAt: EpochMs; readonly trouble: Trouble },
): { readonly billing: BillingParts; readonly withdrawals: WithdrawalParts; readonly paying: PayoutParts } {
  const clock = fastClock(startedAt);
  const log = createLog('silent', () => undefined);
  const shown = { useIn: async () => undefined, settle: async () => undefined };
  return {
    billing: {
      ...{ database, clock, log, sandbox: true },
      supplier: { name: 'Chaos', address: 'Bengaluru', gstin: '29ABCDE1234F1Z5' },
      // Nothing here asks for a refund at the source, or about an order.
      gateway: createGateway(trouble) as PaymentGateway,
      onPaid: (tx, paid) => rewardReferrer(tx, { ...paid, taxYear: taxYearOf(paid.at.getTime()) }),
      onTakenBack: takeRewardBack,
    },
    withdrawals: {
      ...{ database, clock, sandbox: true },
      secondFactor: { isOn: async () => false, prove: async () => shown },
      limits: { dayLimitPaise: 1_000_000_000_00n, secondPersonFromPaise: 3_000_00n },
    },
    paying: { database, clock, log, secrets, payouts: createBank(database, trouble) },
  };
}
