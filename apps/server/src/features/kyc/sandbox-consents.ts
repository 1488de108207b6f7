import type { Database } from '@trickdesk/db';
import type { SandboxConsents } from '@trickdesk/providers/kyc';
import type { Clock } from '../../platform/clock.ts';
import { nowOf } from './settle.ts';
import { answerConsent, findConsent, insertConsent } from './store.ts';

export interface AnsweredConsents extends SandboxConsents {
  /** @returns false where there is no such request */
  readonly answer: (requestId: string, answer: 'given' | 'denied') => Promise<boolean>;
}

/** What is agreed to on the sandbox's consent page, in rows: whoever asks next may be another process. */
export function createSandboxConsents({ database, clock }: { database: Database; clock: Clock }): AnsweredConsents {
  const { kysely } = database;
  return {
    open: (requestId, holder) => insertConsent(kysely, requestId, { holder, at: nowOf(clock) }),
    read: (requestId) => findConsent(kysely, requestId),
    answer: (requestId, answer) => answerConsent(kysely, requestId, answer),
  };
}
