import { CallFailure } from './call-failure.ts';

/** Whether the server decided: it did it or refused it. Without an answer it may or may not have acted. */
function wasAnswered(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status >= 400 && failure.status < 500;
}

/**
 * Runs one intention of a person, however often it has to be sent: the same idempotency key goes with every try until
 * an answer came, so that a lost connection never makes it happen twice.
 *
 * @param newKey makes a key; each intention gets one
 */
export function createAttempt(
  newKey: () => string = () => crypto.randomUUID(),
): <Result>(act: (idempotencyKey: string) => Promise<Result>) => Promise<Result> {
  let key: string | undefined;
  return async (act) => {
    key ??= newKey();
    try {
      const result = await act(key);
      key = undefined;
      return result;
    } catch (failure) {
      if (wasAnswered(failure)) key = undefined;
      throw failure;
    }
  };
}
