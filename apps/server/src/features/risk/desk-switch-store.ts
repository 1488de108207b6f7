import type { Queryable, Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Every SQL statement about the switches that operators set on accounts. */

export interface DeskSwitchRow {
  readonly reason: string;
  readonly set_at: Date;
}

export function findDeskSwitch(db: Queryable, accountId: number): Promise<DeskSwitchRow | undefined> {
  return db
    .selectFrom('desk_switch')
    .select(['reason', 'set_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** @returns false where one is set already: it stays as it was */
export async function putDeskSwitch(tx: Tx, accountId: number, { reason, set_at }: DeskSwitchRow): Promise<boolean> {
  const row = await tx
    .insertInto('desk_switch')
    .values({ account_id: accountId, reason, set_at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns what was set */
export function deleteDeskSwitch(tx: Tx, accountId: number): Promise<DeskSwitchRow | undefined> {
  return tx
    .deleteFrom('desk_switch')
    .where('account_id', '=', accountId)
    .returning(['reason', 'set_at'])
    .executeTakeFirst();
}

/** Accounts whose live tricks run, or hold something on their way out: whom a switch of the product concerns. */
export async function listWithLiveTricks(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`SELECT DISTINCT account_id FROM deployment
    WHERE mode = 'live' AND status IN ('running', 'halted') AND phase <> 'idle' ORDER BY account_id`.execute(db);
  return rows.map(({ account_id: accountId }) => accountId);
}
