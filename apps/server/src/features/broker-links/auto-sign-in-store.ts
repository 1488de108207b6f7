import type { Queryable, Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** Statements of the automatic sign-in. */

export interface AutoLinkRow {
  readonly id: number;
  readonly account_id: number;
  readonly broker: string;
  readonly client_code: string;
  readonly sealed_secrets: Buffer | null;
  readonly last_login_at: Date;
  readonly auto_sign_in_tries: number;
}

const QUIET = '12 hours';
/** A broker takes each code once: one that a sign-in has just used would be turned away, and that is final. */
const FRESH_CODE = '1 minute';

/**
 * Takes the links whose session has ended, whose owners let Trickdesk sign in for them, and whose next try is due. Each
 * try is written down before it is made: however many processes ask, and whichever of them dies, one tries.
 */
export async function takeAutoDue(
  db: Queryable,
  asked: { readonly environment: string; readonly at: Date; readonly limit: number },
): Promise<AutoLinkRow[]> {
  const { environment, at, limit } = asked;
  const { rows } = await sql<AutoLinkRow>`
    UPDATE broker_link SET
      auto_sign_in_tries = tries.number,
      auto_sign_in_next_at = ${at}::timestamptz + least(interval '30 minutes', interval '1 minute' * 2 ^ (tries.number - 1))
    FROM (
      SELECT id, CASE WHEN auto_sign_in_next_at > ${at}::timestamptz - ${QUIET}::interval
        THEN least(auto_sign_in_tries, 30) + 1 ELSE 1 END AS number
      FROM broker_link
      WHERE auto_sign_in AND unlinked_at IS NULL AND environment = ${environment}
        AND last_login_at <= ${at}::timestamptz - ${FRESH_CODE}::interval
        AND (status = 'expired' OR (status = 'linked' AND token_expires_at <= ${at}))
        AND (auto_sign_in_next_at IS NULL OR auto_sign_in_next_at <= ${at})
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED) tries
    WHERE broker_link.id = tries.id
    RETURNING broker_link.id, account_id, broker, client_code, sealed_secrets, last_login_at, auto_sign_in_tries`.execute(
    db,
  );
  return rows;
}

/** @returns whether the link still rests on the sign-in that was known: a newer one has tokens of its own */
export async function storeRenewal(
  tx: Tx,
  link: AutoLinkRow,
  renewed: { readonly sealed: Buffer; readonly at: Date; readonly tokenExpiresAt: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('broker_link')
    .set({
      status: 'linked',
      status_reason: null,
      sealed_secrets: renewed.sealed,
      last_login_at: renewed.at,
      token_expires_at: renewed.tokenExpiresAt,
    })
    .where('id', '=', link.id)
    .where('last_login_at', '=', link.last_login_at)
    .where('unlinked_at', 'is', null)
    .where('auto_sign_in', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** No further try: what was stored for it is gone with the new seal. @returns as `storeRenewal` */
export async function switchAutoOff(
  tx: Tx,
  link: AutoLinkRow,
  off: {
    readonly sealed: Buffer | null;
    readonly status: 'linked' | 'error';
    readonly reason: string | null;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('broker_link')
    .set({
      auto_sign_in: false,
      auto_sign_in_consent_at: null,
      status: off.status,
      status_reason: off.reason,
      sealed_secrets: off.sealed,
    })
    .where('id', '=', link.id)
    .where('last_login_at', '=', link.last_login_at)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
