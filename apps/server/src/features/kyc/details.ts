import type { InputOf, updatekycdetails } from '@trickdesk/contract';
import { indiaDateOf } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { birthdayFault, recordAddress } from '../accounts/index.ts';
import type { KycParts, Who } from './parts.ts';
import type { KycDecision } from './rules.ts';
import { nowOf, recordStep, settle } from './settle.ts';
import * as store from './store.ts';

type Details = InputOf<typeof updatekycdetails>;

/**
 * Takes what helps where names or birthdays differ, and decides again.
 *
 * @throws Refusal `INVALID_INPUT` for a birthday that cannot be, `FIELD_VERIFIED` once all is verified
 */
export async function addDetails(parts: KycParts, who: Who, details: Details): Promise<KycDecision['status']> {
  const { database, clock } = parts;
  const { accountId } = who;
  const { panName: name, dateOfBirth: birthday, address, documents } = details;
  const fault = birthday && birthdayFault(birthday, indiaDateOf(clock.now()));
  if (fault) throw new Refusal('INVALID_INPUT', { errors: [{ path: 'dateOfBirth', message: fault }] });
  const at = nowOf(clock);
  return database.transaction(async (tx) => {
    const row = await store.lockKyc(tx, accountId);
    const person = await store.findPerson(tx, accountId);
    const isVerified = person.kyc_verified_at !== null;
    if (isVerified) refuseVerified(details);
    await store.setSaid(tx, accountId, { name, birthday, documents });
    if (address !== undefined) await recordAddress(tx, accountId, address);
    const given = FIELDS.filter((field) => details[field] !== undefined).map((field) => WORDS[field]);
    if (given.length > 0) await recordStep(tx, who, `Added to the KYC: ${given.join(', ')}.`, at);
    return isVerified ? row.status : (await settle(tx, who, at)).status;
  });
}

/** @throws Refusal `FIELD_VERIFIED` at each field that says something else than was verified */
function refuseVerified(details: Details): void {
  const fixed = (['panName', 'dateOfBirth'] as const).filter((field) => details[field] !== undefined);
  if (fixed.length === 0) return;
  const { message } = new Refusal('FIELD_VERIFIED');
  throw new Refusal('FIELD_VERIFIED', { errors: fixed.map((path) => ({ path, message })) });
}

const FIELDS = ['panName', 'dateOfBirth', 'address', 'documents'] as const;
const WORDS = {
  panName: 'the name on the PAN',
  dateOfBirth: 'the birthday',
  address: 'the address',
  documents: 'where documents are',
} as const;
