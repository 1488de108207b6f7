import { lockInTransaction, type Queryable, type RewardsSchema, type Tx } from '@trickdesk/db';
import { type Insertable, type Selectable, sql } from 'kysely';

/** Every SQL statement about rewards. */

export type RewardRow = Selectable<RewardsSchema['reward']>;
export type RewardInsert = Insertable<RewardsSchema['reward']>;

/** Rewards of an account come one after another: a year's tax is counted over them. */
export async function lockRewards(tx: Tx, accountId: number): Promise<void> {
  await lockInTransaction(tx, `rewards ${accountId}`);
}

/**
 * Who referred an account; nobody, mostly. Whoever has deleted their account is paid nothing any more, and whoever is about
 * to waits until this reward is there or not.
 */
export async function findReferrerOf(tx: Tx, accountId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('account as referrer', 'referrer.id', 'account.referred_by')
    .select('referrer.id')
    .where('account.id', '=', accountId)
    .where('referrer.erased_at', 'is', null)
    .forKeyShare('referrer')
    .executeTakeFirst();
  return row?.id;
}

/** Whether two accounts were signed in to with the same browser. */
export async function shareBrowser(db: Queryable, one: number, other: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_browser as a')
    .innerJoin('account_browser as b', 'b.token_hash', 'a.token_hash')
    .select('a.account_id')
    .where('a.account_id', '=', one)
    .where('b.account_id', '=', other)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether two accounts ever gave the same bank account. */
export async function shareBankAccount(db: Queryable, one: number, other: number): Promise<boolean> {
  const row = await db
    .selectFrom('bank_account as a')
    .innerJoin('bank_account as b', 'b.number_fingerprint', 'a.number_fingerprint')
    .select('a.id')
    .where('a.account_id', '=', one)
    .where('b.account_id', '=', other)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPan(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('kyc')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('pan_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function sumYear(db: Queryable, accountId: number, taxYear: string) {
  const row = await db
    .selectFrom('reward')
    .select([
      sql<bigint>`coalesce(sum(gross_paise), 0)::bigint`.as('gross'),
      sql<bigint>`coalesce(sum(tds_paise), 0)::bigint`.as('tds'),
    ])
    .where('account_id', '=', accountId)
    .where('tax_year', '=', taxYear)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return { grossPaise: row.gross, tdsPaise: row.tds };
}

/** @returns `undefined` where this invoice or round has its reward already */
export async function insertReward(tx: Tx, row: RewardInsert): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('reward')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export function findReward(db: Queryable, id: number): Promise<RewardRow | undefined> {
  return db.selectFrom('reward').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function markReleased(
  tx: Tx,
  id: number,
  { taxYear, tdsPaise }: { readonly taxYear: string; readonly tdsPaise: bigint },
): Promise<void> {
  await tx
    .updateTable('reward')
    .set({ state: 'paid', withheld_because: null, tax_year: taxYear, tds_paise: tdsPaise })
    .where('id', '=', id)
    .execute();
}

export async function markRefused(
  tx: Tx,
  id: number,
  { because, at }: { readonly because: string; readonly at: Date },
): Promise<void> {
  await tx.updateTable('reward').set({ withheld_because: because, refused_at: at }).where('id', '=', id).execute();
}

export function findRewardOfInvoice(db: Queryable, invoiceId: number): Promise<RewardRow | undefined> {
  return db.selectFrom('reward').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst();
}

export function findRewardOfRound(db: Queryable, accountId: number, month: string): Promise<RewardRow | undefined> {
  return db
    .selectFrom('reward')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'round')
    .where('month', '=', month)
    .where('state', '<>', 'taken_back')
    .executeTakeFirst();
}

export async function markTakenBack(
  tx: Tx,
  id: number,
  { at, uncollectedPaise }: { readonly at: Date; readonly uncollectedPaise: bigint },
): Promise<void> {
  await tx
    .updateTable('reward')
    .set({ state: 'taken_back', withheld_because: null, taken_back_at: at, uncollected_paise: uncollectedPaise })
    .where('id', '=', id)
    .execute();
}

/** What could not be taken back yet, oldest first. */
export function listUncollected(db: Queryable, accountId: number) {
  return db
    .selectFrom('reward')
    .select(['id', 'uncollected_paise'])
    .where('account_id', '=', accountId)
    .where('uncollected_paise', '>', 0n)
    .orderBy('id')
    .execute();
}

export async function setUncollected(tx: Tx, id: number, uncollectedPaise: bigint): Promise<void> {
  await tx.updateTable('reward').set({ uncollected_paise: uncollectedPaise }).where('id', '=', id).execute();
}

/** The round of a month, `YYYY-MM`: the last one that was set. */
export function findRound(db: Queryable, month: string) {
  return db
    .selectFrom('reward_round')
    .selectAll()
    .where('month', '<=', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Direct referrals, but oneself by another name, whose first invoice that was not taken back lies between two moments. */
export async function countActivated(
  db: Queryable,
  accountId: number,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<number> {
  const first = db
    .selectFrom('invoice')
    .innerJoin('account', 'account.id', 'invoice.account_id')
    .leftJoin('refund', 'refund.invoice_id', 'invoice.id')
    .leftJoin('reward', (join) =>
      join.onRef('reward.invoice_id', '=', 'invoice.id').on('reward.state', '=', 'withheld'),
    )
    .select(['invoice.account_id', sql<Date>`min(invoice.issued_at)`.as('first_at')])
    .where('account.referred_by', '=', accountId)
    .where('invoice.kind', '=', 'invoice')
    .where('refund.id', 'is', null)
    .where('reward.id', 'is', null)
    .groupBy('invoice.account_id');
  const row = await db
    .selectFrom(first.as('activated'))
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('first_at', '>=', from)
    .where('first_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
