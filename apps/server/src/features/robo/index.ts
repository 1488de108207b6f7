import type { Queryable } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import { deleteNotes } from './store.ts';

export { roboHandlers } from './calls.ts';
export { createRoboService, type RoboService } from './service.ts';
export { tellReviews } from './tell-review.ts';

/** No fewer than the years that law asks for, leap days included. */
const YEAR_MS = 366 * DAY_MS;

/** @param years for how long a suitability note outlives its account */
export function deletePastNotes(db: Queryable, now: EpochMs, years: number): Promise<void> {
  return deleteNotes(db, new Date(now - years * YEAR_MS));
}
