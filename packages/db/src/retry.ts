const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IN_FAILED_TRANSACTION = '25P02';

/** One first attempt and four more. */
export const MAX_ATTEMPTS = 5;

/** True for the two failures that PostgreSQL itself asks to try again: nothing of the transaction was kept. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** True for a statement that was refused because an earlier one of its transaction had failed. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === IN_FAILED_TRANSACTION;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/**
 * Milliseconds to wait before the attempt after `attempt` (1 is the first). Doubles from 10 ms; the jitter keeps two
 * transactions that collided from colliding again.
 *
 * @param chance between 0 and 1
 */
export function retryDelayMs(attempt: number, chance: number): number {
  const ceiling = 10 * 2 ** (attempt - 1);
  return Math.round(ceiling / 2 + (ceiling / 2) * chance);
}

/**
 * Runs `work` until it succeeds, fails for a reason that a repetition does not cure, or has failed `MAX_ATTEMPTS`
 * times. `work` is repeated from its beginning, so it must have no effect outside its transaction.
 */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt, Math.random())));
    }
  }
}
