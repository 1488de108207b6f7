import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** How failed tries of one kind are slowed down. */
export interface BackOff {
  /** This many tries are free; the next has to wait. */
  readonly free: number;
  readonly firstWaitMs: number;
  /** The wait doubles with each further try up to this. */
  readonly longestWaitMs: number;
  /** Without a try for this long, all is forgotten. */
  readonly forgetAfterMs: number;
}

export type Take = { readonly allowed: true } | { readonly allowed: false; readonly blockedUntil: Date };

/** Counts a try and answers whether it may be made, in one statement: of many at once only the free ones pass. */
export async function takeTry(db: Queryable, key: string, parts: BackOff & { readonly now: Date }): Promise<Take> {
  const { now, free, firstWaitMs, longestWaitMs, forgetAfterMs } = parts;
  const endsAt = new Date(now.getTime() + forgetAfterMs);
  const wait = sql`${now}::timestamptz + least(${longestWaitMs}::float8,
    ${firstWaitMs}::float8 * power(2, least(c.count + 1 - ${free}, 30))) * interval '1 millisecond'`;
  const taken = await sql<{ count: number }>`
    INSERT INTO attempt_counter AS c (key, count, window_ends_at, blocked_until)
    VALUES (${key}, 1, ${endsAt}, ${free <= 1 ? new Date(now.getTime() + firstWaitMs) : null})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN c.window_ends_at <= ${now} THEN 1 ELSE c.count + 1 END,
      window_ends_at = ${endsAt},
      blocked_until = CASE WHEN c.window_ends_at > ${now} AND c.count + 1 >= ${free} THEN ${wait} END
    WHERE c.blocked_until IS NULL OR c.blocked_until <= ${now}
    RETURNING c.count`.execute(db);
  if (taken.rows.length > 0) return { allowed: true };
  const row = await db.selectFrom('attempt_counter').select('blocked_until').where('key', '=', key).executeTakeFirst();
  return { allowed: false, blockedUntil: row?.blocked_until ?? now };
}

/** A try that succeeded is none: forgets everything about the key. */
export async function forgetTries(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('attempt_counter').where('key', '=', key).execute();
}

/** Takes one try back, where others of the same key must stay counted. */
export async function returnTry(db: Queryable, key: string, free: number): Promise<void> {
  await sql`UPDATE attempt_counter SET count = greatest(count - 1, 0),
    blocked_until = CASE WHEN count - 1 >= ${free} THEN blocked_until END WHERE key = ${key}`.execute(db);
}

export async function deletePastTries(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('attempt_counter').where('window_ends_at', '<=', now).execute();
}

export interface CallKey {
  readonly accountId: number;
  readonly call: string;
  readonly key: string;
}

/** Until the transaction ends, nobody else gets as far as looking the same key up. */
export async function lockKey(tx: Tx, { accountId, call, key }: CallKey): Promise<void> {
  await lockInTransaction(tx, `call ${accountId} ${call} ${key}`);
}

export async function findAnswer(tx: Queryable, { accountId, call, key }: CallKey) {
  return tx
    .selectFrom('idempotent_call')
    .select(['body_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertAnswer(
  tx: Tx,
  { accountId, call, key }: CallKey,
  row: { readonly bodyHash: Buffer; readonly answer: unknown; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('idempotent_call')
    .values({
      account_id: accountId,
      call,
      key,
      body_hash: row.bodyHash,
      answer: JSON.stringify(row.answer),
      created_at: row.now,
    })
    .execute();
}

export async function deleteAnswers(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_call').where('created_at', '<', before).execute();
}

/** @returns the key that is kept for a purpose: the one given where there was none */
export async function keepSealedKey(db: Queryable, purpose: string, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('sealed_key')
    .values({ purpose, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('sealed_key')
    .select('sealed')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return row.sealed;
}
