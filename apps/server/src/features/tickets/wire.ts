import type { AskedStory, OpsTicket, Ticket, TicketMessage } from '@trickdesk/contract';
import { maskedEmail, shortenedName } from '@trickdesk/domain';
import type { ListedAttachment } from './attachment-store.ts';
import type { QueuedTicket } from './list-store.ts';
import type { MessageRow, TicketRow } from './store.ts';

export function ticketToWire(row: TicketRow): Ticket {
  return {
    ...{ ticketId: row.id, subject: row.subject, category: row.category, state: row.state },
    messages: row.message_count,
    openedAt: row.opened_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export function messageToWire(row: MessageRow, attachments: readonly ListedAttachment[]): TicketMessage {
  return {
    messageId: Number(row.id),
    from: row.operator_id === null ? 'person' : 'support',
    ...{ text: row.text, at: row.at.toISOString() },
    attachments: attachments
      .filter((file) => file.ticket_message_id === row.id)
      .map(({ id: attachmentId, name, kind, size_bytes: sizeBytes }) => ({ attachmentId, name, kind, sizeBytes })),
  };
}

/** The validated edge: only `readStory` makes what lies in this column, by the contract; what is added later is optional. */
export const aboutOf = ({ about }: TicketRow): { about: AskedStory } | object =>
  about === null ? {} : { about: about as AskedStory };

/** As an operator sees it: enough to speak to somebody, and to tell two of a name apart. */
export function queuedToWire(row: QueuedTicket, operatorId: number): OpsTicket {
  const { assignee_id: assigneeId } = row;
  return {
    ...ticketToWire(row),
    person: {
      ...{ userId: row.account_id, name: shortenedName(row.full_name), emailMasked: maskedEmail(row.email) },
      ...{ kycVerified: row.kyc_verified_at !== null, memberSince: row.created_at.toISOString() },
    },
    ...(assigneeId === null ? {} : { assignee: { operatorId: assigneeId, name: row.assignee_name ?? '' } }),
    ...{ isMine: assigneeId === operatorId, mayAct: row.account_id !== operatorId },
  };
}
