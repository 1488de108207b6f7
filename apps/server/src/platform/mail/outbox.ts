import type { Database, Queryable } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import type { Secrets } from '../secrets.ts';
import { placeOfMail } from './place.ts';
import { clearPastBodies, deleteMails, listNewest } from './store.ts';

export interface LocalMail {
  readonly to: string;
  readonly subject: string;
  readonly at: Date;
  /** Absent once its time is over. */
  readonly body: string | undefined;
}

const SHOWN = 50;

/** What would have been sent, newest first; for a developer's own machine. */
export async function readLocalOutbox({ kysely }: Database, secrets: Secrets): Promise<LocalMail[]> {
  const rows = await listNewest(kysely, SHOWN);
  return rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    at: row.created_at,
    body: row.sealed_body === null ? undefined : secrets.open(row.sealed_body, placeOfMail(row.dedupe_key)),
  }));
}

/** That a mail left is known for a month; what stood in it no longer than it is good for. */
const KEPT_MS = 30 * DAY_MS;

export async function deletePastMails(db: Queryable, now: EpochMs): Promise<void> {
  await clearPastBodies(db, new Date(now));
  await deleteMails(db, new Date(now - KEPT_MS));
}
