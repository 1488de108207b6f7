import type { Timing } from '../timing.ts';

export interface FakeTiming extends Timing {
  /** Moves time on, running what falls due in its order and letting promises settle between. */
  readonly advance: (ms: number) => Promise<void>;
  readonly pending: () => number;
}

/** @param start epoch milliseconds of the wall clock */
export function createFakeTiming(start = 1_785_209_400_000): FakeTiming {
  let elapsed = 0;
  let nextId = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  const firstDue = (until: number): [number, { at: number; run: () => void }] | undefined =>
    [...timers].filter(([, timer]) => timer.at <= until).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after: (delayMs, run) => {
      const id = nextId++;
      timers.set(id, { at: elapsed + delayMs, run });
      return () => timers.delete(id);
    },
    advance: async (ms) => {
      const until = elapsed + ms;
      await settle();
      for (let due = firstDue(until); due; due = firstDue(until)) {
        timers.delete(due[0]);
        elapsed = due[1].at;
        due[1].run();
        await settle();
      }
      elapsed = until;
    },
    pending: () => timers.size,
  };
}

/** Lets chains of promises, and one round of the event loop, run to their end. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
