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
  gettopten: async (caller, input) => {
    const asked = { thirtyDay: input.thirtyDay === 1, test: input.test === 1 };
    const { items, note } = await catalogue.topTen(caller.accountId, asked);
    return { trick_list: items, note };
  },
});
