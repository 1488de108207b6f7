import type { EpochMs } from '@trickdesk/domain';

/** A clock that stands still until a test moves it. */
export interface FakeClock {
  readonly now: () => EpochMs;
  /** Moves forward; sleepers whose time has come wake in the order of their moments. */
  readonly advance: (ms: number) => Promise<void>;
  /** Jumps to a moment, also backwards as after a correction by NTP; wakes whoever is due. */
  readonly set: (at: EpochMs) => Promise<void>;
  /** Resolves when the clock has been moved by at least `ms`. */
  readonly sleep: (ms: number) => Promise<void>;
}

interface Sleeper {
  readonly at: EpochMs;
  readonly wake: () => void;
}

/** @param start a moment such as `Date.UTC(2024, 0, 1, 3, 45)`, which is 09:15 in India */
export function createFakeClock(start: EpochMs): FakeClock {
  let now = start;
  let sleepers: Sleeper[] = [];

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const moveTo = async (target: EpochMs): Promise<void> => {
    for (;;) {
      const next = sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > target) break;
      now = Math.max(now, next.at);
      sleepers = sleepers.filter((sleeper) => sleeper !== next);
      next.wake();
      // What woke may sleep again before the target.
      await settle();
    }
    now = target;
    await settle();
  };

  return {
    now: () => now,
    advance: (ms) => {
      if (ms < 0) throw new RangeError('advance only goes forward; use set');
      return moveTo(now + ms);
    },
    set: moveTo,
    sleep: (ms) => new Promise((resolve) => sleepers.push({ at: now + ms, wake: resolve })),
  };
}
