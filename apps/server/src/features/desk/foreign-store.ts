import type { BrokerOrderTable, Queryable, Tx } from '@trickdesk/db';
import type { Insertable } from 'kysely';

/** Statements about orders that were placed elsewhere. */

/** Orders of days that are over have ended, whether or not the last book said so. @param at by our clock */
export async function expireForeign(
  db: Queryable,
  linkId: number,
  { day, at }: { readonly day: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('broker_order')
    .set({ state: 'expired', settled: true, ended_at: at })
    .where('broker_link_id', '=', linkId)
    .where('role', '=', 'foreign')
    .where('ended_at', 'is', null)
    .where('day', '<', day)
    .execute();
}

/** One row for each order of a day that was placed elsewhere. @returns its number; nothing where it is no such order */
export async function upsertForeign(tx: Tx, row: Insertable<BrokerOrderTable>): Promise<number | undefined> {
  const { state, status_text, reject_text, quantity, price_paise, trigger_paise } = row;
  const { filled_quantity, filled_value_paise, settled, ended_at, updated_at } = row;
  const stored = await tx
    .insertInto('broker_order')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['broker_link_id', 'day', 'broker_order_id'])
        .where('broker_order_id', 'is not', null)
        .doUpdateSet({
          state,
          status_text,
          reject_text,
          quantity,
          price_paise,
          trigger_paise,
          filled_quantity,
          filled_value_paise,
          settled,
          ended_at,
          updated_at,
        })
        .where('broker_order.role', '=', 'foreign'),
    )
    .returning('id')
    .executeTakeFirst();
  return stored?.id;
}
