import type { Queryable, TicketSchema, Tx } from '@trickdesk/db';
import { type Selectable, sql } from 'kysely';
import type { CheckedFile } from './read-attachments.ts';

/** Every SQL statement about the files of tickets. */

type AttachmentRow = Selectable<TicketSchema['ticket_attachment']>;
/** Without its content. */
export type ListedAttachment = Omit<AttachmentRow, 'bytes' | 'sha256' | 'account_id' | 'place'>;

export async function insertAttachments(
  tx: Tx,
  message: { readonly messageId: bigint; readonly accountId: number },
  files: readonly (CheckedFile & { readonly id: string })[],
): Promise<void> {
  for (const [place, { id, name, kind, bytes, sha256 }] of files.entries()) {
    await tx
      .insertInto('ticket_attachment')
      .values({
        ...{ id, place, name, kind, bytes, sha256, size_bytes: bytes.length },
        ...{ ticket_message_id: message.messageId, account_id: message.accountId },
      })
      .execute();
  }
}

export function listAttachments(db: Queryable, messageIds: readonly bigint[]): Promise<ListedAttachment[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('ticket_attachment')
    .select(['id', 'ticket_message_id', 'name', 'kind', 'size_bytes'])
    .where('ticket_message_id', 'in', messageIds)
    .orderBy('ticket_message_id')
    .orderBy('place')
    .execute();
}

/** @param accountId whose it has to be; absent for an operator */
export function findAttachment(db: Queryable, id: string, accountId: number | undefined) {
  const query = db.selectFrom('ticket_attachment').select(['name', 'kind', 'bytes']).where('id', '=', id);
  return (accountId === undefined ? query : query.where('account_id', '=', accountId)).executeTakeFirst();
}

/** What all files in a person's tickets take, those of support among them. */
export async function sumAttached(db: Queryable, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('ticket_attachment')
    .select(sql<bigint>`coalesce(sum(size_bytes), 0)::bigint`.as('sum'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.sum);
}
