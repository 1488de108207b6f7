import { type BillingSchema, lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { type Insertable, sql, type Updateable } from 'kysely';

/** Every SQL statement about plans and subscriptions; payments and invoices have files of their own. */

/** Whatever is bought, renewed, ended or paid back for an account comes one after another. */
export async function lockBilling(tx: Tx, accountId: number): Promise<void> {
  await lockInTransaction(tx, `billing ${accountId}`);
}

export type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

export function listPlans(db: Queryable) {
  return db.selectFrom('plan').selectAll().orderBy('kind').orderBy('price_paise').orderBy('id').execute();
}

export async function findPlan(db: Queryable, planId: number): Promise<PlanRow | undefined> {
  return db.selectFrom('plan').selectAll().where('id', '=', planId).executeTakeFirst();
}

/** What one more period costs: what its owner was told before this end, where the plan has become dearer since. */
const renewalPaise = sql<bigint>`CASE WHEN subscription.told_until = subscription.ends_at
  THEN least(subscription.told_paise, plan.price_paise) ELSE plan.price_paise END`.as('renewal_paise');

const withPlan = (db: Queryable) =>
  db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .selectAll('subscription')
    .select(['plan.name', 'plan.period', 'plan.entitlements', renewalPaise]);

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** Those that run first, then the newest. */
export function listSubscriptions(db: Queryable, accountId: number) {
  return withPlan(db)
    .where('account_id', '=', accountId)
    .orderBy(sql`subscription.state = 'ended'`)
    .orderBy('subscription.id', 'desc')
    .limit(100)
    .execute();
}

export function findRunning(
  db: Queryable,
  accountId: number,
  kind: BillingSchema['subscription']['kind'],
): Promise<SubscriptionRow | undefined> {
  return withPlan(db)
    .where('account_id', '=', accountId)
    .where('subscription.kind', '=', kind)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
}

export function findSubscription(
  db: Queryable,
  owner: { readonly accountId: number; readonly subscriptionId: number },
): Promise<SubscriptionRow | undefined> {
  return withPlan(db)
    .where('account_id', '=', owner.accountId)
    .where('subscription.id', '=', owner.subscriptionId)
    .executeTakeFirst();
}

export async function insertSubscription(tx: Tx, row: Insertable<BillingSchema['subscription']>): Promise<number> {
  const { id } = await tx.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** One more period: what was cancelled or late goes on. */
export async function extendSubscription(
  tx: Tx,
  id: number,
  next: {
    readonly pricePaise: bigint;
    readonly from: Date;
    readonly endsAt: Date;
    readonly renewsFromWallet?: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      ...{ state: 'active', price_paise: next.pricePaise, period_from: next.from, ends_at: next.endsAt },
      ...{ cancelled_at: null, told_until: null, told_paise: null },
      ...(next.renewsFromWallet === undefined ? {} : { renews_from_wallet: next.renewsFromWallet }),
    })
    .where('id', '=', id)
    .execute();
}

export async function endSubscription(
  tx: Tx,
  id: number,
  reason: NonNullable<BillingSchema['subscription']['end_reason']['__select__']>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'ended', end_reason: reason, ended_at: at })
    .where('id', '=', id)
    .execute();
}

export async function setSubscription(
  tx: Tx,
  id: number,
  change: Pick<Updateable<BillingSchema['subscription']>, 'state' | 'cancelled_at' | 'told_until' | 'told_paise'>,
): Promise<void> {
  await tx.updateTable('subscription').set(change).where('id', '=', id).execute();
}

/** Whose time may bring something: what ends within the time of notice untold, or has ended. By id, after one. */
export function listDue(
  db: Queryable,
  { now, noticeBefore, after, limit }: { now: Date; noticeBefore: Date; after: number; limit: number },
) {
  return db
    .selectFrom('subscription')
    .select(['id', 'account_id'])
    .where('state', '<>', 'ended')
    .where('ends_at', '<=', noticeBefore)
    .where((eb) =>
      eb.or([eb('told_until', 'is', null), eb('told_until', '<>', eb.ref('ends_at')), eb('ends_at', '<=', now)]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What running subscriptions unlock, by kind. */
export async function listEntitlements(db: Queryable, accountId: number): Promise<BillingEntitlements[]> {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .select(['plan.id', 'plan.name', 'plan.entitlements'])
    .where('account_id', '=', accountId)
    .where('state', '<>', 'ended')
    .execute();
  return rows.map(({ id, name, entitlements }) => ({ planId: id, name, entitlements }));
}

export interface BillingEntitlements {
  readonly planId: number;
  readonly name: string;
  readonly entitlements: PlanRow['entitlements'];
}

export function findBuyer(db: Queryable, accountId: number) {
  return db
    .selectFrom('account')
    .select(['full_name', 'email', 'address', 'trade_activated_at', 'granted_for_demo'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Live trading is not unlocked any more; what was granted for the demo stays. */
export async function closeActivation(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({ trade_activated_at: null })
    .where('id', '=', accountId)
    .where('granted_for_demo', '=', false)
    .execute();
}

/** @param at `null`: ROBO Pro is locked again */
export async function setRoboActivation(tx: Tx, accountId: number, at: Date | null): Promise<void> {
  await tx.updateTable('account').set({ robo_activated_at: at }).where('id', '=', accountId).execute();
}

export async function countLiveTricks(db: Queryable, accountId: number): Promise<number> {
  return (await listLiveRuns(db, accountId)).length;
}

/** Live tricks that run. */
export function listLiveRuns(db: Queryable, accountId: number) {
  return db
    .selectFrom('deployment')
    .select(['id', 'run_number'])
    .where('account_id', '=', accountId)
    .where('mode', '=', 'live')
    .where('status', '=', 'running')
    .execute();
}
