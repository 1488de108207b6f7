import { type ConnectionTarget, openWatchedConnection } from './connection.ts';
import { lockKey } from './lease.ts';

/** Many leases on one connection: they are all lost together, at the latest five seconds after the connection is. */
export interface LeaseSet {
  /** `true` when this set now holds the key; asking again for a key that it holds is `true` too. */
  readonly tryAcquire: (key: string) => Promise<boolean>;
  readonly release: (key: string) => Promise<void>;
  readonly lost: Promise<Error>;
  /** Gives every lease back. */
  readonly close: () => Promise<void>;
}

/** @throws the driver's error when the server cannot be reached */
export async function openLeaseSet(target: ConnectionTarget): Promise<LeaseSet> {
  const connection = await openWatchedConnection(target);
  connection.startPing();
  const held = new Set<string>();
  // The driver must not be given two statements at once.
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  return {
    lost: connection.lost,
    tryAcquire: (key) =>
      inOrder(async () => {
        if (held.has(key)) return true;
        const answer = await connection.client.query<{ held: boolean }>(
          'SELECT pg_try_advisory_lock($1::bigint) AS held',
          [lockKey(key)],
        );
        if (answer.rows[0]?.held !== true) return false;
        held.add(key);
        return true;
      }),
    release: (key) =>
      inOrder(async () => {
        if (!held.delete(key)) return;
        await connection.client.query('SELECT pg_advisory_unlock($1::bigint)', [lockKey(key)]);
      }),
    close: () => inOrder(() => connection.close()),
  };
}
