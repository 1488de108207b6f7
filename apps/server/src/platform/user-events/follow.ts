import type { Bus, Database } from '@trickdesk/db';
import type { Log } from '../log.ts';
import { newestUserEvents, readUserEvents } from './store.ts';

/** News of stored events travels on this channel: the account's number, no content, since that lies in the database. */
export const USER_EVENTS_CHANNEL = 'user_events';

/** Whoever gets one account's events. */
export interface EventListener {
  readonly accountId: number;
  /** The last event that it has; `undefined`: it wants those from now on. */
  readonly afterEventId: string | undefined;
  readonly send: (event: { readonly name: string; readonly data: string; readonly id: string }) => void;
  /** Resolves when it can take more. */
  readonly drained: () => Promise<void>;
}

/** Brings stored events to whoever listens in this process. */
export interface UserEventFollower {
  /** Resolves when no event can be missed any more; what it resolves to ends that. */
  readonly listen: (listener: EventListener) => Promise<() => void>;
  readonly close: () => Promise<void>;
}

export interface FollowerParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Log;
  /** How often is looked without being woken, for wake-ups that were lost. */
  readonly lookEveryMs?: number;
}

const LOOK_EVERY_MS = 3_000;
const AT_ONCE = 100;

interface Follower {
  readonly listener: EventListener;
  /** The last event that was sent. */
  cursor: bigint;
  reading: boolean;
  /** Something came while it was reading. */
  again: boolean;
  gone: boolean;
}

export async function followUserEvents(parts: FollowerParts): Promise<UserEventFollower> {
  const { db, bus, log } = parts;
  const followers = new Map<number, Set<Follower>>();
  const all = (): Follower[] => [...followers.values()].flatMap((own) => [...own]);
  const look = (follower: Follower): void => {
    void readOn(db, follower).catch((error: unknown) => log.warn({ error }, 'events could not be read'));
  };
  const lookAtAll = async (): Promise<void> => {
    const newest = await newestUserEvents(db.kysely, [...followers.keys()]);
    for (const follower of all()) {
      const last = newest.get(follower.listener.accountId) ?? 0n;
      if (last > follower.cursor) look(follower);
    }
  };
  const tryTo = (work: () => Promise<void>, failure: string) => (): void => {
    void work().catch((error: unknown) => log.warn({ error }, failure));
  };
  const subscription = await bus.subscribe(USER_EVENTS_CHANNEL, {
    onMessage: (accountId) => {
      for (const follower of followers.get(Number(accountId)) ?? []) look(follower);
    },
    onGap: tryTo(lookAtAll, 'events could not be looked for'),
  });
  const looking = setInterval(tryTo(lookAtAll, 'events could not be looked for'), parts.lookEveryMs ?? LOOK_EVERY_MS);

  return {
    listen: async (listener) => {
      const { accountId, afterEventId } = listener;
      const newest = async (): Promise<bigint> => (await newestUserEvents(db.kysely, [accountId])).get(accountId) ?? 0n;
      const cursor = afterEventId === undefined ? await newest() : BigInt(afterEventId);
      const follower: Follower = { listener, cursor, reading: false, again: false, gone: false };
      const own = followers.get(accountId) ?? new Set();
      followers.set(accountId, own.add(follower));
      look(follower);
      return () => {
        follower.gone = true;
        own.delete(follower);
        if (own.size === 0) followers.delete(accountId);
      };
    },
    close: async () => {
      clearInterval(looking);
      await subscription.unsubscribe();
    },
  };
}

/** Sends what is new, one reader for each follower at a time, so that no event comes twice or out of order. */
async function readOn(db: Database, follower: Follower): Promise<void> {
  if (follower.reading) {
    follower.again = true;
    return;
  }
  follower.reading = true;
  try {
    do {
      follower.again = false;
      await readOnce(db, follower);
    } while (follower.again && !follower.gone);
  } finally {
    follower.reading = false;
  }
}

async function readOnce(db: Database, follower: Follower): Promise<void> {
  const { accountId, send, drained } = follower.listener;
  const events = await readUserEvents(db.kysely, { accountId, after: follower.cursor, limit: AT_ONCE });
  for (const event of events) {
    if (follower.gone) return;
    send({ id: String(event.id), name: event.name, data: JSON.stringify(event.payload) });
    follower.cursor = event.id;
    // What a slow reader has not taken waits in the database, not in this process.
    await drained();
  }
  if (events.length === AT_ONCE) follower.again = true;
}
