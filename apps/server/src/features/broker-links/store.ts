import type { BrokerLinkTable, Queryable, Tx } from '@trickdesk/db';
import type { Selectable } from 'kysely';

/** Every SQL statement about links to broker accounts. */

const COLUMNS = [
  'id',
  'account_id',
  'broker',
  'environment',
  'client_code',
  'holder_name',
  'status',
  'status_reason',
  'sealed_secrets',
  'last_login_at',
  'token_expires_at',
  'funds_available_paise',
  'funds_used_paise',
  'auto_sign_in',
] as const;
export type LinkRow = Pick<Selectable<BrokerLinkTable>, (typeof COLUMNS)[number]>;

export interface LinkFacts {
  readonly accountId: number;
  readonly broker: string;
  readonly environment: string;
  readonly clientCode: string;
  readonly holderName: string;
  readonly lastLoginAt: Date;
  readonly tokenExpiresAt: Date;
  /** Its owner agreed at this sign-in that PIN and secret are stored. */
  readonly signsInByItself: boolean;
}

/**
 * Links a client code, or renews the link that its owner has already. In one statement, so that of two accounts which
 * link one code at once the second meets the first's row.
 *
 * @returns the link's id, or `undefined` where another account has the code
 */
export async function linkClientCode(tx: Tx, facts: LinkFacts): Promise<number | undefined> {
  const consent = {
    auto_sign_in: facts.signsInByItself,
    auto_sign_in_consent_at: facts.signsInByItself ? facts.lastLoginAt : null,
    auto_sign_in_next_at: null,
    auto_sign_in_tries: 0,
  };
  const row = await tx
    .insertInto('broker_link')
    .values({
      ...consent,
      account_id: facts.accountId,
      broker: facts.broker,
      environment: facts.environment,
      client_code: facts.clientCode,
      holder_name: facts.holderName,
      status: 'linked',
      last_login_at: facts.lastLoginAt,
      token_expires_at: facts.tokenExpiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['broker', 'environment', 'client_code'])
        .where('unlinked_at', 'is', null)
        .doUpdateSet({
          ...consent,
          holder_name: facts.holderName,
          status: 'linked',
          status_reason: null,
          last_login_at: facts.lastLoginAt,
          token_expires_at: facts.tokenExpiresAt,
        })
        .where('broker_link.account_id', '=', facts.accountId),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function storeSecrets(tx: Tx, linkId: number, sealed: Buffer): Promise<void> {
  await tx.updateTable('broker_link').set({ sealed_secrets: sealed }).where('id', '=', linkId).execute();
}

export async function storeFunds(
  db: Queryable,
  linkId: number,
  funds: { readonly availablePaise: bigint; readonly usedPaise: bigint },
): Promise<void> {
  await db
    .updateTable('broker_link')
    .set({ funds_available_paise: funds.availablePaise, funds_used_paise: funds.usedPaise })
    .where('id', '=', linkId)
    .execute();
}

/**
 * Only while the link still rests on the same sign-in: a newer one has tokens of its own.
 *
 * @returns whether it does
 */
export async function storeStatus(
  db: Queryable,
  link: LinkRow,
  status: { readonly status: LinkRow['status']; readonly reason: string | null },
): Promise<boolean> {
  const result = await db
    .updateTable('broker_link')
    .set({ status: status.status, status_reason: status.reason })
    .where('id', '=', link.id)
    .where('last_login_at', '=', link.last_login_at)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What is to be said of a session that stands; of one that has ended, or of another, it is not. */
export async function storeReason(db: Queryable, link: LinkRow, reason: string | null): Promise<void> {
  await db
    .updateTable('broker_link')
    .set({ status_reason: reason })
    .where('id', '=', link.id)
    .where('last_login_at', '=', link.last_login_at)
    .where('status', '=', 'linked')
    .where('unlinked_at', 'is', null)
    .execute();
}

/** Links that count as linked though their tokens have died; those that sign in by themselves do so first. */
export function listOverdue(db: Queryable, at: Date, limit: number): Promise<LinkRow[]> {
  return db
    .selectFrom('broker_link')
    .select(COLUMNS)
    .where('status', '=', 'linked')
    .where('unlinked_at', 'is', null)
    .where('auto_sign_in', '=', false)
    .where('token_expires_at', '<=', at)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Links with a session on which live copies run, or still hold something. */
export function listTrading(
  db: Queryable,
  { environment, at }: { readonly environment: LinkRow['environment']; readonly at: Date },
): Promise<LinkRow[]> {
  return db
    .selectFrom('broker_link')
    .select(COLUMNS)
    .where('status', '=', 'linked')
    .where('environment', '=', environment)
    .where('unlinked_at', 'is', null)
    .where('token_expires_at', '>', at)
    .where(
      'id',
      'in',
      liveTricks(db)
        .where('broker_link_id', 'is not', null)
        .select('broker_link_id')
        .$castTo<{ broker_link_id: number }>(),
    )
    .orderBy('id')
    .execute();
}

/** Live copies that run, or that still hold something. */
function liveTricks(db: Queryable) {
  return db
    .selectFrom('deployment')
    .where('mode', '=', 'live')
    .where((where) => where.or([where('status', 'in', ['running', 'halted']), where('phase', '!=', 'idle')]));
}

/** The links of an account, newest sign-in first. */
export function listLinks(db: Queryable, accountId: number): Promise<LinkRow[]> {
  return db
    .selectFrom('broker_link')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('unlinked_at', 'is', null)
    .orderBy('last_login_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Whosever it is: for processes that act for all owners. */
export function findLink(db: Queryable, linkId: number): Promise<LinkRow | undefined> {
  return db
    .selectFrom('broker_link')
    .select(COLUMNS)
    .where('id', '=', linkId)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
}

export function lockLink(tx: Tx, accountId: number, linkId: number): Promise<LinkRow | undefined> {
  return tx
    .selectFrom('broker_link')
    .select(COLUMNS)
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .where('unlinked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Live copies that run on the link, or that still hold something on it. */
export async function hasLiveTricks(tx: Tx, linkId: number): Promise<boolean> {
  const row = await liveTricks(tx).select('id').where('broker_link_id', '=', linkId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The longest that an order for one day may still trade. */
const DAY_MS = 24 * 3_600_000;

/**
 * An order of a trick of which nobody has heard the end: of one that has ended too, as a stop of a position that is
 * sold, which must be taken back before it sells once more. One that nobody asks about any more ends with its day.
 */
export async function hasTrickOrders(tx: Tx, linkId: number, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('broker_order')
    .select('id')
    .where('broker_link_id', '=', linkId)
    .where('role', 'in', ['entry', 'exit', 'protective'])
    .where('ended_at', 'is', null)
    .where('decided_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends the link cannot be taken away. @returns whether it is still there */
export async function holdLink(tx: Tx, linkId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('broker_link')
    .select('id')
    .where('id', '=', linkId)
    .where('unlinked_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the link and forgets its secrets; the row stays for the orders that name it. */
export async function unlink(tx: Tx, linkId: number, now: Date): Promise<void> {
  await tx
    .updateTable('broker_link')
    .set({ unlinked_at: now, sealed_secrets: null, auto_sign_in: false, auto_sign_in_consent_at: null })
    .where('id', '=', linkId)
    .execute();
}

/** Nothing of a link that stands again: its session is another. */
export async function recordSignOut(db: Queryable, linkId: number, sentence: string): Promise<void> {
  await db
    .updateTable('broker_link')
    .set({ status_reason: sentence })
    .where('id', '=', linkId)
    .where('unlinked_at', 'is not', null)
    .execute();
}

/** What a broker says where the depository has not had the owner's word; each has words of its own. */
const UNRELEASED_WORDS = '(cdsl|nsdl|edis|e-dis|tpin|not authori[sz]ed)';

/** The text of the last sale that a broker rejected for want of a release, of orders sent from here or elsewhere. */
export async function lastUnreleasedRefusal(db: Queryable, linkId: number, since: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('broker_order as sale')
    .innerJoin('broker_link as link', (join) =>
      join.onRef('link.id', '=', 'sale.broker_link_id').onRef('link.account_id', '=', 'sale.account_id'),
    )
    .select('sale.reject_text')
    .where('link.id', '=', linkId)
    // The wall clock: an exchange may be simulated, with days of its own.
    .where('sale.decided_at', '>=', since)
    .where('sale.side', '=', 'sell')
    .where('sale.product', '=', 'delivery')
    .where('sale.state', '=', 'rejected')
    .where('sale.reject_text', '~*', UNRELEASED_WORDS)
    .orderBy('sale.decided_at', 'desc')
    .orderBy('sale.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reject_text;
}
