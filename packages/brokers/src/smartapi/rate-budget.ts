import type { Timing } from './timing.ts';

/** Most grants in any window of that length. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
  /** Of `calls`, those that only urgent ones may have; 0 where it is left out. */
  readonly reserved?: number;
}

/** Groups that the broker counts in one, with the limits on all of them; each group's own limits hold besides. */
export interface SharedLimit {
  readonly groups: readonly string[];
  readonly limits: readonly RateLimit[];
}

export interface BudgetRequest {
  readonly clientCode: string;
  readonly group: string;
  /** Who asks: users of one client take turns, so that a long download does not hold up a single look-up. */
  readonly user: string;
  readonly maxWaitMs: number;
  /** Goes before all that is not urgent, and may have what is reserved. */
  readonly isUrgent?: boolean;
  /** Its caller knows what else to do: it is told at once where its turn cannot come within `maxWaitMs`. */
  readonly hasAnotherWay?: boolean;
}

export interface RateBudget {
  /** Resolves to `true` when the call may leave, to `false` when its turn did not come within `maxWaitMs`. */
  readonly acquire: (request: BudgetRequest) => Promise<boolean>;
  /** No grant for that long: the broker said that the limit was passed. */
  readonly cool: (clientCode: string, group: string, forMs: number) => void;
}

export interface BudgetLimits {
  readonly limits: Readonly<Record<string, readonly RateLimit[]>>;
  readonly shared?: readonly SharedLimit[];
}

/**
 * Shares the broker's limits, which count per client code and endpoint group, among everyone in this process.
 * It keeps the moments of the last grants instead of a level of tokens: a bucket that is full and refilling lets twice
 * its size through within one window, and the broker counts in rolling windows.
 */
export function createRateBudget({ limits, shared = [] }: BudgetLimits, timing: Timing): RateBudget {
  const lanes = new Map<string, Lane>();
  const laneOf = (clientCode: string, group: string): Lane => {
    const sharing = shared.find(({ groups }) => groups.includes(group));
    const key = `${sharing?.groups.join('+') ?? group}|${clientCode}`;
    const known = lanes.get(key);
    if (known) return known;
    const lane = new Lane(sharing?.limits ?? [], limits, timing);
    lanes.set(key, lane);
    return lane;
  };
  return {
    acquire: (request) => laneOf(request.clientCode, request.group).acquire(request),
    cool: (clientCode, group, forMs) => laneOf(clientCode, group).cool(forMs),
  };
}

interface Waiting {
  readonly grant: () => void;
}

/** Those of one user that wait for one group, first come first. */
interface Queue {
  readonly group: string;
  readonly isUrgent: boolean;
  readonly waiting: Waiting[];
}

/** One client's calls of a group, or of the groups that count together. */
class Lane {
  readonly #shared: readonly GrantWindow[];
  readonly #limits: BudgetLimits['limits'];
  readonly #timing: Timing;
  readonly #own = new Map<string, readonly GrantWindow[]>();
  /** The maps' order is the order of turns. */
  readonly #urgent = new Map<string, Queue>();
  readonly #ordinary = new Map<string, Queue>();
  #closedUntil = Number.NEGATIVE_INFINITY;
  #cancelWake: (() => void) | undefined;

  constructor(shared: readonly RateLimit[], limits: BudgetLimits['limits'], timing: Timing) {
    this.#shared = shared.map((limit) => new GrantWindow(limit));
    this.#limits = limits;
    this.#timing = timing;
  }

  acquire({ group, user, maxWaitMs, isUrgent = false, hasAnotherWay = false }: BudgetRequest): Promise<boolean> {
    // The windows never have room sooner than this, whoever gives up meanwhile.
    const freeAt = hasAnotherWay ? this.#freeAt({ group, isUrgent }) : Number.NEGATIVE_INFINITY;
    if (freeAt > this.#timing.monotonic() + maxWaitMs) return Promise.resolve(false);
    const queues = isUrgent ? this.#urgent : this.#ordinary;
    const key = `${group}|${user}`;
    return new Promise((resolve) => {
      const queue = queues.get(key) ?? { group, isUrgent, waiting: [] };
      const cancelDeadline = this.#timing.after(maxWaitMs, () => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        if (queue.waiting.length === 0) queues.delete(key);
        resolve(false);
      });
      const waiting: Waiting = {
        grant: () => {
          cancelDeadline();
          resolve(true);
        },
      };
      queue.waiting.push(waiting);
      queues.set(key, queue);
      this.#serve();
    });
  }

  cool(forMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#timing.monotonic() + forMs);
  }

  #serve(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    const now = this.#timing.monotonic();
    let next = this.#firstFree();
    for (; next && next.freeAt <= now; next = this.#firstFree()) this.#grant(next, now);
    // Nothing but its deadline ends a wait for a window that has no room at all.
    if (!next || next.freeAt === Number.POSITIVE_INFINITY) return;
    this.#cancelWake = this.#timing.after(Math.ceil(next.freeAt - now), () => this.#serve());
  }

  /** Whose turn comes first: the urgent before the others where both could go. */
  #firstFree(): Turn | undefined {
    let first: Turn | undefined;
    for (const queues of [this.#urgent, this.#ordinary]) {
      for (const [key, queue] of queues) {
        const freeAt = this.#freeAt(queue);
        if (freeAt <= this.#timing.monotonic()) return { queues, key, queue, freeAt };
        if (!first || freeAt < first.freeAt) first = { queues, key, queue, freeAt };
      }
    }
    return first;
  }

  #freeAt({ group, isUrgent }: Pick<Queue, 'group' | 'isUrgent'>): number {
    return this.#windowsOf(group).reduce((at, window) => Math.max(at, window.freeAt(isUrgent)), this.#closedUntil);
  }

  #grant({ queues, key, queue }: Turn, now: number): void {
    const next = queue.waiting.shift();
    // The user goes to the end of the round while something of theirs still waits.
    queues.delete(key);
    if (queue.waiting.length > 0) queues.set(key, queue);
    if (!next) return;
    for (const window of this.#windowsOf(queue.group)) window.note(now);
    next.grant();
  }

  #windowsOf(group: string): readonly GrantWindow[] {
    const known = this.#own.get(group);
    if (known) return known;
    const windows = [...this.#shared, ...(this.#limits[group] ?? []).map((limit) => new GrantWindow(limit))];
    this.#own.set(group, windows);
    return windows;
  }
}

interface Turn {
  readonly queues: Map<string, Queue>;
  readonly key: string;
  readonly queue: Queue;
  readonly freeAt: number;
}

/** The moments of the grants that still lie within the window; an idle client costs no memory. */
class GrantWindow {
  readonly #limit: RateLimit;
  #grants: number[] = [];
  #head = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** When the window has room again: in the past where it has now, infinity where it never has. */
  freeAt(isUrgent: boolean): number {
    const usable = this.#limit.calls - (isUrgent ? 0 : (this.#limit.reserved ?? 0));
    if (usable <= 0) return Number.POSITIVE_INFINITY;
    const oldestThatCounts = this.#grants[this.#grants.length - usable];
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
