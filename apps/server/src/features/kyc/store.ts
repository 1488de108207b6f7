import type { AadhaarRoute, Queryable, Tx } from '@trickdesk/db';
import type { KycDoubt } from '@trickdesk/domain';
import { type Selectable, sql } from 'kysely';
import type { KycDecision } from './rules.ts';

/** Every SQL statement about who people are and where their money goes. */

export type KycRow = NonNullable<Awaited<ReturnType<typeof findKyc>>>;
export type BankRow = NonNullable<Awaited<ReturnType<typeof findBank>>>;

const KYC_COLUMNS = [
  'status',
  'doubts',
  'said_name',
  'said_birthday',
  'aadhaar_last4',
  'aadhaar_name',
  'aadhaar_birthday',
  'aadhaar_at',
  'pan_masked',
  'pan_name',
  'pan_at',
  'rejected_because',
] as const;

export function findKyc(db: Queryable, accountId: number) {
  return db.selectFrom('kyc').select(KYC_COLUMNS).where('account_id', '=', accountId).executeTakeFirst();
}

/** Holds what is known of a person until the transaction ends; there is a row afterwards. */
export async function lockKyc(tx: Tx, accountId: number): Promise<KycRow> {
  await tx
    .insertInto('kyc')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('kyc')
    .select(KYC_COLUMNS)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What the product's account says, where KYC has been told nothing else. */
export function findPerson(db: Queryable, accountId: number) {
  return db
    .selectFrom('account')
    .leftJoin('kyc', 'kyc.account_id', 'account.id')
    .select([
      'kyc.said_name',
      'kyc.said_birthday',
      'account.full_name',
      'account.date_of_birth',
      'account.kyc_verified_at',
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface Said {
  readonly name?: string | undefined;
  readonly birthday?: string | undefined;
  readonly documents?: readonly { readonly kind: string; readonly reference: string }[] | undefined;
}

/** What is left out stays. */
export async function setSaid(tx: Tx, accountId: number, { name, birthday, documents }: Said): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { said_name: name }),
    ...(birthday === undefined ? {} : { said_birthday: birthday }),
    ...(documents === undefined ? {} : { documents: JSON.stringify(documents) }),
  };
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('kyc').set(change).where('account_id', '=', accountId).execute();
}

export async function setAadhaar(
  tx: Tx,
  accountId: number,
  person: { readonly name: string; readonly birthday: string | null; readonly last4: string },
  how: { readonly route: AadhaarRoute; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('kyc')
    .set({
      aadhaar_last4: person.last4,
      aadhaar_name: person.name,
      aadhaar_birthday: person.birthday,
      aadhaar_route: how.route,
      aadhaar_at: how.at,
    })
    .where('account_id', '=', accountId)
    .execute();
}

export interface PanToKeep {
  readonly sealed: Buffer;
  readonly fingerprint: Buffer;
  readonly masked: string;
  readonly name: string;
  readonly at: Date;
}

/** @returns false where another account has this PAN */
export async function setPan(tx: Tx, accountId: number, pan: PanToKeep): Promise<boolean> {
  // Of two accounts at once the second waits here, and sees the first.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(encode(${pan.fingerprint}, 'hex'), 0))`.execute(tx);
  const other = await tx
    .selectFrom('kyc')
    .select('account_id')
    .where('pan_fingerprint', '=', pan.fingerprint)
    .where('account_id', '!=', accountId)
    .executeTakeFirst();
  if (other) return false;
  await tx
    .updateTable('kyc')
    .set({
      pan_sealed: pan.sealed,
      pan_fingerprint: pan.fingerprint,
      pan_masked: pan.masked,
      pan_name: pan.name,
      pan_at: pan.at,
    })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

export async function setDecision(tx: Tx, accountId: number, { status, doubts }: KycDecision): Promise<void> {
  await tx
    .updateTable('kyc')
    .set({
      ...{ status, doubts: JSON.stringify(doubts satisfies readonly KycDoubt[]) },
      // What was said no to is past once a step was taken anew.
      ...(status === 'rejected' ? {} : { rejected_because: null, decided_at: null }),
    })
    .where('account_id', '=', accountId)
    .execute();
}

export interface RequestToInsert {
  readonly id: string;
  readonly accountId: number;
  readonly route: AadhaarRoute;
  readonly providerRequestId: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** The requests of before can be used no longer. */
export async function insertRequest(tx: Tx, request: RequestToInsert): Promise<void> {
  const { accountId } = request;
  await tx
    .updateTable('aadhaar_request')
    .set({ outcome: 'replaced' })
    .where('account_id', '=', accountId)
    .where('outcome', 'is', null)
    .execute();
  await tx
    .insertInto('aadhaar_request')
    .values({
      id: request.id,
      account_id: accountId,
      route: request.route,
      provider_request_id: request.providerRequestId,
      sent_at: request.sentAt,
      expires_at: request.expiresAt,
    })
    .execute();
}

export type RequestRow = Selectable<NonNullable<Awaited<ReturnType<typeof findRequest>>>>;

export function findRequest(
  db: Queryable,
  accountId: number,
  request: { readonly id: string; readonly route: AadhaarRoute },
) {
  return db
    .selectFrom('aadhaar_request')
    .select(['id', 'provider_request_id', 'expires_at', 'tries', 'outcome'])
    .where('id', '=', request.id)
    .where('account_id', '=', accountId)
    .where('route', '=', request.route)
    .executeTakeFirst();
}

/** Counts a try before it is made. @returns how many there were with it, or `undefined` where none may be made */
export async function takeTry(
  db: Queryable,
  id: string,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<number | undefined> {
  const row = await db
    .updateTable('aadhaar_request')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries;
}

/** The question reached nobody: it is none. */
export async function giveTryBack(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('aadhaar_request')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('tries', '>', 0)
    .execute();
}

export async function endRequest(
  db: Queryable,
  id: string,
  outcome: 'verified' | 'expired' | 'too_many_tries' | 'denied',
): Promise<void> {
  await db.updateTable('aadhaar_request').set({ outcome }).where('id', '=', id).where('outcome', 'is', null).execute();
}

const BANK_COLUMNS = [
  'id',
  'status',
  'number_masked',
  'ifsc',
  'bank_name',
  'holder_name',
  'set_at',
  'rejected_because',
] as const;

export function findBank(db: Queryable, accountId: number) {
  return db
    .selectFrom('bank_account')
    .select(BANK_COLUMNS)
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}

export interface BankToInsert {
  readonly accountId: number;
  readonly status: 'pending' | 'verified';
  readonly fingerprint: Buffer;
  readonly masked: string;
  readonly ifsc: string;
  readonly bankName: string;
  readonly holderName: string;
  readonly nameAtBank: string;
  readonly at: Date;
  /** Bound to the row, whose number comes first. */
  readonly seal: (bankAccountId: number) => Buffer;
}

/** Takes the place of the account of before, which stays for the withdrawals that are under way to it. */
export async function replaceBank(tx: Tx, bank: BankToInsert): Promise<BankRow & { readonly is_changed: boolean }> {
  const replaced = await tx
    .updateTable('bank_account')
    .set({ replaced_at: bank.at })
    .where('account_id', '=', bank.accountId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  const { id } = await tx
    .insertInto('bank_account')
    .values({
      account_id: bank.accountId,
      status: bank.status,
      number_sealed: Buffer.alloc(0),
      number_fingerprint: bank.fingerprint,
      number_masked: bank.masked,
      ifsc: bank.ifsc,
      bank_name: bank.bankName,
      holder_name: bank.holderName,
      name_at_bank: bank.nameAtBank,
      set_at: bank.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await tx
    .updateTable('bank_account')
    .set({ number_sealed: bank.seal(id) })
    .where('id', '=', id)
    .returning(BANK_COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, is_changed: replaced.numUpdatedRows > 0n };
}

export async function insertConsent(
  db: Queryable,
  requestId: string,
  consent: { readonly holder: { readonly name: string; readonly dateOfBirth?: string | undefined }; readonly at: Date },
): Promise<void> {
  await db
    .insertInto('kyc_sandbox_consent')
    .values({ request_id: requestId, holder: JSON.stringify(consent.holder), answer: 'waiting', at: consent.at })
    .execute();
}

export function findConsent(db: Queryable, requestId: string) {
  return db
    .selectFrom('kyc_sandbox_consent')
    .select(['holder', 'answer'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** The first answer stays. @returns whether there was such a request */
export async function answerConsent(db: Queryable, requestId: string, answer: 'given' | 'denied'): Promise<boolean> {
  const result = await db
    .updateTable('kyc_sandbox_consent')
    .set((eb) => ({
      answer: eb.case().when('answer', '=', 'waiting').then(answer).else(eb.ref('answer')).end(),
    }))
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Requests that can be used no longer, and what was agreed to on the sandbox's page. */
export async function deletePastRequests(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('aadhaar_request').where('sent_at', '<', before).execute();
  await db.deleteFrom('kyc_sandbox_consent').where('at', '<', before).execute();
}
