import type { rewardCaseCalls } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const rewardCaseHandlers = ({ rewards }: OperationsService): Handlers<typeof rewardCaseCalls> => ({
  opsrewards: async ({ accountId }, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await rewards.list(accountId, { state, search }, page);
    const totalPaise = toSafePaise(found.grossPaise);
    return { reward_list: found.cases, totalPaise, pageNumber, pageSize, total: found.total };
  },
  opsdecidereward: async (operator, input) => {
    await rewards.decide(operator, input);
    const paid = input.verdict === 'pay';
    return new Reply({ rewardId: input.rewardId, paid }, paid ? 'The reward is paid.' : 'The reward is refused.');
  },
});
