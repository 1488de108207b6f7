import { lockInTransaction, type Queryable, type TicketSchema, type Tx } from '@trickdesk/db';
import type { TicketState } from '@trickdesk/domain';
import { type Insertable, type Selectable, sql } from 'kysely';

/** Every SQL statement about one ticket and its messages. */

export type TicketRow = Selectable<TicketSchema['ticket']>;
export type MessageRow = Selectable<TicketSchema['ticket_message']>;

/** Tickets of a person are opened and written in one after another: what they may is counted over them. */
export function lockTickets(tx: Tx, accountId: number): Promise<void> {
  return lockInTransaction(tx, `tickets ${accountId}`);
}

/** @param accountId whose it has to be; absent for an operator */
export function findTicket(db: Queryable, id: number, accountId?: number): Promise<TicketRow | undefined> {
  const query = db.selectFrom('ticket').selectAll().where('id', '=', id);
  return (accountId === undefined ? query : query.where('account_id', '=', accountId)).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockTicket(tx: Tx, id: number, accountId?: number): Promise<TicketRow | undefined> {
  const query = tx.selectFrom('ticket').selectAll().where('id', '=', id).forUpdate();
  return (accountId === undefined ? query : query.where('account_id', '=', accountId)).executeTakeFirst();
}

/** Whoever has gone is answered no more. */
export async function isErased(tx: Tx, accountId: number): Promise<boolean> {
  const row = await tx.selectFrom('account').select('erased_at').where('id', '=', accountId).executeTakeFirstOrThrow();
  return row.erased_at !== null;
}

export async function insertTicket(tx: Tx, row: Insertable<TicketSchema['ticket']>): Promise<number> {
  const { id } = await tx.insertInto('ticket').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface Change {
  readonly state?: TicketState;
  readonly assigneeId?: number | null;
  /** Counts a message. */
  readonly written?: true;
  readonly at: Date;
}

export async function changeTicket(tx: Tx, id: number, { state, assigneeId, written, at }: Change): Promise<TicketRow> {
  return tx
    .updateTable('ticket')
    .set((eb) => ({
      changed_at: at,
      ...(state === undefined ? {} : { state }),
      ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
      ...(written ? { message_count: eb('message_count', '+', 1) } : {}),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whose it is, which is no news of the ticket itself. */
export async function setAssignee(tx: Tx, id: number, assigneeId: number | null): Promise<void> {
  await tx.updateTable('ticket').set({ assignee_id: assigneeId }).where('id', '=', id).execute();
}

export function insertMessage(tx: Tx, row: Insertable<TicketSchema['ticket_message']>): Promise<MessageRow> {
  return tx.insertInto('ticket_message').values(row).returningAll().executeTakeFirstOrThrow();
}

export function listMessages(db: Queryable, ticketId: number) {
  return db
    .selectFrom('ticket_message as m')
    .leftJoin('account as writer', 'writer.id', 'm.operator_id')
    .selectAll('m')
    .select('writer.full_name as writer_name')
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.id')
    .execute();
}

/** When a person opened tickets since a moment, the oldest first. */
export async function listOpened(db: Queryable, accountId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('opened_at')
    .where('account_id', '=', accountId)
    .where('opened_at', '>', since)
    .orderBy('opened_at')
    .execute();
  return rows.map(({ opened_at: at }) => at);
}

export async function countNotClosed(db: Queryable, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('ticket')
    .select(sql<bigint>`count(*)`.as('n'))
    .where('account_id', '=', accountId)
    .where('state', '!=', 'closed')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Tickets of an account in which it is its turn. */
export async function countAnswered(db: Queryable, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('ticket')
    .select(sql<bigint>`count(*)`.as('n'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** What a person wrote since a moment. */
export async function readWritten(db: Queryable, accountId: number, since: Date) {
  const row = await db
    .selectFrom('ticket_message')
    .select([sql<bigint>`count(*)`.as('n'), sql<Date | null>`min(at)`.as('oldest')])
    .where('account_id', '=', accountId)
    .where('operator_id', 'is', null)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.n), oldest: row.oldest ?? undefined };
}
