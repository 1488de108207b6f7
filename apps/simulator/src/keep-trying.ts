import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@trickdesk/db';

const PAUSE_MS = 250;

/** Repeats work that fails because the database cannot be reached; any other failure is thrown at once. */
export async function keepTrying<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > giveUpAt) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
