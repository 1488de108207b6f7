import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KycCases } from '../kyc/index.ts';
import type { WithdrawalsService } from '../withdrawals/index.ts';
import { checkHealth, readHealth } from './ledger-health.ts';

export type OperationsService = ReturnType<typeof createOperationsService>;

export interface OperationsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly kyc: KycCases;
  readonly withdrawals: Pick<WithdrawalsService, 'queue' | 'approve' | 'reject'>;
}

/** What operators look at and decide on; every act of theirs is recorded with what was before and after it. */
export function createOperationsService(parts: OperationsParts) {
  const { withdrawals, kyc } = parts;
  return {
    ...{ withdrawals, kyc },
    ledger: () => readHealth(parts),
    checkLedger: (operator: Pick<Caller, 'accountId' | 'origin'>) => checkHealth(parts, operator),
  };
}
