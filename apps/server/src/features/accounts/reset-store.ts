import type { Queryable, Tx } from '@trickdesk/db';

/** Every SQL statement about links that open a new password. */

export async function insertReset(
  tx: Tx,
  reset: { readonly tokenHash: Buffer; readonly accountId: number; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, accountId, expiresAt } = reset;
  await tx
    .insertInto('password_reset')
    .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt })
    .execute();
}

/** One that can still be used. */
export function findReset(db: Queryable, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('password_reset')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** @returns whether it could still be used */
export async function useReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('password_reset')
    .set({ voided_at: now })
    .where('token_hash', '=', tokenHash)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Links of before open nothing any more. */
export async function voidResets(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_reset')
    .set({ voided_at: now })
    .where('account_id', '=', accountId)
    .where('voided_at', 'is', null)
    .execute();
}

export async function deletePastResets(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('password_reset').where('expires_at', '<', now).execute();
}

export async function setPasswordHash(tx: Tx, accountId: number, passwordHash: string): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/** @returns the sessions that ended */
export async function endAllFamilies(
  tx: Tx,
  accountId: number,
  end: { readonly reason: string; readonly now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('session_family')
    .set({ ended_at: end.now, ended_reason: end.reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
