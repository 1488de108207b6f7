import { KEPT_YEARS } from '@trickdesk/contract';
import { deletePastResets, deletePastSessions } from '../features/accounts/index.ts';
import { deletePastEvents } from '../features/billing/index.ts';
import { deletePastKycRequests } from '../features/kyc/index.ts';
import { deletePastOwnData } from '../features/own-data/index.ts';
import { deletePastNotes } from '../features/robo/index.ts';
import { createAttempts } from '../platform/attempts.ts';
import { deletePastAnswers } from '../platform/idempotency.ts';
import { deletePastMails } from '../platform/mail/index.ts';
import { deletePastUserEvents } from '../platform/user-events/index.ts';
import type { Foundation } from './foundation.ts';

/** Deletes rows that have had their time. Any process may do it, and two at once do no harm. */
export async function deletePast({ database, clock }: Pick<Foundation, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await createAttempts(database, clock).deletePast();
  await deletePastSessions(database.kysely, now);
  await deletePastResets(database.kysely, new Date(now));
  await deletePastMails(database.kysely, now);
  await deletePastKycRequests(database.kysely, now);
  await deletePastEvents(database.kysely, now);
  await deletePastAnswers(database.kysely, now);
  await deletePastUserEvents(database.kysely, now);
  await deletePastOwnData(database.kysely, now, KEPT_YEARS.identity);
  await deletePastNotes(database.kysely, now, KEPT_YEARS.identity);
}
