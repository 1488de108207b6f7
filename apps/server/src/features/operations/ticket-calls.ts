import type { ticketCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const ticketCaseHandlers = ({ tickets }: OperationsService): Handlers<typeof ticketCaseCalls> => ({
  opstickets: async ({ accountId: operatorId }, input) => {
    const { pageNumber, pageSize, Search: search, state, taken, category, sort } = input;
    const filter = { state, category, search, taken: taken === 'mine' ? { by: operatorId } : taken };
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await tickets.list({ operatorId, filter }, page);
    return { ticket_list: found.tickets, pageNumber, pageSize, total: found.total };
  },
  opsticket: ({ accountId }, { ticketId }) => tickets.read(accountId, ticketId),
  opsreplyticket: async (operator, input) =>
    new Reply(await tickets.reply(operator, input), 'Sent. Its owner is told.'),
  opscloseticket: async (operator, input) =>
    new Reply(await tickets.close(operator, input), 'Closed. Its owner is told.'),
  opstaketicket: async (operator, { from, ...input }) => {
    const thread = await tickets.take(operator, { ...input, from });
    return new Reply(thread, input.take ? 'It is yours now.' : 'It is nobody’s now.');
  },
});
