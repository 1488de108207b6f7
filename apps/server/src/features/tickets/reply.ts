import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { sumAttached } from './attachment-store.ts';
import type { TicketParts, Who } from './parts.ts';
import { printOf, readAttachments, sizeOf } from './read-attachments.ts';
import { attachFault, replyFault, TICKETS_NOT_CLOSED, WRITTEN_WITHIN_MS, waitToWrite } from './rules.ts';
import * as store from './store.ts';
import { addMessage, once, type Said, tellAssignee, tellTicket } from './write.ts';

export interface Reply extends Said {
  readonly ticketId: number;
}

/**
 * What its owner writes: whoever waited for them has it among the open ones again.
 *
 * @throws Refusal as the contract's `replyticket` says
 */
export async function replyToTicket(parts: TicketParts, { accountId }: Who, reply: Reply): Promise<void> {
  const { database, bus, clock } = parts;
  const files = readAttachments(reply.attachments);
  const at = new Date(clock.now());
  const { ticketId, message: text, idempotencyKey: key } = reply;
  const body = { ticketId, text, files: printOf(files) };
  await database.transaction(async (tx) => {
    await store.lockTickets(tx, accountId);
    const ticket = await store.lockTicket(tx, ticketId, accountId);
    if (!ticket) throw new Refusal('NOT_FOUND');
    await once(tx, { accountId, call: 'replyticket', key, body, at }, async () => {
      const fault = replyFault({ state: ticket.state, messages: ticket.message_count });
      if (fault) throw new Refusal(fault);
      await refuseTooMuch(tx, { accountId, newBytes: sizeOf(files), at });
      await addMessage(tx, parts, ticket, { text, files, at });
      return ticketId;
    });
  });
  wakeUserStreams(bus, accountId);
}

async function refuseTooMuch(
  tx: Tx,
  { accountId, newBytes, at }: { readonly accountId: number; readonly newBytes: number; readonly at: Date },
): Promise<void> {
  const now = at.getTime();
  const wait = waitToWrite(await store.readWritten(tx, accountId, new Date(now - WRITTEN_WITHIN_MS)), now);
  if (wait !== undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: wait });
  const full = attachFault(await sumAttached(tx, accountId), newBytes);
  if (full) throw new Refusal(full.code);
}

/** @throws Refusal `NOT_FOUND`, `TICKET_CLOSED` */
export function closeOwn(parts: TicketParts, who: Who, ticketId: number): Promise<void> {
  return moveOwn(parts, { who, ticketId, to: 'closed' });
}

/** @throws Refusal `NOT_FOUND`, `TICKET_NOT_CLOSED`, `TICKETS_OPEN` */
export function reopenOwn(parts: TicketParts, who: Who, ticketId: number): Promise<void> {
  return moveOwn(parts, { who, ticketId, to: 'open' });
}

interface OwnMove {
  readonly who: Who;
  readonly ticketId: number;
  readonly to: 'open' | 'closed';
}

async function moveOwn({ database, bus, clock }: TicketParts, { who, ticketId, to }: OwnMove): Promise<void> {
  const { accountId } = who;
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    await store.lockTickets(tx, accountId);
    const ticket = await store.lockTicket(tx, ticketId, accountId);
    if (!ticket) throw new Refusal('NOT_FOUND');
    const isClosed = ticket.state === 'closed';
    if (isClosed === (to === 'closed')) throw new Refusal(isClosed ? 'TICKET_CLOSED' : 'TICKET_NOT_CLOSED');
    if (to === 'open' && (await store.countNotClosed(tx, accountId)) >= TICKETS_NOT_CLOSED) {
      throw new Refusal('TICKETS_OPEN');
    }
    const changed = await store.changeTicket(tx, ticketId, { state: to, at });
    await tellTicket(tx, changed);
    await tellAssignee(tx, changed);
  });
  wakeUserStreams(bus, accountId);
}
