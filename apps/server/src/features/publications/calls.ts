import type { publicationCalls, trickCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { PublicationDesk } from './desk.ts';
import type { PublicationsService } from './service.ts';

export const publicationHandlers = (publications: PublicationsService): Handlers<typeof publicationCalls> => ({
  submittrick: async (caller, { TricksId: strategyId, BacktestId: backtestId, ...words }) => {
    const publication = await publications.submit(caller, { strategyId, backtestId, ...words });
    return new Reply({ publication }, 'Submitted. You are told when somebody has decided.');
  },
  withdrawtrick: async (caller, { TricksId }) =>
    new Reply({ publication: await publications.withdraw(caller, TricksId) }, 'Taken back. Nobody decides on it.'),
  trickpublications: async ({ accountId }, { TricksId }) => {
    const { publications: list, backtests, author } = await publications.list(accountId, TricksId);
    return { publication_list: [...list], backtest_list: [...backtests], author };
  },
});

export const trickCaseHandlers = (desk: PublicationDesk): Handlers<typeof trickCaseCalls> => ({
  opstricks: async ({ accountId }, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { publications, total } = await desk.list(accountId, { state, search }, page);
    return { publication_list: publications, pageNumber, pageSize, total };
  },
  opstrick: async (operator, { publicationId }) => ({ publication: await desk.details(operator, publicationId) }),
  opspublishtrick: async (operator, input) =>
    new Reply({ publication: await desk.publish(operator, input) }, 'Published. Its owner is told.'),
  opsrefusetrick: async (operator, input) =>
    new Reply({ publication: await desk.refuse(operator, input) }, 'Refused. Its owner reads the reason.'),
  opsretiretrick: async (operator, input) =>
    new Reply({ publication: await desk.retire(operator, input) }, 'Taken out. Its owner reads the reason.'),
});
