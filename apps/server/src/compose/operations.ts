import { leaseLock } from '@trickdesk/db';
import type { Accounts } from '../features/accounts/index.ts';
import { createKycCases } from '../features/kyc/index.ts';
import {
  createBillingCases,
  createCalendarDesk,
  createOperationsService,
  createRewardCases,
  createTradingDesk,
  createUserCases,
  type UserParts,
} from '../features/operations/index.ts';
import { createTicketDesk } from '../features/tickets/index.ts';
import { createWithdrawalsService } from '../features/withdrawals/index.ts';
import { billingPartsOf, openPayments } from './billing.ts';
import type { CalledParts } from './bound-calls.ts';
import type { BrokerFoundation } from './broker-access.ts';
import { livePartsOf } from './live-parts.ts';
import { outboxOf } from './mail.ts';

type Cases = Pick<UserParts, 'bus' | 'marketData' | 'gate' | 'billing' | 'verificationOf'>;

/** Withdrawals, and what operators decide on. */
export function openOperations(
  foundation: BrokerFoundation,
  { secondFactor }: Pick<Accounts, 'secondFactor'>,
  cases: Cases,
): Pick<CalledParts, 'withdrawals' | 'operations'> {
  const { database, clock, settings } = foundation;
  const sandbox = settings.payments.razorpay === undefined;
  const withdrawals = createWithdrawalsService({
    ...{ database, clock, secondFactor, sandbox },
    limits: settings.withdrawals,
  });
  const operations = createOperationsService({
    ...{ database, clock, withdrawals },
    kyc: createKycCases({ database, clock }),
    rewards: createRewardCases({ database, clock, secondFactor }),
    billing: createBillingCases({ ...billingPartsOf(foundation, openPayments(settings)), secondFactor }),
    tickets: createTicketDesk({ ...foundation, ...cases }),
    desk: createTradingDesk({ ...foundation, ...cases, secondFactor, live: livePartsOf(settings), lockOf: leaseLock }),
    calendar: createCalendarDesk({ database, clock, secondFactor, marketData: cases.marketData }),
    users: createUserCases({ database, clock, outbox: outboxOf(foundation), ...cases }),
  });
  return { withdrawals, operations };
}
