import type { Database } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { deleteCopies } from './copy-store.ts';
import { deleteIdentities, deleteNextPart, listUnfinished, markDone } from './leftovers-store.ts';

/**
 * Goes on with erasures whose account is pseudonymised already. Each part is a statement of its own: whoever dies in
 * between leaves the rest for the next turn, and two at once do no harm.
 *
 * @returns how many were finished
 */
export async function continueErasures(parts: { readonly database: Database; readonly clock: Clock }): Promise<number> {
  const db = parts.database.kysely;
  const unfinished = await listUnfinished(db);
  for (const accountId of unfinished) {
    while (await deleteNextPart(db, accountId));
    await markDone(db, accountId, new Date(parts.clock.now()));
  }
  return unfinished.length;
}

/** That a copy was asked for is known for a month. */
const COPIES_KEPT_MS = 30 * DAY_MS;
/** No fewer than the years of the contract, leap days included. */
const YEAR_MS = 366 * DAY_MS;

/** @param identityYears for how long the identity of an erased account is kept */
export async function deletePastOwnData(db: Database['kysely'], now: EpochMs, identityYears: number): Promise<void> {
  await deleteCopies(db, new Date(now - COPIES_KEPT_MS));
  await deleteIdentities(db, new Date(now - identityYears * YEAR_MS));
}
