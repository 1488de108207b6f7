import { lockInTransaction, type Tx } from '@trickdesk/db';

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
