import { isDeepStrictEqual } from 'node:util';
import type { FieldError, InputOf, updatepersonaldetails } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordActivity } from '../activity/index.ts';
import { birthdayFault, contradicted } from './rules.ts';
import type { AccountRow } from './store.ts';
import * as store from './store.ts';

type Change = InputOf<typeof updatepersonaldetails>;

const NAMES = {
  fullName: 'name',
  mobile: 'mobile number',
  dateOfBirth: 'date of birth',
  gender: 'gender',
  address: 'address',
} as const satisfies Record<keyof Change, string>;

/**
 * Changes what somebody says of themselves; what they leave out stays.
 *
 * @throws Refusal `INVALID_INPUT` for a day on which nobody of age was born, `FIELD_VERIFIED` against what KYC verified
 */
export async function changePersonalDetails(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { accountId, origin }: Pick<Caller, 'accountId' | 'origin'>,
  change: Change,
): Promise<AccountRow> {
  const now = clock.now();
  const { dateOfBirth } = change;
  const fault = dateOfBirth && birthdayFault(dateOfBirth, indiaDateOf(now));
  if (fault) throw new Refusal('INVALID_INPUT', { errors: [{ path: 'dateOfBirth', message: fault }] });
  return database.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId);
    if (!account) throw new Refusal('NOT_FOUND');
    const before = detailsOf(account);
    const fixed = contradicted({ ...before, isKycVerified: account.kyc_verified_at !== null }, change);
    if (fixed.length > 0) throw new Refusal('FIELD_VERIFIED', { errors: fixed.map(asFieldError) });
    const after = { ...before, ...withoutAbsent(change) };
    const changed = namesOf(before, after);
    if (changed.length === 0) return account;
    const sentence = `Changed personal details: ${changed.join(', ')}.`;
    await recordActivity(tx, { accountId, kind: 'settings', sentence, origin, at: new Date(now) });
    return store.setPersonalDetails(tx, accountId, after);
  });
}

function detailsOf(account: AccountRow): store.PersonalDetails {
  return {
    fullName: account.full_name,
    mobile: account.mobile,
    dateOfBirth: account.date_of_birth,
    gender: account.gender,
    address: account.address,
  };
}

function withoutAbsent(change: Change): Partial<store.PersonalDetails> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** What differs, in words; never what it was or is. */
function namesOf(before: store.PersonalDetails, after: store.PersonalDetails): string[] {
  const fields = Object.keys(NAMES) as (keyof typeof NAMES)[];
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field])).map((field) => NAMES[field]);
}

function asFieldError(path: string): FieldError {
  return { path, message: new Refusal('FIELD_VERIFIED').message };
}
