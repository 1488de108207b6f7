import type { OpsTicketThread, Ticket, TicketMessage, TicketThread } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { listAttachments } from './attachment-store.ts';
import * as lists from './list-store.ts';
import { findTicket, listMessages } from './store.ts';
import { aboutOf, messageToWire, queuedToWire, ticketToWire } from './wire.ts';

/** A person's own, with how many are open and closed. */
export async function readOwn(
  db: Queryable,
  filter: lists.OwnFilter,
  page: lists.Page,
): Promise<{ tickets: Ticket[]; open: number; closed: number; total: number }> {
  const [rows, { open, closed }] = await Promise.all([lists.listOwn(db, filter, page), lists.countOwn(db, filter)]);
  const { status } = filter;
  const total = status === undefined ? open + closed : status === 'open' ? open : closed;
  return { tickets: rows.map(ticketToWire), open, closed, total };
}

/** @throws Refusal `NOT_FOUND`, also for somebody else's */
export async function readThread(db: Queryable, accountId: number, ticketId: number): Promise<TicketThread> {
  const row = await findTicket(db, ticketId, accountId);
  if (!row) throw new Refusal('NOT_FOUND');
  const { messages } = await readMessages(db, ticketId);
  return { ticket: ticketToWire(row), messages, ...aboutOf(row) };
}

/** The same for an operator, with who of support wrote what. @throws Refusal `NOT_FOUND` */
export async function readQueued(db: Queryable, operatorId: number, ticketId: number): Promise<OpsTicketThread> {
  const row = await lists.findQueued(db, ticketId);
  if (!row) throw new Refusal('NOT_FOUND');
  const { messages, writers } = await readMessages(db, ticketId);
  return { ticket: queuedToWire(row, operatorId), messages, writers, ...aboutOf(row) };
}

async function readMessages(db: Queryable, ticketId: number) {
  const rows = await listMessages(db, ticketId);
  const files = await listAttachments(
    db,
    rows.map(({ id }) => id),
  );
  const messages: TicketMessage[] = rows.map((row) => messageToWire(row, files));
  const writers = rows.flatMap(({ id, writer_name: name }) => (name === null ? [] : [{ messageId: Number(id), name }]));
  return { messages, writers };
}

export async function readQueue(
  db: Queryable,
  { operatorId, filter }: { readonly operatorId: number; readonly filter: lists.QueueFilter },
  page: lists.Page,
) {
  const [rows, total] = await Promise.all([lists.listQueue(db, filter, page), lists.countQueue(db, filter)]);
  return { tickets: rows.map((row) => queuedToWire(row, operatorId)), total };
}
