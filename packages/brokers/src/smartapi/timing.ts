import type { EpochMs } from '@trickdesk/domain';

/** Time as the adapter sees it, so that tests can move it. */
export interface Timing {
  /** Wall clock. */
  readonly now: () => EpochMs;
  /** Milliseconds since some start; never steps back. */
  readonly monotonic: () => number;
  /** Runs once after a delay; the result cancels. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export function pause(timing: Timing, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    timing.after(delayMs, resolve);
  });
}

/** Between half of and the whole delay, so that clients that failed together do not return together. */
export function jittered(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random() / 2);
}
