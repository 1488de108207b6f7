import type { Accounts } from '../features/accounts/index.ts';
import { createOperationsService, createRewardCases } from '../features/operations/index.ts';
import { createWithdrawalsService } from '../features/withdrawals/index.ts';
import type { CalledParts } from './bound-calls.ts';
import type { Foundation } from './foundation.ts';

/** Withdrawals, and what operators decide on. */
export function openOperations(
  { database, clock, settings }: Foundation,
  { secondFactor }: Pick<Accounts, 'secondFactor'>,
): Pick<CalledParts, 'withdrawals' | 'operations'> {
  const sandbox = settings.payments.razorpay === undefined;
  const withdrawals = createWithdrawalsService({
    ...{ database, clock, secondFactor, sandbox },
    limits: settings.withdrawals,
  });
  return {
    withdrawals,
    operations: createOperationsService({
      ...{ database, clock, withdrawals },
      rewards: createRewardCases({ database, clock, secondFactor }),
    }),
  };
}
