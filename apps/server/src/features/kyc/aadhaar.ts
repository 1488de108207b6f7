import { randomUUID } from 'node:crypto';
import type { AadhaarRoute } from '@trickdesk/db';
import type { AadhaarPerson, OtpChecked } from '@trickdesk/providers/kyc';
import { Refusal } from '../../http/refusal.ts';
import { holderOf, type KycParts, takeTurn, unavailable, type Who } from './parts.ts';
import { openRequest, sealRequest } from './request-token.ts';
import { CODE_TRIES, REQUEST_LASTS_MS, RESEND, RESEND_AFTER_MS, SENDS } from './rules.ts';
import { nowOf, recordStep, settle } from './settle.ts';
import * as store from './store.ts';

export interface SentCode {
  readonly requestId: string;
  readonly expiresAt: Date;
  readonly resendAfterSeconds: number;
  /** The provider's words, for a toast. */
  readonly message: string;
}

/**
 * Has UIDAI send a code. The number is used for this and goes back sealed to whoever asked; nothing of it is kept.
 *
 * @throws Refusal `KYC_STEP_DONE`, `AADHAAR_OTP_OFF`, `AADHAAR_REFUSED`, `OTP_TOO_SOON`, `OTP_TOO_OFTEN`,
 *   `KYC_UNAVAILABLE`
 */
export async function sendCode(parts: KycParts, who: Who, aadhaarNumber: string): Promise<SentCode> {
  if (!parts.otpRoute) throw new Refusal('AADHAAR_OTP_OFF');
  const { accountId } = who;
  await refuseDone(parts, accountId);
  // tidy: told-in-hindi because tries are counted under it
  const soon = ['aadhaar code soon', String(accountId)] as const;
  // tidy: told-in-hindi because tries are counted under it
  const often = ['aadhaar code', String(accountId)] as const;
  await takeTurn(parts, soon, RESEND, 'OTP_TOO_SOON');
  await takeTurn(parts, often, SENDS, 'OTP_TOO_OFTEN');
  const id = randomUUID();
  const sent = await parts.provider.sendAadhaarOtp({ aadhaarNumber, caseId: id });
  // Nothing was sent: a number that was mistyped may be corrected at once, and an outage is not the person's.
  if (sent.kind !== 'sent') await parts.attempts.giveBack(soon, RESEND);
  if (sent.kind === 'unavailable') await parts.attempts.giveBack(often, SENDS);
  switch (sent.kind) {
    case 'unavailable':
      throw unavailable(parts, 'send an Aadhaar code', sent.cause);
    case 'refused':
      throw new Refusal('AADHAAR_REFUSED', {
        message: sent.message,
        errors: [{ path: 'aadhaarNumber', message: sent.message }],
      });
    case 'sent': {
      const expiresAt = await keepRequest(parts, who, { id, route: 'otp', providerRequestId: sent.providerRequestId });
      return {
        requestId: sealRequest(parts.secrets, id, aadhaarNumber),
        expiresAt,
        resendAfterSeconds: RESEND_AFTER_MS / 1000,
        message: sent.message,
      };
    }
  }
}

export interface CodeChecked {
  readonly outcome: Exclude<OtpChecked['kind'], 'unavailable'>;
  readonly triesLeft: number;
}

/**
 * Checks a code; each try counts before it is made, so that many at once are no more than five.
 *
 * @throws Refusal `NOT_FOUND` for a request that is not the caller's, `KYC_UNAVAILABLE`
 */
export async function checkCode(parts: KycParts, who: Who, input: CodeTry): Promise<CodeChecked> {
  const { database, secrets, provider } = parts;
  const { accountId } = who;
  const opened = openRequest(secrets, input.requestId);
  const request = opened && (await store.findRequest(database.kysely, accountId, { id: opened.id, route: 'otp' }));
  if (!opened || !request) throw new Refusal('NOT_FOUND');
  const tries = await store.takeTry(database.kysely, request.id, { most: CODE_TRIES, now: nowOf(parts.clock) });
  if (tries === undefined) {
    // Read anew: another try may have been the last one.
    const past = await store.findRequest(database.kysely, accountId, { id: request.id, route: 'otp' });
    return { outcome: pastOutcome(past ?? request), triesLeft: 0 };
  }
  const checked = await provider.checkAadhaarOtp({
    aadhaarNumber: opened.aadhaarNumber,
    providerRequestId: request.provider_request_id,
    otp: input.otp,
    holder: await holderOf(parts, accountId),
  });
  if (checked.kind === 'unavailable') {
    await store.giveTryBack(database.kysely, request.id);
    throw unavailable(parts, 'check an Aadhaar code', checked.cause);
  }
  const left = CODE_TRIES - tries;
  if (checked.kind === 'wrong_code' && left > 0) return { outcome: 'wrong_code', triesLeft: left };
  if (checked.kind === 'verified') {
    await keepPerson(parts, who, checked.person, { id: request.id, route: 'otp' });
    return { outcome: 'verified', triesLeft: left };
  }
  const outcome = checked.kind === 'expired' ? 'expired' : 'too_many_tries';
  await store.endRequest(database.kysely, request.id, outcome);
  return { outcome, triesLeft: 0 };
}

