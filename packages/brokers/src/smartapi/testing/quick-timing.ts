import { systemTiming, type Timing } from '../timing.ts';

const FASTER = 20;

/** The system's time, twenty times as fast: for pauses between repeats, which a test has to sit through. */
export const quickTiming: Timing = {
  now: systemTiming.now,
  monotonic: () => systemTiming.monotonic() * FASTER,
  after: (delayMs, run) => systemTiming.after(delayMs / FASTER, run),
};
