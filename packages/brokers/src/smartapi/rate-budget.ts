import type { Timing } from './timing.ts';

/** Most grants in any window of that length. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
}

export interface BudgetRequest {
  readonly clientCode: string;
  readonly group: string;
  /** Who asks: users of one client take turns, so that a long download does not hold up a single look-up. */
  readonly user: string;
  readonly maxWaitMs: number;
}

export interface RateBudget {
  /** Resolves to `true` when the call may leave, to `false` when its turn did not come within `maxWaitMs`. */
  readonly acquire: (request: BudgetRequest) => Promise<boolean>;
  /** No grant for that long: the broker said that the limit was passed. */
  readonly cool: (clientCode: string, group: string, forMs: number) => void;
}

/**
 * Shares the broker's limits, which count per client code and endpoint group, among everyone in this process.
 * It keeps the moments of the last grants instead of a level of tokens: a bucket that is full and refilling lets twice
 * its size through within one window, and the broker counts in rolling windows.
 */
export function createRateBudget(limits: Readonly<Record<string, readonly RateLimit[]>>, timing: Timing): RateBudget {
  const lanes = new Map<string, Lane>();
  const laneOf = (clientCode: string, group: string): Lane => {
    const key = `${group}|${clientCode}`;
    const known = lanes.get(key);
    if (known) return known;
    const lane = new Lane(limits[group] ?? [], timing);
    lanes.set(key, lane);
    return lane;
  };
  return {
    acquire: ({ clientCode, group, user, maxWaitMs }) => laneOf(clientCode, group).acquire(user, maxWaitMs),
    cool: (clientCode, group, forMs) => laneOf(clientCode, group).cool(forMs),
  };
}

interface Waiting {
  readonly grant: () => void;
}

class Lane {
  readonly #windows: readonly GrantWindow[];
  readonly #timing: Timing;
  /** One queue per user; the map's order is the order of turns. */
  readonly #queues = new Map<string, Waiting[]>();
  #closedUntil = Number.NEGATIVE_INFINITY;
  #cancelWake: (() => void) | undefined;

  constructor(limits: readonly RateLimit[], timing: Timing) {
    this.#windows = limits.map((limit) => new GrantWindow(limit));
    this.#timing = timing;
  }

  acquire(user: string, maxWaitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const queue = this.#queues.get(user) ?? [];
      const cancelDeadline = this.#timing.after(maxWaitMs, () => {
        this.#leave(user, waiting);
        resolve(false);
      });
      const waiting: Waiting = {
        grant: () => {
          cancelDeadline();
          resolve(true);
        },
      };
      queue.push(waiting);
      this.#queues.set(user, queue);
      this.#serve();
    });
  }

  cool(forMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#timing.monotonic() + forMs);
  }

  #serve(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    for (;;) {
      const turn = this.#queues.entries().next();
      if (turn.done) return;
      const now = this.#timing.monotonic();
      const freeAt = this.#windows.reduce((at, window) => Math.max(at, window.freeAt()), this.#closedUntil);
      if (freeAt > now) {
        this.#cancelWake = this.#timing.after(Math.ceil(freeAt - now), () => this.#serve());
        return;
      }
      const [user, queue] = turn.value;
      const next = queue.shift();
      // The user goes to the end of the round while something of theirs still waits.
      this.#queues.delete(user);
      if (queue.length > 0) this.#queues.set(user, queue);
      if (!next) continue;
      for (const window of this.#windows) window.note(now);
      next.grant();
    }
  }

  #leave(user: string, waiting: Waiting): void {
    const left = this.#queues.get(user)?.filter((other) => other !== waiting) ?? [];
    if (left.length > 0) this.#queues.set(user, left);
    else this.#queues.delete(user);
  }
}

/** The moments of the grants that still lie within the window; an idle client costs no memory. */
class GrantWindow {
  readonly #limit: RateLimit;
  #grants: number[] = [];
  #head = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** When the window has room again; in the past where it has room now. */
  freeAt(): number {
    const oldestThatCounts = this.#grants[this.#grants.length - this.#limit.calls];
    return oldestThatCounts === undefined ? Number.NEGATIVE_INFINITY : oldestThatCounts + this.#limit.windowMs;
  }

  note(at: number): void {
    this.#grants.push(at);
    while ((this.#grants[this.#head] ?? at) + this.#limit.windowMs <= at) this.#head += 1;
    // Cut off in larger pieces: moving the whole list at each grant would cost more than it saves.
    if (this.#head < 64) return;
    this.#grants = this.#grants.slice(this.#head);
    this.#head = 0;
  }
}
