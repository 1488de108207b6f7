import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type ActFilter,
  type ActPage,
  listActChoices,
  listActs,
  readChainState,
  verifyByOperator,
} from '../audit/index.ts';
import type { KycCases } from '../kyc/index.ts';
import type { TicketDesk } from '../tickets/index.ts';
import type { WithdrawalsService } from '../withdrawals/index.ts';
import type { BillingCases } from './billing-cases.ts';
import type { CalendarDesk } from './enter-calendar.ts';
import { checkHealth, readHealth } from './ledger-health.ts';
import type { RewardCases } from './reward-cases.ts';
import type { TradingDesk } from './trading-desk.ts';
import type { UserCases } from './users.ts';

export type OperationsService = ReturnType<typeof createOperationsService>;

export interface OperationsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly kyc: KycCases;
  readonly users: UserCases;
  readonly billing: BillingCases;
  readonly rewards: RewardCases;
  readonly tickets: TicketDesk;
  readonly desk: TradingDesk;
  readonly calendar: CalendarDesk;
  readonly withdrawals: Pick<WithdrawalsService, 'queue' | 'approve' | 'reject' | 'clear'>;
}

/** What operators look at and decide on; every act of theirs is recorded with what was before and after it. */
export function createOperationsService(parts: OperationsParts) {
  const { withdrawals, kyc, rewards, users, billing, tickets, desk, calendar } = parts;
  return {
    ...{ withdrawals, kyc, rewards, users, billing, tickets, desk, calendar },
    acts: (filter: ActFilter, page: ActPage) => listActs(parts.database.kysely, filter, page),
    actChoices: () => listActChoices(parts.database.kysely),
    chain: () => readChainState(parts),
    verifyChain: (operator: Pick<Caller, 'accountId' | 'origin'>) => verifyByOperator(parts, operator),
    ledger: () => readHealth(parts),
    checkLedger: (operator: Pick<Caller, 'accountId' | 'origin'>) => checkHealth(parts, operator),
  };
}
