import type { BasketSchema, Queryable, Tx } from '@trickdesk/db';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { BasketRow } from './store.ts';

/** Statements about what operators see of baskets, and what became of reviews. */

export type ReviewRow = Selectable<BasketSchema['basket_review']>;

export interface HeldCount {
  readonly basket_id: number;
  readonly holders: number;
  readonly sips: number;
}

/** How many people hold each basket, and how many SIPs run; a basket that nobody holds is absent. */
export async function countHeld(db: Queryable, dataset: string): Promise<ReadonlyMap<number, HeldCount>> {
  const rows = await db
    .selectFrom('owned_basket as o')
    .leftJoin('basket_sip as s', (join) => join.onRef('s.owned_basket_id', '=', 'o.id').on('s.status', '=', 'active'))
    .select('o.basket_id')
    .select(sql<number>`count(DISTINCT o.account_id)::int`.as('holders'))
    .select(sql<number>`count(s.owned_basket_id)::int`.as('sips'))
    .where('o.dataset', '=', dataset)
    .where('o.status', '<>', 'closed')
    .groupBy('o.basket_id')
    .execute();
  return new Map(rows.map((row) => [row.basket_id, row]));
}

/** By the catalogue's keys. */
export async function listReviews(db: Queryable, dataset: string): Promise<ReadonlyMap<string, ReviewRow>> {
  const rows = await db.selectFrom('basket_review').selectAll().where('dataset', '=', dataset).execute();
  return new Map(rows.map((row) => [row.catalogue_key, row]));
}

/** A later look that could not review takes nothing back of what was reviewed before. */
export async function noteReview(
  tx: Tx,
  row: Insertable<BasketSchema['basket_review']> & { readonly missing: string[] },
): Promise<void> {
  await tx
    .insertInto('basket_review')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['catalogue_key', 'dataset']).doUpdateSet((eb) => ({
        reviewed_on: sql<string | null>`greatest(basket_review.reviewed_on, excluded.reviewed_on)`,
        missing: eb.ref('excluded.missing'),
        looked_at: eb.ref('excluded.looked_at'),
      })),
    )
    .execute();
}

/** One of the catalogue, held until the transaction ends: what newly goes into it comes before or after. */
export function lockBasket(tx: Tx, id: number): Promise<BasketRow | undefined> {
  return tx
    .selectFrom('basket')
    .selectAll()
    .where('id', '=', id)
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setHeldBack(
  tx: Tx,
  id: number,
  change: Pick<Updateable<BasketSchema['basket']>, 'held_back_at' | 'held_back_reason'>,
): Promise<void> {
  await tx.updateTable('basket').set(change).where('id', '=', id).execute();
}

/** Why a basket is held back; it stays as it is until the transaction ends. */
export async function heldBackReason(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('basket')
    .select('held_back_reason')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.held_back_reason ?? undefined;
}
