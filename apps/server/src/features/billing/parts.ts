import type { Database, Tx } from '@trickdesk/db';
import type { PaymentGateway } from '@trickdesk/providers/payments';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** As invoices name whoever sells. */
export interface Supplier {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}

/** What a paid invoice leads to elsewhere, in its transaction. */
export interface PaidInvoice {
  readonly invoiceId: number;
  readonly accountId: number;
  readonly rewardPaise: bigint;
  readonly planName: string;
  readonly at: Date;
}

export interface BillingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  readonly supplier: Supplier;
  /** Payments go to a sandbox. */
  readonly sandbox: boolean;
  readonly onPaid: (tx: Tx, paid: PaidInvoice) => Promise<void>;
  readonly onTakenBack: (tx: Tx, taken: Omit<PaidInvoice, 'rewardPaise'>) => Promise<void>;
}
