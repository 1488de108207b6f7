import { type Bar, type EpochMs, type Interval, MINUTE_MS } from '@trickdesk/domain';
import { type BarMode, barPath, type RunEvent, type RunState, type StrategyRun } from '@trickdesk/engine';
import type { RunBatch } from './run-writer.ts';

/** What is stored of a run beside the engine's own state. */
export interface RunnerState {
  readonly run: RunState;
  /** For each base, the opening moment of the last bar that was fed; 0 before the first. */
  readonly fedUntil: readonly EpochMs[];
}

/** A bar that closed longer ago than this, by the exchange's clock, was missed: it may exit but not enter. */
export const STALE_AFTER_MS = 2 * MINUTE_MS;
/** Bars without an event after which the state is stored all the same, so that a restart has little to walk again. */
const BARS_BETWEEN_STATES = 15;

export interface HeldRunParts {
  readonly run: StrategyRun;
  /** Instrument of each base. */
  readonly instrumentIds: readonly number[];
  readonly fedUntil: readonly EpochMs[];
  readonly onBatch: (batch: RunBatch) => void;
}

/**
 * One run in memory: feeds it ticks and bars in their order and hands out what it led to. Bars are the truth: a minute
 * of which not every tick was seen (after a restart or a gap) is walked along the bar's path when it closes.
 */
export class HeldRun {
  readonly #run: StrategyRun;
  readonly #bases = new Map<number, number>();
  readonly #fedUntil: EpochMs[];
  /** Ticks before this moment belong to a minute that was not seen from its start. */
  readonly #watchedFrom: EpochMs[];
  readonly #onBatch: (batch: RunBatch) => void;
  #barsSinceState = 0;
  /** The newest moment that was fed. */
  latest: EpochMs = 0;

  constructor(parts: HeldRunParts) {
    this.#run = parts.run;
    parts.instrumentIds.forEach((id, base) => {
      this.#bases.set(id, base);
    });
    this.#fedUntil = [...parts.fedUntil];
    this.#watchedFrom = parts.fedUntil.map(() => Number.POSITIVE_INFINITY);
    this.#onBatch = parts.onBatch;
  }

  fedUntil(base: number): EpochMs {
    return this.#fedUntil[base] ?? 0;
  }

  /** Feeds what was stored before. Warm-up bars decide nothing; later ones are missed or, where fresh, live. */
  catchUp(base: number, bar: Bar, interval: Interval, mode: BarMode): void {
    if (mode === 'warmup') this.#run.onBar(base, bar, interval, 'warmup');
    else this.#walkAndClose(base, bar, interval, mode);
  }

  /** The next minute is the first that will have been seen whole. */
  watchFromNextMinute(at: EpochMs): void {
    const next = Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    this.#watchedFrom.fill(next);
  }

  onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    const base = this.#bases.get(instrumentId);
    if (base === undefined || at < (this.#watchedFrom[base] ?? 0)) return;
    this.#hand(this.#run.onPrice(base, at, pricePaise), at);
  }

  onBar(instrumentId: number, bar: Bar, exchangeNow: EpochMs): void {
    const base = this.#bases.get(instrumentId);
    if (base === undefined || bar.openAt <= this.fedUntil(base)) return;
    const stale = exchangeNow - (bar.openAt + MINUTE_MS) > STALE_AFTER_MS;
    const watched = bar.openAt >= (this.#watchedFrom[base] ?? 0);
    if (stale || !watched) {
      this.#walkAndClose(base, bar, '1m', stale ? 'missed' : 'live');
      return;
    }
    this.#close(base, bar, '1m', 'live');
  }

  stopEntries(commands: readonly bigint[], at: EpochMs): void {
    this.#run.stopEntries();
    this.#emit([], at, commands);
  }

  exitAll(commands: readonly bigint[], at: EpochMs): void {
    this.#run.stopEntries();
    this.#emit(this.#run.exitAll(at), at, commands);
  }

  /** The state as it is, to be stored without an event. */
  checkpoint(at: EpochMs): void {
    this.#emit([], at, []);
  }

  #walkAndClose(base: number, bar: Bar, interval: Interval, mode: 'live' | 'missed'): void {
    if (mode === 'live') {
      for (const { at, pricePaise } of barPath(bar, interval)) this.#hand(this.#run.onPrice(base, at, pricePaise), at);
    }
    this.#close(base, bar, interval, mode);
  }

  #close(base: number, bar: Bar, interval: Interval, mode: 'live' | 'missed'): void {
    const events = this.#run.onBar(base, bar, interval, mode);
    // Before its events are stored: a state that has a bar's decisions must not ask for the bar again.
    if (interval !== '1d') {
      this.#fedUntil[base] = bar.openAt;
      this.#barsSinceState += 1;
    }
    const closeAt = bar.openAt + MINUTE_MS;
    if (events.length > 0) this.#emit(events, closeAt, []);
    else if (this.#barsSinceState >= BARS_BETWEEN_STATES) this.checkpoint(closeAt);
  }

  #hand(events: readonly RunEvent[], at: EpochMs): void {
    if (events.length > 0) this.#emit(events, at, []);
  }

  #emit(events: readonly RunEvent[], at: EpochMs, commands: readonly bigint[]): void {
    const run = this.#run.state();
    const state: RunnerState = { run, fedUntil: this.#fedUntil };
    const pendingIntents = run.bases.flatMap((base) => base.pending.map((intent) => intent.id));
    this.#barsSinceState = 0;
    this.latest = Math.max(this.latest, at);
    this.#onBatch({
      // The engine may use one array again and again.
      events: [...events],
      state: JSON.stringify(state),
      lastBarAt: Math.max(0, ...this.#fedUntil) || undefined,
      pendingIntents,
      hasExposure: pendingIntents.length > 0 || run.bases.some((base) => base.position !== undefined),
      at,
      commands,
    });
  }
}
