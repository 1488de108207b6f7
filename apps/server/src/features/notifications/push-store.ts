import type { Queryable, Tx } from '@trickdesk/db';
import type { Language } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Every SQL statement about browsers that are told, and what is about to be sent to them. */

export interface SubscriptionToKeep {
  readonly id: string;
  readonly accountId: number;
  readonly familyId: string;
  readonly endpointHash: Buffer;
  readonly sealed: Buffer;
  readonly device: string;
  readonly at: Date;
}

/** A browser belongs to one account: what was kept of it before goes, whosever it was, with what waits for it. */
export async function keepSubscription(tx: Tx, kept: SubscriptionToKeep): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint_hash', '=', kept.endpointHash).execute();
  await tx
    .insertInto('push_subscription')
    .values({
      id: kept.id,
      account_id: kept.accountId,
      family_id: kept.familyId,
      endpoint_hash: kept.endpointHash,
      sealed_subscription: kept.sealed,
      device: kept.device,
      since: kept.at,
    })
    .execute();
}

/** Those that were switched on last stay. */
export async function dropOldest(tx: Tx, accountId: number, kept: number): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE account_id = ${accountId} AND id NOT IN (
    SELECT id FROM push_subscription WHERE account_id = ${accountId} ORDER BY since DESC, id LIMIT ${kept})`.execute(
    tx,
  );
}

/** One of an account's own browsers. @returns whether there was one */
export async function deleteSubscription(tx: Tx, accountId: number, endpointHash: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('endpoint_hash', '=', endpointHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** An endpoint that takes nothing any more. */
export async function dropSubscription(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

export interface LiveSubscription {
  id: string;
  endpoint_hash: Buffer;
}

/** The browsers of an account that are signed in. */
export function liveSubscriptions(db: Queryable, accountId: number): Promise<LiveSubscription[]> {
  return db
    .selectFrom('push_subscription as push')
    .innerJoin('session_family as family', 'family.id', 'push.family_id')
    .select(['push.id', 'push.endpoint_hash'])
    .where('push.account_id', '=', accountId)
    .where('family.ended_at', 'is', null)
    .orderBy('push.since')
    .execute();
}

export interface PushToQueue {
  readonly accountId: number;
  readonly alertId: number;
  readonly subscriptionId: string;
  readonly at: Date;
}

export async function queuePushes(tx: Tx, pushes: readonly PushToQueue[]): Promise<void> {
  if (pushes.length === 0) return;
  await tx
    .insertInto('push_outbox')
    .values(
      pushes.map(({ accountId, alertId, subscriptionId, at }) => ({
        account_id: accountId,
        alert_id: alertId,
        push_subscription_id: subscriptionId,
        at,
        next_try_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface DuePush {
  id: bigint;
  tries: number;
  at: Date;
  subscription_id: string;
  sealed_subscription: Buffer;
  /** Whether its browser is signed out. */
  is_signed_out: boolean;
  alert_id: number;
  title: string;
  body: string;
  link: string | null;
  severity: 'info' | 'warning' | 'urgent';
  /** In which its reader wants to be told. */
  language: Language | null;
}

/**
 * Takes those that are due and puts their next try off: whoever dies while sending leaves them for later, and nobody
 * else takes them meanwhile.
 *
 * @param pauses seconds until the next try, by how many there were; the last one is repeated
 */
export async function takeDuePushes(
  tx: Tx,
  due: { readonly now: Date; readonly limit: number; readonly pauses: readonly number[] },
): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    WITH taken AS (
      UPDATE push_outbox SET tries = tries + 1, next_try_at = ${due.now}::timestamptz
        + (${[...due.pauses]}::int[])[least(tries + 1, ${due.pauses.length})] * interval '1 second'
      WHERE id IN (
        SELECT id FROM push_outbox WHERE next_try_at <= ${due.now} ORDER BY next_try_at, id LIMIT ${due.limit}
        FOR UPDATE SKIP LOCKED)
      RETURNING id, tries, at, alert_id, push_subscription_id)
    SELECT taken.id, taken.tries, taken.at, push.id AS subscription_id, push.sealed_subscription,
      family.ended_at IS NOT NULL AS is_signed_out, alert.id AS alert_id, title, body, link, severity, account.language
    FROM taken
    JOIN push_subscription push ON push.id = taken.push_subscription_id
    JOIN session_family family ON family.id = push.family_id
    JOIN alert ON alert.id = taken.alert_id
    JOIN account ON account.id = alert.account_id
    ORDER BY taken.id`.execute(tx);
  return rows;
}

/** It has arrived, or will never. */
export async function deletePush(db: Queryable, id: bigint): Promise<void> {
  await db.deleteFrom('push_outbox').where('id', '=', id).execute();
}

/** A service said when it wants to be asked again. */
export async function putOffPush(db: Queryable, id: bigint, until: Date): Promise<void> {
  await db
    .updateTable('push_outbox')
    .set({ next_try_at: until })
    .where('id', '=', id)
    .where('next_try_at', '<', until)
    .execute();
}
