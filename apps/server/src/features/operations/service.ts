import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WithdrawalsService } from '../withdrawals/index.ts';
import { checkHealth, readHealth } from './ledger-health.ts';
import type { RewardCases } from './reward-cases.ts';

export type OperationsService = ReturnType<typeof createOperationsService>;

export interface OperationsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rewards: RewardCases;
  readonly withdrawals: Pick<WithdrawalsService, 'queue' | 'approve' | 'reject'>;
}

/** What operators look at and decide on; every act of theirs is recorded with what was before and after it. */
export function createOperationsService(parts: OperationsParts) {
  const { withdrawals, rewards } = parts;
  return {
    withdrawals,
    rewards,
    ledger: () => readHealth(parts),
    checkLedger: (operator: Pick<Caller, 'accountId' | 'origin'>) => checkHealth(parts, operator),
  };
}
