import type { strategyCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { CatalogueReader } from './read.ts';

export const strategyHandlers = (catalogue: CatalogueReader): Handlers<typeof strategyCalls> => ({
  hometrickers: async (caller, input) => {
    const { pageNumber, pageSize, sort } = input;
    const filter = { accountId: caller.accountId, category: input.category, risk: input.risk, search: input.Search };
    const { items, total } = await catalogue.list(filter, { sort, pageNumber, pageSize });
    return { trick_list: items, pageNumber, pageSize, total };
  },
  trickerdetails: async (caller, input) => {
    return { trick_details: await catalogue.details(input.TricksId, caller.accountId) };
  },
  gettopten: (caller, input) =>
    catalogue.topTen(caller.accountId, { thirtyDay: input.thirtyDay === 1, test: input.test === 1 }),
});
