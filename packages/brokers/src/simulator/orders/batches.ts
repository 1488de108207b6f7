/** Writes in batches, one after another: a caller waits for the first batch that began after it asked. */
export interface Batches {
  /** Resolves when everything that stood when it was called is written. */
  readonly flush: () => Promise<void>;
}

/** @param write takes what there is at its start; called again only when it has ended */
export function createBatches(write: () => Promise<void>): Batches {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const batch = write();
    running = batch;
    const ended = (): void => {
      if (running === batch) running = undefined;
    };
    batch.then(ended, ended);
    return batch;
  };
  return {
    flush: () => {
      if (!running) return start();
      const afterwards = (): Promise<void> => {
        next = undefined;
        return start();
      };
      next ??= running.then(afterwards, afterwards);
      return next;
    },
  };
}
