import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 250;

/** SQLSTATE classes and system errors that say "not now": no connection, too many, starting up, shutting down. */
const PASSING = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

/** Repeats work that fails because the database cannot be reached; any other failure is thrown at once. */
export async function keepTrying<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > giveUpAt) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && PASSING.test(error.code)) return true;
  if (error.cause !== undefined && isPassing(error.cause)) return true;
  // The driver reports a connection that was cut under a statement without a code.
  return /terminated unexpectedly|connection timeout|Connection terminated/i.test(error.message);
}
