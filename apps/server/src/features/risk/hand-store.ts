import type { Queryable, Tx } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Statements about owners' wishes that what they opened by hand be closed. */

/** One wish for each linked broker of the account; one that is open is renewed for the day. */
export async function putHandExits(tx: Tx, accountId: number, wish: { day: IndiaDate; at: Date }): Promise<void> {
  const { day, at } = wish;
  await sql`
    INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    SELECT account_id, id, ${day}::date, ${at} FROM broker_link
    WHERE account_id = ${accountId} AND unlinked_at IS NULL
    ON CONFLICT (broker_link_id) WHERE ended_at IS NULL
    DO UPDATE SET day = excluded.day, asked_at = excluded.asked_at WHERE hand_exit.day < excluded.day`.execute(tx);
}

/** Ends what is still being closed. @returns orders at the broker that were made for it and have not ended */
export async function liftHandExits(
  tx: Tx,
  accountId: number,
  at: Date,
): Promise<{ lifted: boolean; orders: number[] }> {
  const lifted = await tx
    .updateTable('hand_exit')
    .set({ ended_at: at, outcome: 'lifted' })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  if (lifted.length === 0) return { lifted: false, orders: [] };
  const ids = lifted.map(({ id }) => id);
  const orders = await tx
    .selectFrom('broker_order')
    .select('id')
    .where('hand_exit_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
  return { lifted: true, orders: orders.map(({ id }) => id) };
}

/** Whether something that the owner opened by hand is to be closed on a day. */
export async function isClosingByHand(db: Queryable, accountId: number, day: IndiaDate): Promise<boolean> {
  const row = await db
    .selectFrom('hand_exit')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('day', '=', day)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How closing what was opened by hand ended since a moment, over all linked brokers: the worst of it, and when the last
 * of them was done. Nothing while one is open.
 */
export async function findHandEnd(
  db: Queryable,
  accountId: number,
  since: Date,
): Promise<{ readonly outcome: 'closed' | 'nothing' | 'session_over'; readonly at: Date } | undefined> {
  const { rows } = await sql<{ outcome: 'closed' | 'nothing' | 'session_over' | null; at: Date | null }>`
    SELECT CASE WHEN bool_or(outcome = 'session_over') THEN 'session_over'
      WHEN bool_or(outcome = 'closed') THEN 'closed' ELSE 'nothing' END AS outcome, max(ended_at) AS at
    FROM hand_exit WHERE account_id = ${accountId} AND coalesce(ended_at, asked_at) >= ${since}
      AND outcome IS DISTINCT FROM 'lifted'
    HAVING count(*) > 0 AND bool_and(ended_at IS NOT NULL)`.execute(db);
  const [row] = rows;
  return row?.outcome && row.at ? { outcome: row.outcome, at: row.at } : undefined;
}
