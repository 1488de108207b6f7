import type { OpsTicketThread } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import type { TicketParts, Who } from './parts.ts';
import { readQueue, readQueued } from './read.ts';
import { printOf, readAttachments } from './read-attachments.ts';
import type { Reply } from './reply.ts';
import { decideTaking, replyFault, type Taking } from './rules.ts';
import * as store from './store.ts';
import { addMessage, once, tellTicket } from './write.ts';

export type TicketDesk = ReturnType<typeof createTicketDesk>;

/** Where operators answer. Every act of theirs is on the record, and none of it quotes what a person wrote. */
export function createTicketDesk(parts: Omit<TicketParts, 'orders'>) {
  const db = parts.database.kysely;
  const after =
    <Asked extends { readonly ticketId: number }>(act: (operator: Who, asked: Asked) => Promise<void>) =>
    async (operator: Who, asked: Asked): Promise<OpsTicketThread> => {
      await act(operator, asked);
      return readQueued(db, operator.accountId, asked.ticketId);
    };
  return {
    list: (asked: Parameters<typeof readQueue>[1], page: Parameters<typeof readQueue>[2]) => readQueue(db, asked, page),
    read: (operatorId: number, ticketId: number) => readQueued(db, operatorId, ticketId),
    reply: after((operator, reply: Reply) => answer(parts, operator, reply)),
    close: after((operator, asked: { readonly ticketId: number }) => close(parts, operator, asked.ticketId)),
    take: after((operator, asked: Taking & { readonly ticketId: number }) => take(parts, operator, asked)),
  };
}

type DeskParts = Omit<TicketParts, 'orders'>;
type Deed = Pick<OperatorAct, 'what' | 'sentence' | 'before' | 'after'>;

interface Acting {
  readonly operator: Who;
  readonly ticketId: number;
  readonly at: Date;
}

/** Of somebody else, held until the transaction ends. @throws Refusal `NOT_FOUND`, `OWN_CASE` */
async function lockOther(tx: Tx, { operator, ticketId }: Acting): Promise<store.TicketRow> {
  const ticket = await store.lockTicket(tx, ticketId);
  if (!ticket || (await store.isErased(tx, ticket.account_id))) throw new Refusal('NOT_FOUND');
  if (ticket.account_id === operator.accountId) throw new Refusal('OWN_CASE');
  return ticket;
}

const record = (tx: Tx, { operator, ticketId, at }: Acting, deed: Deed): Promise<void> =>
  recordAct(tx, { operator, subject: 'ticket', subjectId: String(ticketId), ...deed, at });

/** Who answers first has it. One message, one alert, and the person's turn. */
async function answer(parts: DeskParts, operator: Who, reply: Reply): Promise<void> {
  const files = readAttachments(reply.attachments);
  const { ticketId, message: text, idempotencyKey: key } = reply;
  const acting = { operator, ticketId, at: new Date(parts.clock.now()) };
  const keyed = { accountId: operator.accountId, call: 'opsreplyticket', key, at: acting.at };
  const ownerId = await parts.database.transaction(async (tx) => {
    const ticket = await lockOther(tx, acting);
    await once(tx, { ...keyed, body: { ticketId, text, files: printOf(files) } }, async () => {
      const fault = replyFault({ state: ticket.state, messages: ticket.message_count });
      if (fault) throw new Refusal(fault);
      const assigneeId = ticket.assignee_id ?? operator.accountId;
      await store.setAssignee(tx, ticketId, assigneeId);
      const by = { text, files, operatorId: operator.accountId, at: acting.at };
      const messageId = await addMessage(tx, parts, ticket, by);
      await tellAnswer(tx, ticket, { messageId, text });
      await record(tx, acting, {
        what: 'reply_ticket',
        sentence: `Answered ticket ${ticketId}.`,
        before: { state: ticket.state, assigneeId: ticket.assignee_id },
        after: { state: 'waiting', assigneeId, messageId, files: files.length },
      });
      return ticketId;
    });
    return ticket.account_id;
  });
  wakeUserStreams(parts.bus, ownerId);
}

const LONGEST_EXCERPT = 160;

async function tellAnswer(
  tx: Tx,
  { id, account_id: accountId, subject }: store.TicketRow,
  { messageId, text }: { readonly messageId: number; readonly text: string },
): Promise<void> {
  const body = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1).trimEnd()}…` : text;
  await notify(tx, {
    ...{ accountId, category: 'support', severity: 'info', link: `/tickets/${id}`, body },
    dedupeKey: `ticket:${id}:message:${messageId}`,
    title: `Support has answered: ${subject}`,
  });
}

async function close(parts: DeskParts, operator: Who, ticketId: number): Promise<void> {
  const acting = { operator, ticketId, at: new Date(parts.clock.now()) };
  const ownerId = await parts.database.transaction(async (tx) => {
    const ticket = await lockOther(tx, acting);
    const { state, subject, account_id: accountId } = ticket;
    if (state === 'closed') throw new Refusal('TICKET_CLOSED');
    await tellTicket(tx, await store.changeTicket(tx, ticketId, { state: 'closed', at: acting.at }));
    await notify(tx, {
      ...{ accountId, category: 'support', severity: 'info', link: `/tickets/${ticketId}` },
      dedupeKey: `ticket:${ticketId}:closed:${acting.at.getTime()}`,
      title: `Support has closed: ${subject}`,
      body: 'If it is not settled for you, open it again and write what is missing.',
    });
    const sentence = `Closed ticket ${ticketId}.`;
    await record(tx, acting, { what: 'close_ticket', sentence, before: { state }, after: { state: 'closed' } });
    return accountId;
  });
  wakeUserStreams(parts.bus, ownerId);
}

async function take(
  parts: DeskParts,
  operator: Who,
  { ticketId, ...taking }: Taking & { readonly ticketId: number },
): Promise<void> {
  const acting = { operator, ticketId, at: new Date(parts.clock.now()) };
  await parts.database.transaction(async (tx) => {
    const ticket = await lockOther(tx, acting);
    if (ticket.state === 'closed') throw new Refusal('TICKET_CLOSED');
    const decided = decideTaking(ticket.assignee_id, taking, operator.accountId);
    if ('fault' in decided) throw new Refusal(decided.fault);
    await store.setAssignee(tx, ticketId, decided.assigneeId);
    await record(tx, acting, {
      what: taking.take ? 'take_ticket' : 'give_ticket_back',
      sentence: taking.take ? `Took ticket ${ticketId} on.` : `Gave ticket ${ticketId} back.`,
      before: { assigneeId: ticket.assignee_id },
      after: decided,
    });
  });
}
