import type { Clock } from '../../../platform/clock.ts';

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;
const WINDOW_MS = 10 * 60_000;
/** So many faults within the window are no chance any more. */
export const FAULTS_BEFORE_HALT = 3;

/** Faults of each run: how long it is left alone after one, and when there were too many. */
export class Troubles {
  readonly #clock: Clock;
  readonly #faults = new Map<number, { readonly count: number; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  mayTry(deploymentId: number): boolean {
    const fault = this.#faults.get(deploymentId);
    if (!fault) return true;
    const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (fault.count - 1));
    return this.#clock.now() - fault.at >= rest;
  }

  /** @returns true when the run should be halted */
  count(deploymentId: number): boolean {
    const now = this.#clock.now();
    for (const [id, fault] of this.#faults) if (now - fault.at > WINDOW_MS) this.#faults.delete(id);
    const count = (this.#faults.get(deploymentId)?.count ?? 0) + 1;
    this.#faults.set(deploymentId, { count, at: now });
    return count >= FAULTS_BEFORE_HALT;
  }
}
