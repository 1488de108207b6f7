import { type BasketSchema, likePattern, lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import type { Insertable, Selectable } from 'kysely';

/** Statements about what baskets are made of. */

export type BasketRow = Selectable<BasketSchema['basket']>;
export type VersionRow = Selectable<BasketSchema['basket_version']>;

export interface ConstituentRow {
  readonly basket_version_id: number;
  readonly symbol: string;
  readonly weight_bps: number;
  readonly reason: string;
}

/** Adds what is new in the catalogue and takes over new words of what is there. */
export async function upsertCatalogue(tx: Tx, rows: readonly Insertable<BasketSchema['basket']>[]): Promise<void> {
  await tx
    .insertInto('basket')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('catalogue_key').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        summary: eb.ref('excluded.summary'),
        description: eb.ref('excluded.description'),
        theme: eb.ref('excluded.theme'),
        risk: eb.ref('excluded.risk'),
        benchmark: eb.ref('excluded.benchmark'),
        review_months: eb.ref('excluded.review_months'),
      })),
    )
    .execute();
}

/** Versions of a basket come one after another: what the newest is made of is looked at first. */
export function lockVersions(tx: Tx, basketId: number): Promise<void> {
  return lockInTransaction(tx, `basket versions ${basketId}`);
}

export function listCatalogue(db: Queryable): Promise<BasketRow[]> {
  return db.selectFrom('basket').selectAll().where('catalogue_key', 'is not', null).orderBy('id').execute();
}

export interface BasketFilter {
  readonly accountId: number;
  readonly search: string | undefined;
  readonly theme: BasketRow['theme'] | undefined;
  readonly risk: BasketRow['risk'] | undefined;
}

/** The catalogue and the person's own: few enough to be sorted by figures that are computed. */
export function listVisible(db: Queryable, { accountId, search, theme, risk }: BasketFilter): Promise<BasketRow[]> {
  let query = db
    .selectFrom('basket')
    .selectAll()
    .where('retired_at', 'is', null)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]));
  if (theme) query = query.where('theme', '=', theme);
  if (risk) query = query.where('risk', '=', risk);
  if (search) {
    const pattern = likePattern(search);
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('summary', 'ilike', pattern)]));
  }
  return query.orderBy('id').execute();
}

/** Of the catalogue, or the person's own. One that was deleted is still found: somebody may hold it. */
export function findVisible(db: Queryable, accountId: number, id: number): Promise<BasketRow | undefined> {
  return db
    .selectFrom('basket')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .executeTakeFirst();
}

/** Baskets of the catalogue that can be bought, by their keys. */
export async function catalogueIds(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('basket')
    .select(['id', 'catalogue_key'])
    .where('catalogue_key', 'is not', null)
    .where('retired_at', 'is', null)
    .where('held_back_at', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, catalogue_key: key }) => (key === null ? [] : [[key, id] as const])));
}

export function insertBasket(tx: Tx, row: Insertable<BasketSchema['basket']>): Promise<{ id: number }> {
  return tx.insertInto('basket').values(row).returning('id').executeTakeFirstOrThrow();
}

/** Baskets of a person are made one after another: their names and their number are looked at first. */
export function lockOwn(tx: Tx, accountId: number): Promise<void> {
  return lockInTransaction(tx, `own baskets ${accountId}`);
}

export function listOwn(db: Queryable, accountId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('basket')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .execute();
}

/** @returns whether it was there */
export async function retireOwn(
  tx: Tx,
  { accountId, basketId, at }: { readonly accountId: number; readonly basketId: number; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('basket')
    .set({ retired_at: at })
    .where('id', '=', basketId)
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Where its version is there already nothing is written. */
export async function insertVersion(
  tx: Tx,
  version: Insertable<BasketSchema['basket_version']>,
  constituents: readonly Omit<ConstituentRow, 'basket_version_id'>[],
): Promise<void> {
  const made = await tx
    .insertInto('basket_version')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  const rows = constituents.map((constituent) => ({ ...constituent, basket_version_id: made.id }));
  await tx.insertInto('basket_constituent').values(rows).execute();
}

/** Oldest first. */
export function listVersions(db: Queryable, dataset: string, basketIds: readonly number[]): Promise<VersionRow[]> {
  if (basketIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('basket_version')
    .selectAll()
    .where('dataset', '=', dataset)
    .where('basket_id', 'in', basketIds)
    .orderBy('basket_id')
    .orderBy('version')
    .execute();
}

/** Heaviest first. */
export function listConstituents(db: Queryable, versionIds: readonly number[]): Promise<ConstituentRow[]> {
  if (versionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('basket_constituent')
    .selectAll()
    .where('basket_version_id', 'in', versionIds)
    .orderBy('basket_version_id')
    .orderBy('weight_bps', 'desc')
    .orderBy('symbol')
    .execute();
}
