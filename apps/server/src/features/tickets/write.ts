import type { AttachmentInput, Ticket } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { recordUserEvent } from '../../platform/user-events/index.ts';
import { insertAttachments, listAttachments } from './attachment-store.ts';
import type { TicketParts } from './parts.ts';
import type { CheckedFile } from './read-attachments.ts';
import { stateAfter } from './rules.ts';
import { changeTicket, insertMessage, type TicketRow } from './store.ts';
import { messageToWire, ticketToWire } from './wire.ts';

/** What somebody says in a ticket. */
export interface Said {
  readonly message: string;
  readonly attachments: readonly AttachmentInput[];
  readonly idempotencyKey: string;
}

export interface WrittenMessage {
  readonly text: string;
  readonly files: readonly CheckedFile[];
  /** Absent: its owner writes. */
  readonly operatorId?: number;
  readonly at: Date;
}

/** Adds a message to a ticket that is held, and tells its owner's browsers. @returns the message's number */
export async function addMessage(
  tx: Tx,
  { ids }: Pick<TicketParts, 'ids'>,
  ticket: Pick<TicketRow, 'id' | 'account_id'>,
  { text, files, operatorId, at }: WrittenMessage,
): Promise<number> {
  const { id: ticketId, account_id: accountId } = ticket;
  const by = operatorId === undefined ? {} : { operator_id: operatorId };
  const row = await insertMessage(tx, { ticket_id: ticketId, account_id: accountId, text, at, ...by });
  await insertAttachments(
    tx,
    { messageId: row.id, accountId },
    files.map((file) => ({ ...file, id: ids.uuid() })),
  );
  const state = stateAfter(operatorId === undefined ? 'person' : 'support');
  const changed = await changeTicket(tx, ticketId, { state, written: true, at });
  const message = messageToWire(row, await listAttachments(tx, [row.id]));
  await recordUserEvent(tx, accountId, { name: 'ticket', payload: { ticket: ticketToWire(changed), message } });
  if (operatorId === undefined) await tellAssignee(tx, changed);
  return Number(row.id);
}

/** That the person has gone on, to the operator who has taken it on. */
export async function tellAssignee(tx: Tx, { id: ticketId, state, assignee_id: assigneeId }: TicketRow): Promise<void> {
  if (assigneeId === null) return;
  await recordUserEvent(tx, assigneeId, { name: 'opsticket', payload: { ticketId, state } });
}

/** How a ticket stands now, to whoever of its owner's browsers has it on screen. */
export async function tellTicket(tx: Tx, row: TicketRow): Promise<void> {
  const ticket: Ticket = ticketToWire(row);
  await recordUserEvent(tx, row.account_id, { name: 'ticket', payload: { ticket } });
}

interface Keyed {
  readonly accountId: number;
  readonly call: string;
  readonly key: string;
  readonly body: unknown;
  readonly at: Date;
}

/**
 * Does it at most once for a key.
 *
 * @param work answers the ticket's number
 * @throws Refusal `IDEMPOTENCY_KEY_REUSED`
 */
export async function once(tx: Tx, { at, ...keyed }: Keyed, work: () => Promise<number>): Promise<number> {
  const outcome = await answerOnce(tx, { ...keyed, now: at }, work);
  if (outcome.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return outcome.answer;
}
