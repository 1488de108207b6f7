import type { Database } from '@trickdesk/db';
import type { Holder, KycProvider } from '@trickdesk/providers/kyc';
import { Refusal } from '../../http/refusal.ts';
import type { AttemptKey, Attempts, BackOff } from '../../platform/attempts.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fingerprints } from '../../platform/fingerprints.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import { findPerson } from './store.ts';

export interface KycParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly attempts: Attempts;
  readonly fingerprints: Fingerprints;
  readonly provider: KycProvider;
  readonly accounts: Pick<Accounts, 'assertPassword' | 'secondFactor'>;
  /** Whether codes for Aadhaar may be sent; UIDAI wants people to use DigiLocker. */
  readonly otpRoute: boolean;
}

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** What a person says of themselves: to KYC, else to the product. */
export async function holderOf({ database }: KycParts, accountId: number): Promise<Holder> {
  const person = await findPerson(database.kysely, accountId);
  return {
    name: person.said_name ?? person.full_name,
    dateOfBirth: person.said_birthday ?? person.date_of_birth ?? undefined,
  };
}

/** @throws Refusal where it was asked as often as one may */
export async function takeTurn(
  { attempts }: KycParts,
  key: AttemptKey,
  backOff: BackOff,
  code: 'OTP_TOO_SOON' | 'OTP_TOO_OFTEN' | 'TOO_MANY_REQUESTS',
): Promise<void> {
  const wait = await attempts.take(key, backOff);
  if (wait !== undefined) throw new Refusal(code, { retryAfterSeconds: wait });
}

/** The office's own trouble: what it is goes into the log, the person is asked to try again. */
export function unavailable({ log }: KycParts, question: string, cause: string): Refusal {
  log.warn({ question, cause }, 'a KYC provider gave no answer');
  return new Refusal('KYC_UNAVAILABLE');
}
