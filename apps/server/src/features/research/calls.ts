import type { InputOf, researchCalls, researchCaseCalls } from '@trickdesk/contract';
import { addDays, indiaMoment } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { ResearchDesk } from './desk.ts';
import type { ResearchService } from './service.ts';

/** What an input asks of the list, in our words. */
function asked(input: InputOf<typeof researchCalls.getRaTradeList>) {
  const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, state, sort } = input;
  const filter = {
    ...{ state, search },
    from: from === undefined ? undefined : new Date(indiaMoment(from)),
    before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
  };
  return { filter, page: { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort } };
}

export const researchHandlers = (research: ResearchService): Handlers<typeof researchCalls> => ({
  getRaTradeList: async ({ accountId }, input) => {
    const { pageNumber, pageSize } = input;
    const { filter, page } = asked(input);
    const found = await research.calls(accountId, filter, page);
    if (!found) return { ra_trade_list: [], hidden: true, pageNumber, pageSize, total: 0 };
    return { ra_trade_list: [...found.calls], record: found.record, pageNumber, pageSize, total: found.total };
  },
  getPortfolioTrcikList: async ({ accountId }, { pageNumber, pageSize, Search: search }) => {
    const { portfolios, showsReturns } = await research.portfolios(accountId, search);
    return {
      portfolio_list: portfolios.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      ...(showsReturns ? {} : { hidden: true as const }),
      ...{ pageNumber, pageSize, total: portfolios.length },
    };
  },
});

export const researchCaseHandlers = (desk: ResearchDesk): Handlers<typeof researchCaseCalls> => ({
  opsresearch: async (_operator, input) => {
    const { pageNumber, pageSize } = input;
    const { filter, page } = asked(input);
    const { calls, record, total } = await desk.list(filter, page);
    return { ra_trade_list: [...calls], record, pageNumber, pageSize, total };
  },
  opspreviewresearch: async (operator, draft) => ({ preview: await desk.preview(operator, draft) }),
  opspublishresearch: async (operator, { totp, password, idempotencyKey, ...draft }) =>
    new Reply(
      { call: await desk.publish(operator, { draft, idempotencyKey, totp, password }) },
      'Published. It counts from the next bar on.',
    ),
  opswithdrawresearch: async (operator, input) =>
    new Reply({ call: await desk.withdraw(operator, input) }, 'Withdrawn. It stays in the record.'),
});
