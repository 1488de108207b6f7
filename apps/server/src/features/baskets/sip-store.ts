import type { BasketSchema, Queryable, Tx } from '@trickdesk/db';
import type { Insertable, Selectable } from 'kysely';

/** Statements about investing at intervals. */

export type SipRow = Selectable<BasketSchema['basket_sip']>;
export type InstalmentRow = Selectable<BasketSchema['basket_instalment']>;

export async function upsertSip(tx: Tx, row: Insertable<BasketSchema['basket_sip']>): Promise<void> {
  const { owned_basket_id: _, ...change } = row;
  await tx
    .insertInto('basket_sip')
    .values(row)
    .onConflict((conflict) => conflict.column('owned_basket_id').doUpdateSet(change))
    .execute();
}

export function listSips(db: Queryable, ownedIds: readonly number[]): Promise<SipRow[]> {
  if (ownedIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('basket_sip').selectAll().where('owned_basket_id', 'in', ownedIds).execute();
}

/** Active ones of a mode that have nothing under way. */
export function listIdleSips(db: Queryable, mode: 'paper' | 'live', dataset: string) {
  return db
    .selectFrom('basket_sip as s')
    .innerJoin('owned_basket as o', 'o.id', 's.owned_basket_id')
    .selectAll('s')
    .where('s.status', '=', 'active')
    .where('o.mode', '=', mode)
    .where('o.dataset', '=', dataset)
    .where('o.status', '=', 'open')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('basket_run as r')
            .select('r.id')
            .whereRef('r.owned_basket_id', '=', 'o.id')
            .where('r.state', 'in', ['working', 'waiting']),
        ),
      ),
    )
    .orderBy('s.owned_basket_id')
    .execute();
}

export function listInstalments(db: Queryable, ownedIds: readonly number[]): Promise<InstalmentRow[]> {
  if (ownedIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('basket_instalment')
    .selectAll()
    .where('owned_basket_id', 'in', ownedIds)
    .orderBy('due_on')
    .execute();
}

/** @returns false where this instalment was dealt with before */
export async function insertInstalment(tx: Tx, row: Insertable<BasketSchema['basket_instalment']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('basket_instalment')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Of one that was skipped, as long as it is not due. */
export async function deleteSkipped(tx: Tx, ownedId: number, key: string): Promise<void> {
  await tx
    .deleteFrom('basket_instalment')
    .where('owned_basket_id', '=', ownedId)
    .where('key', '=', key)
    .where('outcome', '=', 'skipped')
    .execute();
}

/** Nothing more is invested by itself. */
export async function endSip(tx: Tx, ownedId: number, at: Date): Promise<void> {
  await tx
    .updateTable('basket_sip')
    .set({ status: 'stopped', set_at: at })
    .where('owned_basket_id', '=', ownedId)
    .where('status', '<>', 'stopped')
    .execute();
}
