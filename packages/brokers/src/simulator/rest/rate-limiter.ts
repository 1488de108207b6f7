/** Calls allowed to one client on one route; an absent window has no limit. */
export interface RateLimit {
  readonly second?: number;
  readonly minute?: number;
  readonly hour?: number;
  /** Routes with the same pool share their second's budget (place, modify and cancel together). */
  readonly pool?: string;
}

const WINDOWS = [
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
] as const;

/** Sliding windows per client: a refused call does not count. */
export interface RateLimiter {
  readonly allow: (caller: string, route: string, limit: RateLimit) => boolean;
}

export function createRateLimiter(wall: () => number): RateLimiter {
  const calls = new Map<string, number[]>();

  const within = (key: string, from: number): number => {
    const times = calls.get(key) ?? [];
    let count = 0;
    for (let i = times.length - 1; i >= 0 && (times[i] ?? 0) > from; i -= 1) count += 1;
    return count;
  };

  return {
    allow: (caller, route, limit) => {
      const at = wall();
      const own = `${caller}|${route}`;
      const pool = limit.pool === undefined ? own : `${caller}|pool|${limit.pool}`;
      for (const [name, length] of WINDOWS) {
        const most = limit[name];
        const key = name === 'second' ? pool : own;
        if (most !== undefined && within(key, at - length) >= most) return false;
      }
      for (const key of new Set([own, pool])) record(calls, key, at);
      return true;
    },
  };
}

function record(calls: Map<string, number[]>, key: string, at: number): void {
  const times = calls.get(key) ?? [];
  times.push(at);
  // Trimmed now and then instead of on each call: what is older than an hour counts nowhere.
  if (times.length > 6_000 || (times[0] ?? at) < at - 2 * 3_600_000) {
    calls.set(
      key,
      times.filter((time) => time > at - 3_600_000),
    );
  } else {
    calls.set(key, times);
  }
}
