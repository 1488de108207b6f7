import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** How often a holder says that it is awake. */
export const BEAT_EVERY_MS = 1_000;
/**
 * A holder may act for so long after the start of its last confirmed beat, by its own monotonic clock. Shorter than
 * what others wait, so that it has stopped before they begin: clocks that run at slightly different speeds, and what is
 * done between the question and the act, have the difference.
 */
export const MAY_ACT_MS = 3_500;
/** Others end a holder whose last beat is older than this by the database's clock. */
const ASLEEP_AFTER = '5 seconds';
/** How long the end of its backend, which frees its locks, is waited for. */
const END_WITHIN_MS = 1_000;

/** Its moment is the database's, taken when the statement runs: never before the holder sent it. */
export const BEAT = `INSERT INTO lease_holder (pid, beat_at) VALUES (pg_backend_pid(), clock_timestamp())
  ON CONFLICT (pid) DO UPDATE SET beat_at = excluded.beat_at`;

/** A row older than the backend of its number is another one's, which had the number before. */
const BACKEND = 'pg_stat_activity backend ON backend.pid = holder.pid AND backend.backend_start <= holder.beat_at';
const SLEEPS = `holder.beat_at < clock_timestamp() - interval '${ASLEEP_AFTER}'`;

/** What sets the names below apart from one that an operator gave in the URL, which others may bear too. */
const NAME = 'trickdesk-';

/** A name that nobody else's connections bear. */
export function newHolderName(): string {
  return `${NAME}${randomUUID()}`;
}

type Queries = Pick<pg.Client, 'query'>;

/** The first beat of a holder, which also forgets those that are long gone. @returns when it began, monotonic ms */
export async function firstBeat(client: Queries): Promise<number> {
  await client.query(`DELETE FROM lease_holder WHERE beat_at < clock_timestamp() - interval '1 day'`);
  const beganAtMs = performance.now();
  await client.query(BEAT);
  return beganAtMs;
}

export async function lastBeat(client: Queries): Promise<void> {
  await client.query('DELETE FROM lease_holder WHERE pid = pg_backend_pid()');
}

/** @returns the backends of holders that sleep or have died: others may have their keys now */
export async function silentHolders(client: Queries): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT holder.pid FROM lease_holder holder LEFT JOIN ${BACKEND} WHERE backend.pid IS NULL OR ${SLEEPS}`,
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Ends the backend that holds a lock, if its holder has slept too long, and the holder's other ones: in the middle of a
 * transaction they would keep rows from whoever goes on with its work.
 *
 * @param lock the lock's number as decimal text
 * @returns whether a holder was ended, so that the lock is free or about to be
 */
export async function endSleepingHolder(client: Queries, lock: string): Promise<boolean> {
  const answer = await client.query(
    `SELECT pg_terminate_backend(own.pid, ${END_WITHIN_MS}) AS ended
       FROM lease_holder holder JOIN ${BACKEND} JOIN pg_locks held ON held.pid = holder.pid
       JOIN pg_stat_activity own ON own.pid = holder.pid OR (own.datid = backend.datid
         AND own.application_name = backend.application_name AND own.application_name LIKE '${NAME}%')
      WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 1
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND ((held.classid::bigint << 32) | held.objid::bigint) = $1::bigint
        AND ${SLEEPS}`,
    [lock],
  );
  return answer.rows.length > 0;
}
