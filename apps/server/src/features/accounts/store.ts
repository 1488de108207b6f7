import type { Gender, PostalAddress, Queryable, Tx } from '@trickdesk/db';

/** Every SQL statement about accounts and their sessions. */

export interface AccountToInsert {
  readonly fullName: string;
  readonly username: string;
  readonly email: string;
  readonly mobile: string;
  readonly passwordHash: string;
  readonly referralCode: string;
  readonly referredBy: number | null;
  readonly ability: readonly { readonly action: string; readonly subject: string }[];
  readonly now: Date;
}

const ACCOUNT_COLUMNS = [
  'id',
  'full_name',
  'username',
  'email',
  'mobile',
  'password_hash',
  'referral_code',
  'ability',
  'kyc_verified_at',
  'trade_activated_at',
  'robo_activated_at',
  'granted_for_demo',
  'date_of_birth',
  'gender',
  'address',
  'created_at',
  'blocked_at',
  'blocked_because',
  'language',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccount(db: Queryable, id: number) {
  return db.selectFrom('account').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** By email address or username, both in lower case; no username contains the `@` that every address does. */
export function findAccountByName(db: Queryable, emailOrUsername: string) {
  const column = emailOrUsername.includes('@') ? 'email' : 'username';
  return db.selectFrom('account').select(ACCOUNT_COLUMNS).where(column, '=', emailOrUsername).executeTakeFirst();
}

export function findTaken(db: Queryable, email: string, username: string) {
  return db
    .selectFrom('account')
    .select(['email', 'username'])
    .where((where) => where.or([where('email', '=', email), where('username', '=', username)]))
    .execute();
}

export async function findReferrer(db: Queryable, referralCode: string): Promise<number | undefined> {
  const row = await db.selectFrom('account').select('id').where('referral_code', '=', referralCode).executeTakeFirst();
  return row?.id;
}

/** @returns `undefined` where another account has the email, the username or the referral code already */
export function insertAccount(tx: Tx, account: AccountToInsert) {
  return tx
    .insertInto('account')
    .values({
      full_name: account.fullName,
      username: account.username,
      email: account.email,
      mobile: account.mobile,
      password_hash: account.passwordHash,
      referral_code: account.referralCode,
      referred_by: account.referredBy,
      ability: JSON.stringify(account.ability),
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst();
}

/** Takes one of the steps to live trading. @returns whether it was not taken yet */
export async function openLiveStep(
  tx: Tx,
  accountId: number,
  { step, forDemo, now }: { readonly step: 'kyc' | 'activation'; readonly forDemo: boolean; readonly now: Date },
): Promise<boolean> {
  const column = step === 'kyc' ? 'kyc_verified_at' : 'trade_activated_at';
  const result = await tx
    .updateTable('account')
    .set({ [column]: now, ...(forDemo ? { granted_for_demo: true } : {}) })
    .where('id', '=', accountId)
    .where(column, 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface PersonalDetails {
  readonly fullName: string;
  readonly mobile: string;
  readonly dateOfBirth: string | null;
  readonly gender: Gender | null;
  readonly address: PostalAddress | null;
}

/** Holds the account until the transaction ends. */
export function lockAccount(tx: Tx, id: number) {
  return tx.selectFrom('account').select(ACCOUNT_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function setPersonalDetails(tx: Tx, accountId: number, details: PersonalDetails) {
  return tx
    .updateTable('account')
    .set({
      full_name: details.fullName,
      mobile: details.mobile,
      date_of_birth: details.dateOfBirth,
      gender: details.gender,
      address: details.address && JSON.stringify(details.address),
    })
    .where('id', '=', accountId)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @param block `null`: it is blocked no more */
export async function setBlock(
  tx: Tx,
  accountId: number,
  block: { readonly reason: string; readonly at: Date } | null,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ blocked_at: block?.at ?? null, blocked_because: block?.reason ?? null })
    .where('id', '=', accountId)
    .execute();
}

export async function setAbility(tx: Tx, accountId: number, ability: AccountToInsert['ability']): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ability: JSON.stringify(ability) })
    .where('id', '=', accountId)
    .execute();
}

export async function setVerifiedDetails(
  tx: Tx,
  accountId: number,
  details: Pick<PersonalDetails, 'fullName' | 'dateOfBirth'>,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ full_name: details.fullName, date_of_birth: details.dateOfBirth })
    .where('id', '=', accountId)
    .execute();
}

export async function recordAddress(tx: Tx, accountId: number, address: PostalAddress): Promise<void> {
  await tx
    .updateTable('account')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', accountId)
    .execute();
}

export interface FamilyToInsert {
  readonly id: string;
  readonly accountId: number;
  readonly device: string;
  readonly address: string;
  readonly now: Date;
}

export async function insertFamily(tx: Tx, family: FamilyToInsert): Promise<void> {
  await tx
    .insertInto('session_family')
    .values({
      id: family.id,
      account_id: family.accountId,
      device: family.device,
      address: family.address,
      created_at: family.now,
      last_used_at: family.now,
      ended_at: null,
      ended_reason: null,
    })
    .execute();
}

/** Remembers the browser of a sign-in: whose accounts share one is looked at where that is a reason for doubt. */
export async function noteBrowser(
  tx: Tx,
  { accountId, hash, at }: { readonly accountId: number; readonly hash: Buffer; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('account_browser')
    .values({ account_id: accountId, token_hash: hash, first_at: at, last_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ last_at: at }))
    .execute();
}

export async function deletePastBrowsers(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('account_browser').where('last_at', '<', before).execute();
}

export interface RefreshTokenToInsert {
  readonly hash: Buffer;
  readonly familyId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export async function insertRefreshToken(tx: Tx, token: RefreshTokenToInsert): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: token.hash,
      family_id: token.familyId,
      issued_at: token.issuedAt,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Locks the token's family, so that of several uses at once one is the first. */
export async function lockFamilyOfToken(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('refresh_token as token')
    .innerJoin('session_family as family', 'family.id', 'token.family_id')
    .select(['family.id', 'family.account_id', 'family.ended_at'])
    .where('token.token_hash', '=', tokenHash)
    .forUpdate('family')
    .executeTakeFirst();
}

/** Read after the family's lock: what another use has done to the token is seen. */
export async function readRefreshToken(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('refresh_token')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
}

export async function markTokenUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function touchFamily(tx: Tx, familyId: string, now: Date): Promise<void> {
  await tx.updateTable('session_family').set({ last_used_at: now }).where('id', '=', familyId).execute();
}

/**
 * @param end.accountId where given, only a session of this account is ended
 * @returns whose it was, or `undefined` where there was none that had not ended
 */
export async function endFamily(
  db: Queryable,
  familyId: string,
  end: { readonly reason: string; readonly now: Date; readonly accountId?: number },
): Promise<number | undefined> {
  let ending = db
    .updateTable('session_family')
    .set({ ended_at: end.now, ended_reason: end.reason })
    .where('id', '=', familyId)
    .where('ended_at', 'is', null);
  if (end.accountId !== undefined) ending = ending.where('account_id', '=', end.accountId);
  const row = await ending.returning('account_id').executeTakeFirst();
  return row?.account_id;
}

/** Sessions that a refresh token of theirs can carry on, the one used last first. */
export function listLiveFamilies(db: Queryable, accountId: number, now: Date) {
  return db
    .selectFrom('session_family as family')
    .select(['family.id', 'family.device', 'family.address', 'family.created_at', 'family.last_used_at'])
    .where('family.account_id', '=', accountId)
    .where('family.ended_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('refresh_token as token')
          .select('token.family_id')
          .whereRef('token.family_id', '=', 'family.id')
          .where('token.used_at', 'is', null)
          .where('token.expires_at', '>', now),
      ),
    )
    .orderBy('family.last_used_at', 'desc')
    .orderBy('family.id')
    .execute();
}

/** Ends all sessions of an account but one. @returns those that ended */
export async function endOtherFamilies(
  tx: Tx,
  { accountId, familyId }: { readonly accountId: number; readonly familyId: string },
  end: { readonly reason: string; readonly now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('session_family')
    .set({ ended_at: end.now, ended_reason: end.reason })
    .where('account_id', '=', accountId)
    .where('id', '!=', familyId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns whether it was still the one that is replaced */
export async function replacePasswordHash(
  tx: Tx,
  accountId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether the password is still the one that was checked; it stays so until the transaction ends. */
export async function holdPasswordHash(tx: Tx, accountId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findFamilyOfToken(db: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('family_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.family_id;
}

export async function isFamilyLive(db: Queryable, familyId: string): Promise<boolean> {
  const row = await db.selectFrom('session_family').select('ended_at').where('id', '=', familyId).executeTakeFirst();
  return row !== undefined && row.ended_at === null;
}

/** Families whose last token has run out, and with them their tokens; accounts keep the newer ones. */
export async function deletePastFamilies(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('session_family').where('last_used_at', '<', before).execute();
}

/** Whether the account is a verified client; false where there is no such account. */
export async function isKycVerified(db: Queryable, accountId: number): Promise<boolean> {
  return (await readLiveSteps(db, accountId)).isKycVerified;
}

/** Which steps to live trading the account has taken; none where there is no such account. */
export async function readLiveSteps(db: Queryable, accountId: number) {
  const columns = ['kyc_verified_at', 'trade_activated_at'] as const;
  const row = await db.selectFrom('account').select(columns).where('id', '=', accountId).executeTakeFirst();
  return {
    isKycVerified: (row?.kyc_verified_at ?? null) !== null,
    isTradeActivated: (row?.trade_activated_at ?? null) !== null,
  };
}

export async function accountIdOf(db: Queryable, email: string): Promise<number | undefined> {
  const row = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id;
}
