import { type IndiaDate, indiaDateOf, maskedPan } from '@trickdesk/domain';
import type { PanChecked } from '@trickdesk/providers/kyc';
import { Refusal } from '../../http/refusal.ts';
import { birthdayFault } from '../accounts/index.ts';
import { type KycParts, takeTurn, unavailable, type Who } from './parts.ts';
import { judgeNames, PAN_QUESTIONS } from './rules.ts';
import { nowOf, recordStep, settle } from './settle.ts';
import * as store from './store.ts';

export interface PanClaim {
  readonly pan: string;
  /** As it stands on the card. */
  readonly name: string;
  readonly dateOfBirth: IndiaDate;
}

export type PanOutcome = 'verified' | 'name_mismatch' | 'invalid' | 'inoperative';

/**
 * Asks whose a PAN is, and keeps it, sealed, where it is the caller's. A name that is nearly the same is kept, too, and
 * looked at by a person.
 *
 * @throws Refusal `INVALID_INPUT` for whoever is too young, `KYC_STEP_DONE`, `PAN_IN_USE`, `TOO_MANY_REQUESTS`,
 *   `KYC_UNAVAILABLE`
 */
export async function verifyPan(parts: KycParts, who: Who, claim: PanClaim): Promise<PanOutcome> {
  const { clock, provider } = parts;
  const fault = birthdayFault(claim.dateOfBirth, indiaDateOf(clock.now()));
  if (fault) throw new Refusal('INVALID_INPUT', { errors: [{ path: 'dateOfBirth', message: fault }] });
  await refuseDone(parts, who.accountId);
  const key = ['pan', String(who.accountId)] as const;
  await takeTurn(parts, key, PAN_QUESTIONS, 'TOO_MANY_REQUESTS');
  const { pan, name, dateOfBirth } = claim;
  const checked = await provider.checkPan({ pan, holder: { name, dateOfBirth } });
  if (checked.kind === 'unavailable') {
    await parts.attempts.giveBack(key, PAN_QUESTIONS);
    throw unavailable(parts, 'check a PAN', checked.cause);
  }
  const outcome = outcomeOf(checked, name);
  if (outcome === 'verified' && checked.kind === 'active') await keepPan(parts, who, claim, checked.nameOnPan);
  return outcome;
}

function outcomeOf(checked: Exclude<PanChecked, { kind: 'unavailable' }>, name: string): PanOutcome {
  if (checked.kind !== 'active') return checked.kind;
  return judgeNames(name, checked.nameOnPan) === 'other' ? 'name_mismatch' : 'verified';
}

async function refuseDone({ database }: KycParts, accountId: number): Promise<void> {
  const [person, kyc] = await Promise.all([
    store.findPerson(database.kysely, accountId),
    store.findKyc(database.kysely, accountId),
  ]);
  if (person.kyc_verified_at !== null || (kyc?.pan_at ?? null) !== null) throw new Refusal('KYC_STEP_DONE');
}

async function keepPan(parts: KycParts, who: Who, claim: PanClaim, nameOnPan: string): Promise<void> {
  const { database, clock, secrets, fingerprints } = parts;
  const { accountId } = who;
  const at = nowOf(clock);
  const kept = {
    sealed: secrets.seal(claim.pan, `kyc:${accountId}`),
    // tidy: told-in-hindi because a fingerprint is made of it
    fingerprint: await fingerprints.of(`pan ${claim.pan}`),
    masked: maskedPan(claim.pan),
    name: nameOnPan,
    at,
  };
  await database.transaction(async (tx) => {
    const before = await store.lockKyc(tx, accountId);
    // Two answers at once are one.
    if (before.pan_at !== null) return;
    // Said only to who has just named the PAN and the name on it.
    if (!(await store.setPan(tx, accountId, kept))) throw inUse();
    await store.setSaid(tx, accountId, { name: claim.name, birthday: claim.dateOfBirth });
    await recordStep(tx, who, `PAN ${kept.masked} verified.`, at);
    await settle(tx, who, at);
  });
}

function inUse(): Refusal {
  const refusal = new Refusal('PAN_IN_USE');
  return new Refusal('PAN_IN_USE', { errors: [{ path: 'pan', message: refusal.message }] });
}
