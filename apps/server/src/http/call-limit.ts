import { Refusal } from './refusal.ts';

/** Bounds what one session or address may ask of this process in a minute; generous, against loops and not people. */
export interface CallLimit {
  /** @throws Refusal `TOO_MANY_REQUESTS` */
  readonly count: (who: string) => void;
}

const WINDOW_MS = 60_000;

/** @param perMinute 0: no limit */
export function createCallLimit(perMinute: number, now: () => number): CallLimit {
  let counts = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    count: (who) => {
      if (perMinute === 0) return;
      const at = now();
      if (at >= endsAt) {
        counts = new Map();
        endsAt = at + WINDOW_MS;
      }
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      if (count <= perMinute) return;
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((endsAt - at) / 1000) });
    },
  };
}
