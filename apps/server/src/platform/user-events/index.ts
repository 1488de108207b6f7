import type { EventName, EventOf } from '@trickdesk/contract';
import type { Bus, Queryable, Tx } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import { USER_EVENTS_CHANNEL } from './follow.ts';
import { deleteUserEvents, insertUserEvent } from './store.ts';

export { type EventListener, followUserEvents, type UserEventFollower } from './follow.ts';

/** Events that are stored and can be resumed after; the others are only told to whoever listens. */
export type StoredEventName = Exclude<EventName, 'quote' | 'bar' | 'market' | 'pnl'>;

/**
 * Writes an event in the transaction of the change that it tells of: both are kept, or neither. After the commit, call
 * `wakeUserStreams`; a wake-up that is lost costs at most a stream's own look every few seconds.
 */
export async function recordUserEvent<Name extends StoredEventName>(
  tx: Tx,
  accountId: number,
  event: { readonly name: Name; readonly payload: EventOf<Name> },
): Promise<void> {
  await insertUserEvent(tx, { accountId, ...event, at: new Date() });
}

/** After the commit: open streams of the account look for new events. */
export function wakeUserStreams(bus: Bus, accountId: number): void {
  bus.publish(USER_EVENTS_CHANNEL, String(accountId));
}

/** Longer than anybody stays away and still wants to be told one by one. */
const KEPT_MS = 3 * DAY_MS;

export function deletePastUserEvents(db: Queryable, now: EpochMs): Promise<void> {
  return deleteUserEvents(db, new Date(now - KEPT_MS));
}
