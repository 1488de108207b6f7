import type { Queryable, Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { HandExitEnd } from './effects.ts';
import type { HandWish } from './hand-exit.ts';

/** Statements about owners' wishes that everything they opened by hand be closed. */

export async function findHandExit(db: Queryable, linkId: number): Promise<HandWish | undefined> {
  const row = await db
    .selectFrom('hand_exit')
    .select(['id', 'account_id', 'day'])
    .where('broker_link_id', '=', linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, accountId: row.account_id, day: row.day };
}

/** Until the end of the transaction nobody can end the wish. @returns false where it has ended */
export async function holdHandExit(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM hand_exit WHERE id = ${id} AND ended_at IS NULL FOR SHARE`.execute(tx);
  return rows.length > 0;
}

/** @returns false where it had ended before */
export async function endHandExit(tx: Tx, { id, outcome }: HandExitEnd, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('hand_exit')
    .set({ ended_at: at, outcome })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
