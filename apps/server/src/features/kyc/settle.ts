import type { Tx } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import { recordKycVerified } from '../accounts/index.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import type { Who } from './parts.ts';
import { decideKyc, type KycDecision } from './rules.ts';
import { findPerson, type KycRow, lockKyc, setDecision } from './store.ts';

/** Decides again what all that is known says, and tells where it says something new. */
export async function settle(tx: Tx, { accountId, origin }: Who, at: Date): Promise<KycDecision> {
  const row = await lockKyc(tx, accountId);
  const person = await findPerson(tx, accountId);
  const decision = decideKyc(factsOf(row, person));
  await setDecision(tx, accountId, decision);
  if (decision.status === row.status) return decision;
  if (decision.status === 'verified') {
    const fullName = person.said_name ?? person.full_name;
    const dateOfBirth = person.said_birthday ?? row.aadhaar_birthday;
    await recordKycVerified(tx, { accountId, fullName, dateOfBirth, origin, at });
  }
  await tell(tx, { accountId, status: decision.status, at });
  return decision;
}

function factsOf(row: KycRow, person: Awaited<ReturnType<typeof findPerson>>) {
  return {
    saidName: person.said_name ?? person.full_name,
    saidBirthday: person.said_birthday ?? person.date_of_birth,
    aadhaar: row.aadhaar_name === null ? undefined : { name: row.aadhaar_name, birthday: row.aadhaar_birthday },
    pan: row.pan_name === null ? undefined : { name: row.pan_name },
    isRejected: row.status === 'rejected',
  };
}

interface News {
  readonly accountId: number;
  readonly status: KycDecision['status'];
  readonly at: Date;
}

export async function tell(tx: Tx, { accountId, status, at }: News): Promise<void> {
  const words = NEWS[status];
  if (!words) return;
  await notify(tx, {
    accountId,
    category: 'security',
    // After a rejection it can be looked at again.
    dedupeKey: `kyc:${status}:${at.getTime()}`,
    link: '/profile/kyc',
    ...words,
  });
}

const NEWS = {
  open: undefined,
  rejected: undefined,
  verified: {
    title: 'Your KYC is verified',
    body: 'You can add a bank account now, and trade live once trading is activated.',
    severity: 'info',
  },
  pending: {
    title: 'Your KYC is being looked at',
    body: 'Something in your PAN and your Aadhaar differs. The KYC page says what, and how you can help.',
    severity: 'warning',
  },
} as const;

/** One step of several is done: written where its owner sees what was asked about them. */
export function recordStep(tx: Tx, { accountId, origin }: Who, sentence: string, at: Date): Promise<void> {
  return recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
}

export const nowOf = (clock: Clock): Date => new Date(clock.now());
