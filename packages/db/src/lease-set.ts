import { type ConnectionTarget, openWatchedConnection, type WatchedConnection } from './connection.ts';
import { lockKey } from './lease.ts';
import {
  BEAT,
  BEAT_EVERY_MS,
  endSleepingHolder,
  firstBeat,
  lastBeat,
  MAY_ACT_MS,
  silentHolders,
} from './lease-beat.ts';

/**
 * Many leases on one connection: they are all lost together, at the latest five seconds after the connection is. Every
 * second the set says in the database that it is awake. Whoever asks for a key of one that has been silent for five
 * seconds, by the database's clock, ends it and has the key: PostgreSQL cannot tell a paused process from a busy one.
 */
export interface LeaseSet {
  /** `true` when this set now holds the key; asking again for a key that it holds is `true` too. */
  readonly tryAcquire: (key: string) => Promise<boolean>;
  /** Also where the set is lost, at that very moment too: then nothing is left to give back. */
  readonly release: (key: string) => Promise<void>;
  /**
   * Whether the set is sure to hold what it acquired: `false` once its last confirmed beat began more than 3.5 seconds
   * ago by the monotonic clock. Asked right before an act, it tells a process that was paused.
   *
   * It is a check before an act, not a part of it: a process may be paused between the two, for as long as one likes,
   * and a host that sleeps may stop the clock as well. What may never happen twice needs a guard where it happens: a
   * write of a run checks its fence in its own transaction, an order is found again by its tag.
   */
  readonly mayAct: () => boolean;
  /** Beats at once, for a process that was busy for so long that it is not sure: `false` when the set is lost. */
  readonly confirm: () => Promise<boolean>;
  /** Sets that have been silent for too long or are gone, by a number each: their keys can be had now. */
  readonly silent: () => Promise<readonly number[]>;
  readonly lost: Promise<Error>;
  /** Gives every lease back. */
  readonly close: () => Promise<void>;
}

/** @throws the driver's error when the server cannot be reached */
export async function openLeaseSet(target: ConnectionTarget): Promise<LeaseSet> {
  const connection = await openWatchedConnection(target);
  try {
    return await beating(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function beating(connection: WatchedConnection): Promise<LeaseSet> {
  const { client } = connection;
  let beatAtMs = await firstBeat(client);
  let over = false;
  connection.startPing({
    everyMs: BEAT_EVERY_MS,
    statement: BEAT,
    onAnswer: (beganAtMs) => {
      beatAtMs = beganAtMs;
    },
  });
  void connection.lost.then(() => {
    over = true;
  });
  const held = new Set<string>();
  // The driver must not be given two statements at once.
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const tryLock = async (number: string): Promise<boolean> => {
    const answer = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS held', [number]);
    return answer.rows[0]?.held === true;
  };

  const confirm = async (): Promise<boolean> => {
    const beganAtMs = performance.now();
    try {
      await client.query(BEAT);
    } catch {
      // Whether the connection is lost, and why, `lost` says.
      return false;
    }
    if (!over) beatAtMs = beganAtMs;
    return !over;
  };

  return {
    lost: connection.lost,
    confirm: () => inOrder(confirm),
    silent: () => inOrder(() => silentHolders(client)),
    mayAct: () => !over && performance.now() - beatAtMs <= MAY_ACT_MS,
    tryAcquire: (key) =>
      inOrder(async () => {
        if (held.has(key)) return true;
        const number = lockKey(key);
        const got = (await tryLock(number)) || ((await endSleepingHolder(client, number)) && (await tryLock(number)));
        if (got) held.add(key);
        return got;
      }),
    release: (key) =>
      inOrder(async () => {
        if (!held.delete(key) || over) return;
        try {
          await client.query('SELECT pg_advisory_unlock($1::bigint)', [lockKey(key)]);
        } catch (error) {
          // Where the connection was cut in between, the server has given it back by itself; `lost` tells.
          if (await confirm()) throw error;
        }
      }),
    close: () =>
      inOrder(async () => {
        if (!over) await lastBeat(client).catch(() => undefined);
        over = true;
        await connection.close();
      }),
  };
}
