import { type EpochMs, INDIA_OFFSET_MS, indiaDateOf } from '@trickdesk/domain';
import type { EquityPoint } from '../metrics/index.ts';
import type { Run } from '../run/run.ts';
import type { RunEvent } from '../run/types.ts';

const DAY_MS = 86_400_000;

/** What a back-test gathers on its way over the bars. */
export class Tally {
  readonly events: RunEvent[] = [];
  /** One point for each day that had bars. */
  readonly equity: EquityPoint[] = [];
  /** Bars that were traded on, and those of them that ended with an open position. */
  traded = 0;
  inPosition = 0;
  /** Opening of the last bar that was traded on; NaN before the first. */
  lastAt = Number.NaN;
  readonly #run: Run;
  readonly #total: number;
  readonly #onProgress: ((done: number, total: number) => void) | undefined;
  readonly #stride: number;
  #done = 0;
  #reportAt: number;
  #day = Number.NaN;
  #dayEndsAt = Number.NEGATIVE_INFINITY;

  constructor(run: Run, total: number, onProgress?: (done: number, total: number) => void) {
    this.#run = run;
    this.#total = total;
    this.#onProgress = onProgress;
    this.#stride = Math.max(1, Math.ceil(total / 100));
    this.#reportAt = this.#stride;
  }

  collect(events: readonly RunEvent[]): void {
    for (let i = 0; i < events.length; i += 1) {
      const event = events[i];
      if (event) this.events.push(event);
    }
  }

  /** So many bars of all series are behind us. */
  pass(bars: number): void {
    this.#done += bars;
    if (!this.#onProgress || this.#done < this.#reportAt) return;
    this.#onProgress(this.#done, this.#total);
    this.#reportAt = this.#done + this.#stride;
  }

  /** Whether a bar that opened then is the first of its day, with which the day before ends. */
  isNewDay(openAt: EpochMs): boolean {
    return !(openAt < this.#dayEndsAt);
  }

  /** The day before has ended: with it what the run holds for a day only, of the state that is left a point is made. */
  rollDay(openAt: EpochMs): void {
    this.#run.comeTo(openAt);
    // The bars of the new day may all pass without an event.
    this.collect(this.#run.takeUntold());
    this.markDay();
    this.#day = dayOf(openAt);
    this.#dayEndsAt = dayEndOf(openAt);
  }

  markDay(): void {
    if (Number.isNaN(this.#day)) return;
    const date = indiaDateOf(this.#day * DAY_MS - INDIA_OFFSET_MS);
    this.equity.push({ date, equityPaise: this.#run.account.equityPaise(this.#run.bases) });
  }
}

function dayOf(openAt: EpochMs): number {
  return Math.floor((openAt + INDIA_OFFSET_MS) / DAY_MS);
}

/** Opening of the first bar of the next day. */
export function dayEndOf(openAt: EpochMs): EpochMs {
  return (dayOf(openAt) + 1) * DAY_MS - INDIA_OFFSET_MS;
}
