import type { TicketThread } from '@trickdesk/contract';
import { findAttachment } from './attachment-store.ts';
import { openTicket, type TicketAsked } from './open-ticket.ts';
import type { TicketParts, Who } from './parts.ts';
import { readOwn, readThread } from './read.ts';
import { closeOwn, type Reply, reopenOwn, replyToTicket } from './reply.ts';
import { countAnswered } from './store.ts';

export type TicketsService = ReturnType<typeof createTicketsService>;

/** What people ask support. */
export function createTicketsService(parts: TicketParts) {
  const db = parts.database.kysely;
  const thread = ({ accountId }: Who, ticketId: number): Promise<TicketThread> => readThread(db, accountId, ticketId);
  return {
    list: (filter: Parameters<typeof readOwn>[1], page: Parameters<typeof readOwn>[2]) => readOwn(db, filter, page),
    thread,
    open: async (who: Who, asked: TicketAsked) => thread(who, await openTicket(parts, who, asked)),
    reply: async (who: Who, reply: Reply) => {
      await replyToTicket(parts, who, reply);
      return thread(who, reply.ticketId);
    },
    /** How many of an account's tickets wait for it: support has answered. */
    countAnswered: (accountId: number) => countAnswered(db, accountId),
    close: async (who: Who, ticketId: number) => {
      await closeOwn(parts, who, ticketId);
      return thread(who, ticketId);
    },
    reopen: async (who: Who, ticketId: number) => {
      await reopenOwn(parts, who, ticketId);
      return thread(who, ticketId);
    },
    /** @param accountId whose it has to be; absent for an operator who may look at tickets */
    attachment: (id: string, accountId: number | undefined) => findAttachment(db, id, accountId),
  };
}
