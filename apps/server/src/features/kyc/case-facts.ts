import { createHash } from 'node:crypto';
import type { CaseFacts } from './case-rules.ts';
import type { BankCaseRow, IdentityRow } from './case-store.ts';

/** Of all that a decision rests on, so that one on facts of before is noticed. */
function digestOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

export function identityFacts(row: IdentityRow): CaseFacts {
  const { account_id: ownerId, status, decided_at: _when, rejected_because: _why, kyc_verified_at: _is, ...rest } = row;
  return { ownerId, status, isReplaced: false, digest: digestOf([status, rest]) };
}

export function bankFacts(row: BankCaseRow): CaseFacts {
  const { account_id: ownerId, status } = row;
  const known = [row.number_masked, row.ifsc, row.holder_name, row.name_at_bank, row.pan_name, row.full_name];
  return { ownerId, status, isReplaced: row.replaced_at !== null, digest: digestOf([status, ...known]) };
}

/** What the account says for good where the identity is verified: what stands in the documents. */
export function becomingOf(row: IdentityRow): { readonly fullName: string; readonly dateOfBirth: string | null } {
  const said = row.said_birthday ?? row.date_of_birth;
  return { fullName: row.pan_name ?? row.full_name, dateOfBirth: row.aadhaar_birthday ?? said };
}
