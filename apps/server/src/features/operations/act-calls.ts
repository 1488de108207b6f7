import type { actCalls } from '@trickdesk/contract';
import { addDays, indiaMoment } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const actHandlers = ({ acts }: OperationsService): Handlers<typeof actCalls> => ({
  opsacts: async (_operator, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, sort } = input;
    const filter = {
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
      search,
    };
    const found = await acts(filter, { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort });
    const list = found.acts.map(({ id, operator_id, full_name, email, subject_id, before, after, at, ...act }) => ({
      ...{ ...act, actId: Number(id), subjectId: subject_id, at: at.toISOString() },
      operator: { userId: operator_id, fullName: full_name, email },
      ...{ before: { ...before }, after: { ...after } },
    }));
    return { act_list: list, pageNumber, pageSize, total: found.total };
  },
});
