import type { Database, Tx } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordActivity } from '../activity/index.ts';
import { openLiveStep, setVerifiedDetails } from './store.ts';

/** Whose step it is, and whether it is given for the demo: that is said wherever it shows. */
export interface LiveStep {
  readonly accountId: number;
  readonly forDemo: boolean;
}

interface LiveStepParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** The account's owner is who they say: the first of two steps to live trading. */
export function markKycVerified(parts: LiveStepParts, step: LiveStep): Promise<void> {
  return take(parts, step, 'kyc', 'KYC verified');
}

/** Live trading is activated: the second step. */
export function markTradeActivated(parts: LiveStepParts, step: LiveStep): Promise<void> {
  return take(parts, step, 'activation', 'Trading activated');
}

/** Live trading is unlocked by what its owner bought; where it is unlocked already nothing changes. */
export async function activateTrading(
  tx: Tx,
  { accountId, at }: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const isFirst = await openLiveStep(tx, accountId, { step: 'activation', forDemo: false, now: at });
  if (isFirst) await recordActivity(tx, { accountId, kind: 'security', sentence: 'Trading activated.', at });
}

/** Both documents are in and fit: what they say of a person is what the account says from now on. */
export async function recordKycVerified(
  tx: Tx,
  person: {
    readonly accountId: number;
    readonly fullName: string;
    readonly dateOfBirth: IndiaDate | null;
    /** Absent where an operator decided on it. */
    readonly origin?: RequestOrigin;
    readonly at: Date;
  },
): Promise<void> {
  const { accountId, origin, at } = person;
  await setVerifiedDetails(tx, accountId, person);
  const isFirst = await openLiveStep(tx, accountId, { step: 'kyc', forDemo: false, now: at });
  if (isFirst) await recordActivity(tx, { accountId, kind: 'security', sentence: 'KYC verified.', origin, at });
}

async function take(
  { database, clock }: LiveStepParts,
  { accountId, forDemo }: LiveStep,
  step: 'kyc' | 'activation',
  deed: string,
): Promise<void> {
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    const isFirst = await openLiveStep(tx, accountId, { step, forDemo, now: at });
    if (!isFirst) return;
    const sentence = forDemo ? `${deed}: granted for the demo.` : `${deed}.`;
    await recordActivity(tx, { accountId, kind: 'security', sentence, facts: { step, forDemo }, at });
  });
}
