import type { basketCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { BasketDeskService } from './basket-desk.ts';
import { sortedOnDesk } from './sort-desk.ts';

export const basketCaseHandlers = (desk: BasketDeskService): Handlers<typeof basketCaseCalls> => ({
  opsbaskets: async (_, { pageNumber, pageSize, Search: search, state, sort }) => {
    const all = sortedOnDesk(await desk.list({ search, state }), sort);
    const basket_list = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    return { basket_list, pageNumber, pageSize, total: all.length };
  },
  opsbasket: async (_, { basketId }) => ({ basket: await desk.details(basketId) }),
  opsholdbasket: async (operator, input) =>
    new Reply({ basket: await desk.holdBack(operator, input) }, 'Held back. Nothing new goes into it.'),
  opsofferbasket: async (operator, input) =>
    new Reply({ basket: await desk.offerAgain(operator, input) }, 'Offered again.'),
});
