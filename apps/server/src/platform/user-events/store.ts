import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';

/** @returns the event's number, by which a stream resumes */
export async function insertUserEvent(
  tx: Tx,
  event: { readonly accountId: number; readonly name: string; readonly payload: unknown; readonly at: Date },
): Promise<bigint> {
  // A sequence counts in the order of asking, not of committing: without the lock a stream that has sent event 7 could
  // miss event 6 of the same account, which commits later.
  await lockInTransaction(tx, `user_event:${event.accountId}`);
  const row = await tx
    .insertInto('user_event')
    .values({ account_id: event.accountId, name: event.name, payload: JSON.stringify(event.payload), at: event.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface StoredEvent {
  readonly id: bigint;
  readonly name: string;
  readonly payload: unknown;
}

/** Oldest first. */
export async function readUserEvents(
  db: Queryable,
  range: { readonly accountId: number; readonly after: bigint; readonly limit: number },
): Promise<StoredEvent[]> {
  return db
    .selectFrom('user_event')
    .select(['id', 'name', 'payload'])
    .where('account_id', '=', range.accountId)
    .where('id', '>', range.after)
    .orderBy('id')
    .limit(range.limit)
    .execute();
}

/** The newest event of each account that has one. */
export async function newestUserEvents(db: Queryable, accountIds: readonly number[]): Promise<Map<number, bigint>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_event')
    .select(({ fn }) => ['account_id', fn.max('id').as('newest')])
    .where('account_id', 'in', [...accountIds])
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.newest]));
}

export async function deleteUserEvents(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('user_event').where('at', '<', before).execute();
}
