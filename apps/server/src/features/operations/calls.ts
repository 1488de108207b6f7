import type { operationsCalls } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const operationsHandlers = (operations: OperationsService): Handlers<typeof operationsCalls> => ({
  opswithdrawals: async ({ accountId: operatorId }, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await operations.withdrawals.queue({ operatorId, filter: { state, search } }, page);
    return {
      withdrawal_list: found.withdrawals,
      totalPaise: toSafePaise(found.totalPaise),
      payoutsStopped: found.payoutsStopped,
      ...{ pageNumber, pageSize, total: found.total },
    };
  },
  opsapprovewithdrawal: async (operator, input) => {
    const withdrawal = await operations.withdrawals.approve(operator, input);
    const words =
      withdrawal.state === 'requested'
        ? 'Approved. Another person has to approve it, too.'
        : 'Approved. It is sent now.';
    return new Reply({ withdrawal }, words);
  },
  opsrejectwithdrawal: async (operator, input) => {
    const withdrawal = await operations.withdrawals.reject(operator, input);
    return new Reply({ withdrawal }, 'Rejected. The money is back in the wallet.');
  },
  opsclearwithdrawal: async (operator, input) => {
    const withdrawal = await operations.withdrawals.clear(operator, input);
    return new Reply({ withdrawal }, 'What was found is on the record. No money moved.');
  },
  opsledger: () => operations.ledger(),
  opscheckledger: async (operator) => {
    const health = await operations.checkLedger(operator);
    return new Reply(health, health.faults.length === 0 ? 'The ledger adds up.' : 'The ledger does not add up.');
  },
});
