import type { ticketCalls } from '@trickdesk/contract';
import { addDays, indiaMoment } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { TicketsService } from './service.ts';

export const ticketHandlers = (tickets: TicketsService): Handlers<typeof ticketCalls> => ({
  ticketlist: async ({ accountId }, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, status, sort } = input;
    const filter = {
      ...{ accountId, status, search },
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
    };
    const found = await tickets.list(filter, { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort });
    return {
      ticket_list: found.tickets,
      ...{ openTicket: found.open, closeTicket: found.closed },
      ...{ pageNumber, pageSize, total: found.total },
    };
  },
  addticket: async (caller, input) => new Reply(await tickets.open(caller, input), 'Sent. You are told of the answer.'),
  ticketdetails: (caller, { ticketId }) => tickets.thread(caller, ticketId),
  replyticket: async (caller, input) => new Reply(await tickets.reply(caller, input), 'Sent.'),
  closeticket: async (caller, { ticketId }) => new Reply(await tickets.close(caller, ticketId), 'Closed.'),
  reopenticket: async (caller, { ticketId }) => new Reply(await tickets.reopen(caller, ticketId), 'Open again.'),
});
