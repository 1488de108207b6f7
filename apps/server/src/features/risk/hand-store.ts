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
