import { createHash } from 'node:crypto';
import { type ConnectionTarget, openWatchedConnection } from './connection.ts';

/**
 * The sole right to do something (run an account's deployments, refresh a broker's session) for as long as one
 * connection lives. PostgreSQL gives it back by itself when the holder's process or host dies.
 */
export interface Lease {
  readonly key: string;
  /**
   * Resolves with the reason when the right is lost without `release`. The holder must stop at once: another process
   * may have it already. What must never happen twice needs a guard in the database as well, not the lease alone.
   */
  readonly lost: Promise<Error>;
  /** Gives the right back; resolves when another process can take it. */
  readonly release: () => Promise<void>;
}

export interface LeaseOptions {
  /** Wait until the present holder gives it up, instead of answering `undefined`. */
  readonly wait?: boolean;
}

/** A text key as PostgreSQL's 64-bit lock number, as decimal text: the same in every process and release. */
export function lockKey(key: string): string {
  return createHash('sha256').update(key).digest().readBigInt64BE(0).toString();
}

/**
 * Takes the lease of a key on a connection of its own.
 *
 * @returns `undefined` when another process holds it and `wait` was not asked for
 * @throws the driver's error when the server cannot be reached
 */
export async function acquireLease(
  target: ConnectionTarget,
  key: string,
  options: LeaseOptions = {},
): Promise<Lease | undefined> {
  const connection = await openWatchedConnection(target);
  const held = await lock(connection.client, key, options.wait === true).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  if (!held) {
    await connection.close();
    return undefined;
  }
  connection.startPing();
  return { key, lost: connection.lost, release: connection.close };
}

interface LockClient {
  query(text: string, values: string[]): Promise<{ rows: { held?: boolean }[] }>;
}

async function lock(client: LockClient, key: string, wait: boolean): Promise<boolean> {
  const number = lockKey(key);
  if (wait) {
    await client.query('SELECT pg_advisory_lock($1::bigint)', [number]);
    return true;
  }
  const answer = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS held', [number]);
  return answer.rows[0]?.held === true;
}
