import { type BasketSchema, lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import type { Insertable, Selectable, Updateable } from 'kysely';

/** Statements about baskets that people hold: money in and out, runs, orders. */

export type OwnedRow = Selectable<BasketSchema['owned_basket']>;
export type FlowRow = Selectable<BasketSchema['basket_flow']>;
export type RunRow = Selectable<BasketSchema['basket_run']>;
export type OrderRow = Selectable<BasketSchema['basket_order']>;

const UNDER_WAY = ['working', 'waiting'] as const;

export interface OwnedFilter {
  readonly accountId: number;
  readonly mode: OwnedRow['mode'];
  readonly status: 'held' | 'closed';
  readonly search: string | undefined;
  readonly dataset: string;
}

/** Newest first, with the basket's name. */
export function listOwned(db: Queryable, { accountId, mode, status, dataset }: Omit<OwnedFilter, 'search'>) {
  return db
    .selectFrom('owned_basket as o')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .selectAll('o')
    .select(['b.name', 'b.held_back_at', 'b.held_back_reason'])
    .where('o.account_id', '=', accountId)
    .where('o.mode', '=', mode)
    .where('o.dataset', '=', dataset)
    .where('o.status', status === 'closed' ? '=' : '<>', 'closed')
    .orderBy('o.id', 'desc')
    .execute();
}

export interface OwnedRecord extends OwnedRow {
  readonly name: string;
  /** Of the basket, as of this reading. */
  readonly held_back_at: Date | null;
  readonly held_back_reason: string | null;
}

export function findOwned(db: Queryable, accountId: number, id: number): Promise<OwnedRecord | undefined> {
  return db
    .selectFrom('owned_basket as o')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .selectAll('o')
    .select(['b.name', 'b.held_back_at', 'b.held_back_reason'])
    .where('o.id', '=', id)
    .where('o.account_id', '=', accountId)
    .executeTakeFirst();
}

/** Open ones of everybody, by number. */
export function listOpen(
  db: Queryable,
  { dataset, after, limit }: { readonly dataset: string; readonly after: number; readonly limit: number },
): Promise<OwnedRecord[]> {
  return db
    .selectFrom('owned_basket as o')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .selectAll('o')
    .select(['b.name', 'b.held_back_at', 'b.held_back_reason'])
    .where('o.dataset', '=', dataset)
    .where('o.status', '=', 'open')
    .where('o.id', '>', after)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

export function ownedById(db: Queryable, id: number): Promise<OwnedRecord> {
  return db
    .selectFrom('owned_basket as o')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .selectAll('o')
    .select(['b.name', 'b.held_back_at', 'b.held_back_reason'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What changes a held basket comes one after another. */
export function lockOwned(tx: Tx, id: number): Promise<void> {
  return lockInTransaction(tx, `owned basket ${id}`);
}

export function insertOwned(tx: Tx, row: Insertable<BasketSchema['owned_basket']>): Promise<{ id: number }> {
  return tx.insertInto('owned_basket').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function setOwned(tx: Tx, id: number, change: Updateable<BasketSchema['owned_basket']>): Promise<void> {
  await tx.updateTable('owned_basket').set(change).where('id', '=', id).execute();
}

export async function insertFlow(tx: Tx, row: Insertable<BasketSchema['basket_flow']>): Promise<void> {
  await tx.insertInto('basket_flow').values(row).execute();
}

export function listFlows(db: Queryable, ownedIds: readonly number[]): Promise<FlowRow[]> {
  if (ownedIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('basket_flow').selectAll().where('owned_basket_id', 'in', ownedIds).orderBy('id').execute();
}

export function insertRun(tx: Tx, row: Insertable<BasketSchema['basket_run']>): Promise<{ id: number }> {
  return tx.insertInto('basket_run').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function setRun(tx: Tx, id: number, change: Updateable<BasketSchema['basket_run']>): Promise<void> {
  await tx.updateTable('basket_run').set(change).where('id', '=', id).execute();
}

export function findRunUnderWay(db: Queryable, ownedId: number): Promise<RunRow | undefined> {
  return db
    .selectFrom('basket_run')
    .selectAll()
    .where('owned_basket_id', '=', ownedId)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst();
}

/** Newest first. */
export function listRuns(db: Queryable, ownedIds: readonly number[]): Promise<RunRow[]> {
  if (ownedIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('basket_run')
    .selectAll()
    .where('owned_basket_id', 'in', ownedIds)
    .orderBy('id', 'desc')
    .execute();
}

/** Runs of a mode that it is time to look at. */
export async function runsToLookAt(
  db: Queryable,
  { mode, now, limit }: { readonly mode: RunRow['mode']; readonly now: Date; readonly limit: number },
): Promise<{ id: number; owned_basket_id: number }[]> {
  return db
    .selectFrom('basket_run')
    .select(['id', 'owned_basket_id'])
    .where('mode', '=', mode)
    .where('state', 'in', UNDER_WAY)
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(limit)
    .execute();
}

export function insertOrders(tx: Tx, rows: readonly Insertable<BasketSchema['basket_order']>[]): Promise<OrderRow[]> {
  return tx
    .insertInto('basket_order')
    .values([...rows])
    .returningAll()
    .execute();
}

export async function setOrder(tx: Tx, id: number, change: Updateable<BasketSchema['basket_order']>): Promise<void> {
  await tx.updateTable('basket_order').set(change).where('id', '=', id).execute();
}

/**
 * Which order of the account it is. Whoever ends a run holds the account's limits, as whoever keeps an order does.
 *
 * @returns false where it is not to leave any more
 */
export async function noteSent(tx: Tx, id: number, brokerOrderId: number): Promise<boolean> {
  const noted = await tx
    .updateTable('basket_order as p')
    .from('basket_run as r')
    .set({ broker_order_id: brokerOrderId })
    .whereRef('r.id', '=', 'p.basket_run_id')
    .where('p.id', '=', id)
    .where('p.state', '=', 'intended')
    .where('r.ending', 'is', null)
    .returning('p.id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** The holding that an order at the broker belongs to, and why it was placed. */
export function findBasketOf(db: Queryable, accountId: number, brokerOrderId: number) {
  return db
    .selectFrom('basket_order as p')
    .innerJoin('basket_run as r', 'r.id', 'p.basket_run_id')
    .innerJoin('owned_basket as o', 'o.id', 'p.owned_basket_id')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .select(['o.id as myBasketId', 'b.name', 'r.kind'])
    .where('p.broker_order_id', '=', brokerOrderId)
    .where('o.account_id', '=', accountId)
    .executeTakeFirst();
}

/** In the order in which they were placed. */
export function listOrders(db: Queryable, ownedIds: readonly number[]): Promise<OrderRow[]> {
  if (ownedIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('basket_order').selectAll().where('owned_basket_id', 'in', ownedIds).orderBy('id').execute();
}
