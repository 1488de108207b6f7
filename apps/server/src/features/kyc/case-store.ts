import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';
import type { CaseKey, CaseKind } from './case-rules.ts';

/** Every SQL statement about identities and bank accounts that a person has to look at. */

export interface CaseFilter {
  readonly state: 'waiting' | 'verified' | 'rejected' | 'all';
  readonly kind?: CaseKind | undefined;
  /** Of the person's name, address or number. */
  readonly search?: string | undefined;
}

export interface CasePage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time' | 'name' | '-name';
}

const ALL = sql`(
  SELECT 'identity' AS kind, kyc.account_id AS case_id, kyc.account_id, kyc.status, kyc.decided_at,
    greatest(kyc.pan_at, kyc.aadhaar_at) AS since
  FROM kyc WHERE kyc.status = 'pending' OR kyc.decided_at IS NOT NULL
  UNION ALL
  SELECT 'bank', bank.id, bank.account_id, bank.status, bank.decided_at, bank.set_at
  FROM bank_account bank
  WHERE (bank.status = 'pending' AND bank.replaced_at IS NULL) OR bank.decided_at IS NOT NULL
)`;

function matching({ state, kind, search }: CaseFilter): RawBuilder<unknown> {
  const status = state === 'waiting' ? 'pending' : state;
  const pattern = likePattern(search ?? '');
  return sql`FROM ${ALL} AS found JOIN account ON account.id = found.account_id
    WHERE (${status} = 'all' OR found.status = ${status})
      AND (${kind ?? null}::text IS NULL OR found.kind = ${kind ?? null})
      AND (${search ?? null}::text IS NULL OR account.full_name ILIKE ${pattern} OR account.email ILIKE ${pattern}
        OR account.mobile ILIKE ${pattern} OR account.id::text = ${search ?? null})`;
}

export async function listCaseKeys(db: Queryable, filter: CaseFilter, page: CasePage): Promise<readonly CaseKey[]> {
  const direction = sql.raw(page.sort.startsWith('-') ? 'DESC' : 'ASC');
  const column = page.sort.endsWith('name') ? sql`account.full_name` : sql`coalesce(found.since, found.decided_at)`;
  const { rows } = await sql<CaseKey>`SELECT found.kind, found.case_id AS id ${matching(filter)}
    ORDER BY ${column} ${direction} NULLS LAST, found.kind ${direction}, found.case_id ${direction}
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function countCases(db: Queryable, filter: CaseFilter): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) ${matching(filter)}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

export type IdentityRow = Awaited<ReturnType<typeof listIdentities>>[number];
export type BankCaseRow = Awaited<ReturnType<typeof listBanks>>[number];

const identities = (db: Queryable) =>
  db
    .selectFrom('kyc')
    .innerJoin('account', 'account.id', 'kyc.account_id')
    .select([
      ...(['kyc.account_id', 'kyc.status', 'kyc.doubts', 'kyc.documents', 'kyc.decided_at'] as const),
      ...(['kyc.said_name', 'kyc.said_birthday', 'kyc.rejected_because'] as const),
      ...(['kyc.aadhaar_last4', 'kyc.aadhaar_name', 'kyc.aadhaar_birthday', 'kyc.aadhaar_at'] as const),
      ...(['kyc.pan_masked', 'kyc.pan_name', 'kyc.pan_at'] as const),
      ...(['account.full_name', 'account.email', 'account.date_of_birth', 'account.kyc_verified_at'] as const),
    ]);

export async function listIdentities(db: Queryable, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  return identities(db).where('kyc.account_id', 'in', accountIds).execute();
}

export function lockIdentity(tx: Tx, accountId: number): Promise<IdentityRow | undefined> {
  return identities(tx).where('kyc.account_id', '=', accountId).forUpdate('kyc').executeTakeFirst();
}

const banks = (db: Queryable) =>
  db
    .selectFrom('bank_account as bank')
    .innerJoin('account', 'account.id', 'bank.account_id')
    .leftJoin('kyc', 'kyc.account_id', 'bank.account_id')
    .select([
      ...(['bank.id', 'bank.account_id', 'bank.status', 'bank.number_masked', 'bank.ifsc', 'bank.bank_name'] as const),
      ...(['bank.holder_name', 'bank.name_at_bank', 'bank.set_at', 'bank.replaced_at', 'bank.decided_at'] as const),
      ...(['bank.rejected_because', 'kyc.pan_name'] as const),
      ...(['account.full_name', 'account.email', 'account.kyc_verified_at'] as const),
    ]);

export async function listBanks(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return banks(db).where('bank.id', 'in', ids).execute();
}

export function lockBank(tx: Tx, id: number): Promise<BankCaseRow | undefined> {
  return banks(tx).where('bank.id', '=', id).forUpdate('bank').executeTakeFirst();
}

export async function verifyIdentity(tx: Tx, accountId: number, at: Date): Promise<void> {
  await tx
    .updateTable('kyc')
    .set({ status: 'verified', doubts: '[]', decided_at: at, rejected_because: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Takes back both steps, so that each can be taken anew and the PAN belongs to nobody. */
export async function rejectIdentity(
  tx: Tx,
  accountId: number,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('kyc')
    .set({
      ...{ status: 'rejected', doubts: '[]', documents: '[]', decided_at: at, rejected_because: reason },
      ...{ said_name: null, said_birthday: null },
      ...{ aadhaar_last4: null, aadhaar_name: null, aadhaar_birthday: null, aadhaar_route: null, aadhaar_at: null },
      ...{ pan_sealed: null, pan_fingerprint: null, pan_masked: null, pan_name: null, pan_at: null },
    })
    .where('account_id', '=', accountId)
    .execute();
}

export async function decideBank(
  tx: Tx,
  id: number,
  decision: { readonly status: 'verified' | 'rejected'; readonly reason: string | null; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('bank_account')
    .set({ status: decision.status, rejected_because: decision.reason, decided_at: decision.at })
    .where('id', '=', id)
    .execute();
}