interface CodeTry {
  readonly requestId: string;
  readonly otp: string;
}

function pastOutcome({ outcome, tries }: Pick<store.RequestRow, 'outcome' | 'tries'>): CodeChecked['outcome'] {
  if (outcome === 'verified') return 'verified';
  return outcome === 'too_many_tries' || tries >= CODE_TRIES ? 'too_many_tries' : 'expired';
}

/** @throws Refusal `KYC_STEP_DONE`, `OTP_TOO_OFTEN`, `KYC_UNAVAILABLE` */
export async function startDigiLocker(parts: KycParts, who: Who) {
  const { accountId } = who;
  await refuseDone(parts, accountId);
  await takeTurn(parts, ['digilocker', String(accountId)], SENDS, 'OTP_TOO_OFTEN');
  const id = randomUUID();
  const started = await parts.provider.startDigiLocker({ caseId: id, holder: await holderOf(parts, accountId) });
  if (started.kind === 'unavailable') throw unavailable(parts, 'open DigiLocker', started.cause);
  const { providerRequestId, url } = started;
  const expiresAt = await keepRequest(parts, who, { id, route: 'digilocker', providerRequestId });
  return { requestId: id, url, expiresAt };
}

export type ConsentState = 'waiting' | 'verified' | 'denied' | 'expired';

/** @throws Refusal `NOT_FOUND` for a request that is not the caller's, `KYC_UNAVAILABLE` */
export async function readDigiLocker(parts: KycParts, who: Who, id: string): Promise<ConsentState> {
  const { database, provider } = parts;
  const request = await store.findRequest(database.kysely, who.accountId, { id, route: 'digilocker' });
  if (!request) throw new Refusal('NOT_FOUND');
  const { outcome } = request;
  if (outcome !== null) return outcome === 'verified' || outcome === 'denied' ? outcome : 'expired';
  const result = await provider.readDigiLocker(request.provider_request_id);
  switch (result.kind) {
    case 'unavailable':
      throw unavailable(parts, 'read DigiLocker', result.cause);
    case 'verified':
      await keepPerson(parts, who, result.person, { id, route: 'digilocker' });
      return 'verified';
    case 'waiting':
      if (request.expires_at > nowOf(parts.clock)) return 'waiting';
      await store.endRequest(database.kysely, id, 'expired');
      return 'expired';
    case 'denied':
    case 'expired':
      await store.endRequest(database.kysely, id, result.kind);
      return result.kind;
  }
}

async function refuseDone({ database }: KycParts, accountId: number): Promise<void> {
  const [person, kyc] = await Promise.all([
    store.findPerson(database.kysely, accountId),
    store.findKyc(database.kysely, accountId),
  ]);
  if (person.kyc_verified_at !== null || (kyc?.aadhaar_at ?? null) !== null) throw new Refusal('KYC_STEP_DONE');
}

async function keepRequest(
  { database, clock }: KycParts,
  { accountId }: Who,
  request: Pick<store.RequestToInsert, 'id' | 'route' | 'providerRequestId'>,
): Promise<Date> {
  const sentAt = nowOf(clock);
  const expiresAt = new Date(sentAt.getTime() + REQUEST_LASTS_MS);
  await database.transaction((tx) => store.insertRequest(tx, { ...request, accountId, sentAt, expiresAt }));
  return expiresAt;
}

async function keepPerson(
  { database, clock }: KycParts,
  who: Who,
  person: AadhaarPerson,
  { id, route }: { readonly id: string; readonly route: AadhaarRoute },
): Promise<void> {
  const at = nowOf(clock);
  await database.transaction(async (tx) => {
    const before = await store.lockKyc(tx, who.accountId);
    await store.endRequest(tx, id, 'verified');
    // Two answers at once are one.
    if (before.aadhaar_at !== null) return;
    const birthday = person.dateOfBirth ?? null;
    await store.setAadhaar(tx, who.accountId, { ...person, birthday }, { route, at });
    await recordStep(tx, who, `Aadhaar ending in ${person.last4} verified ${ROUTES[route]}.`, at);
    await settle(tx, who, at);
  });
}

const ROUTES = { otp: 'by a code of UIDAI', digilocker: 'through DigiLocker' } as const;
