import { likePattern, type Queryable, type Schema } from '@trickdesk/db';
import type { TicketCategory, TicketState } from '@trickdesk/domain';
import { type ExpressionBuilder, sql } from 'kysely';

/** Every SQL statement that lists tickets: a person's own, and the operators' queue. */

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

export interface OwnFilter {
  readonly accountId: number;
  readonly status?: 'open' | 'closed' | undefined;
  /** When it was opened: the first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** Of its subject, or its number. */
  readonly search?: string | undefined;
}

type Of<Tables extends keyof Schema> = ExpressionBuilder<Pick<Schema, Tables>, Tables>;

const saysSo = (eb: Of<'ticket'>, search: string) => [
  eb('ticket.subject', 'ilike', likePattern(search)),
  eb(sql<string>`ticket.id::text`, '=', search.replace(/^#/, '')),
];

function ownMatches(eb: Of<'ticket'>, { accountId, status, from, before, search }: OwnFilter) {
  return eb.and([
    eb('ticket.account_id', '=', accountId),
    ...(status === undefined ? [] : [eb('ticket.state', status === 'closed' ? '=' : '!=', 'closed')]),
    ...(from ? [eb('ticket.opened_at', '>=', from)] : []),
    ...(before ? [eb('ticket.opened_at', '<', before)] : []),
    ...(search ? [eb.or(saysSo(eb, search))] : []),
  ]);
}

export function listOwn(db: Queryable, filter: OwnFilter, { limit, offset, sort }: Page) {
  const direction = sort === 'time' ? 'asc' : 'desc';
  return db
    .selectFrom('ticket')
    .selectAll()
    .where((eb) => ownMatches(eb, filter))
    .orderBy('changed_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many fit, whatever their state is. */
export async function countOwn(db: Queryable, { status: _, ...filter }: OwnFilter) {
  const row = await db
    .selectFrom('ticket')
    .select([
      sql<bigint>`count(*) FILTER (WHERE state <> 'closed')`.as('open'),
      sql<bigint>`count(*) FILTER (WHERE state = 'closed')`.as('closed'),
    ])
    .where((eb) => ownMatches(eb, filter))
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), closed: Number(row.closed) };
}

export interface QueueFilter {
  readonly state: TicketState | 'all';
  readonly taken: 'all' | 'nobody' | { readonly by: number };
  readonly category?: TicketCategory | undefined;
  /** Of its subject or number, of the person's name, or the whole of their address. */
  readonly search?: string | undefined;
}

const queue = (db: Queryable) =>
  db
    .selectFrom('ticket')
    .innerJoin('account', 'account.id', 'ticket.account_id')
    .leftJoin('account as assignee', 'assignee.id', 'ticket.assignee_id')
    .selectAll('ticket')
    .select(['account.full_name', 'account.email', 'account.kyc_verified_at', 'account.created_at'])
    .select('assignee.full_name as assignee_name')
    // What is left of somebody who has gone is about to go as well.
    .where('account.erased_at', 'is', null);

function matching(db: Queryable, { state, taken, category, search }: QueueFilter) {
  let query = queue(db);
  if (state !== 'all') query = query.where('ticket.state', '=', state);
  if (taken === 'nobody') query = query.where('ticket.assignee_id', 'is', null);
  else if (taken !== 'all') query = query.where('ticket.assignee_id', '=', taken.by);
  if (category !== undefined) query = query.where('ticket.category', '=', category);
  if (search === undefined || search === '') return query;
  return query.where((eb) =>
    eb.or([
      eb('ticket.subject', 'ilike', likePattern(search)),
      eb(sql<string>`ticket.id::text`, '=', search.replace(/^#/, '')),
      eb('account.full_name', 'ilike', likePattern(search)),
      // The whole of it: a part would tell letter by letter what is masked.
      eb('account.email', '=', search.toLowerCase()),
    ]),
  );
}

export type QueuedTicket = Awaited<ReturnType<typeof listQueue>>[number];

export function listQueue(db: Queryable, filter: QueueFilter, { limit, offset, sort }: Page) {
  const direction = sort === 'time' ? 'asc' : 'desc';
  return matching(db, filter)
    .orderBy('ticket.changed_at', direction)
    .orderBy('ticket.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countQueue(db: Queryable, filter: QueueFilter): Promise<number> {
  const row = await db
    .selectFrom(matching(db, filter).as('q'))
    .select(sql<bigint>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export function findQueued(db: Queryable, id: number) {
  return queue(db).where('ticket.id', '=', id).executeTakeFirst();
}
