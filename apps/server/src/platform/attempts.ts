import { createHash } from 'node:crypto';
import type { Database } from '@trickdesk/db';
import type { Clock } from './clock.ts';
import { type BackOff, deletePastTries, forgetTries, returnTry, takeTry } from './store.ts';

export type { BackOff } from './store.ts';

/** Tries at secrets (passwords, codes), counted for all processes together. */
export interface Attempts {
  /**
   * Counts a try before it is made, so that a thousand at once are not all free.
   *
   * @returns seconds to wait, or `undefined` where the try may be made
   */
  readonly take: (key: AttemptKey, backOff: BackOff) => Promise<number | undefined>;
  /** It succeeded: nothing is held against the key any more. */
  readonly forget: (key: AttemptKey) => Promise<void>;
  /** It succeeded, but what others failed from the same key stays counted. */
  readonly giveBack: (key: AttemptKey, backOff: BackOff) => Promise<void>;
  readonly deletePast: () => Promise<void>;
}

/** What is tried, and whose: `['login', 'account', '7']`. Kept as a hash, so the table holds no address or name. */
export type AttemptKey = readonly [kind: string, ...who: string[]];

export function createAttempts(database: Database, clock: Clock): Attempts {
  const db = database.kysely;
  const now = (): Date => new Date(clock.now());
  return {
    take: async (key, backOff) => {
      const at = now();
      const take = await takeTry(db, hashOf(key), { ...backOff, now: at });
      if (take.allowed) return undefined;
      return Math.max(1, Math.ceil((take.blockedUntil.getTime() - at.getTime()) / 1000));
    },
    forget: (key) => forgetTries(db, hashOf(key)),
    giveBack: (key, backOff) => returnTry(db, hashOf(key), backOff.free),
    deletePast: () => deletePastTries(db, now()),
  };
}

function hashOf(key: AttemptKey): string {
  return `${key[0]}:${createHash('sha256').update(JSON.stringify(key)).digest('base64url')}`;
}
