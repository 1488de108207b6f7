/** Work that comes again and again. */
export interface Repetition {
  /** No more turns; resolves when the one that runs is over. */
  readonly stop: () => Promise<void>;
}

/**
 * Works at once and then every so many milliseconds of wall time, never twice at a time: a turn that takes longer than
 * the pause makes the next ones fall out.
 *
 * @param failed told why a turn failed; the next one comes all the same
 */
export function repeat(everyMs: number, work: () => Promise<void>, failed: (error: unknown) => void): Repetition {
  let turn: Promise<void> | undefined;
  const take = (): void => {
    turn ??= work()
      .catch(failed)
      .finally(() => {
        turn = undefined;
      });
  };
  take();
  const timer = setInterval(take, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
    },
  };
}
