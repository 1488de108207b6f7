import { useSyncExternalStore } from 'react';

/** Seconds that live figures are old, where that is too many; `close`: they are those of the close; else they are new. */
export type Freshness = number | 'close' | undefined;

export const STALE_AFTER_MS = 3_000;
const SECOND_MS = 1_000;
/** What the feed was silent for when it says so: how old prices are that nobody has seen coming. */
const FEED_SILENT_MS = 5_000;
/** A market that goes this far back begins anew. */
const ANEW_MS = 60_000;

interface MarketNews {
  readonly status?: 'open' | 'closed' | 'pre_open' | 'unknown' | undefined;
  readonly feed?: 'live' | 'stale' | 'down' | undefined;
  /** The exchange's time: it stands still while no price comes. */
  readonly clockAt?: number;
  /** Of the newest price. */
  readonly quoteAt?: number;
}

/**
 * How old the newest data of the market is, wherever it was heard. What is told again is not new: only a later moment
 * of the exchange is.
 */
export class MarketFreshness {
  #status: NonNullable<MarketNews['status']> = 'unknown';
  /** On this machine's monotonic clock. */
  #heardAt: number | undefined;
  #newest = { clockAt: Number.NEGATIVE_INFINITY, quoteAt: Number.NEGATIVE_INFINITY };
  #shown: Freshness;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  tell({ status, feed, clockAt, quoteAt }: MarketNews): void {
    if (status !== undefined) this.#status = status;
    const isFirst = this.#newest.clockAt === Number.NEGATIVE_INFINITY;
    const isLater = [this.#isLater('clockAt', clockAt), this.#isLater('quoteAt', quoteAt)].includes(true);
    if (isFirst && feed !== undefined && feed !== 'live') {
      this.#heardAt = performance.now() - FEED_SILENT_MS;
    } else if (isLater) this.#heardAt = performance.now();
    this.#look();
  }

  readonly read = (): Freshness => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#look();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  #isLater(kind: 'clockAt' | 'quoteAt', at: number | undefined): boolean {
    const newest = this.#newest[kind];
    if (at === undefined || !Number.isFinite(at) || (at <= newest && at > newest - ANEW_MS)) return false;
    this.#newest[kind] = at;
    // The prices with which a stream begins may be from long before: new is what comes after the exchange's time.
    return kind === 'clockAt' || Number.isFinite(newest) || at > this.#newest.clockAt;
  }

  /** Sees how old it is now, tells where that shows, and looks again when it will. */
  #look(): void {
    clearTimeout(this.#timer);
    const ageMs = this.#heardAt === undefined ? 0 : performance.now() - this.#heardAt;
    const next = freshnessOf(this.#status, ageMs);
    if (next !== this.#shown) {
      this.#shown = next;
      for (const listener of this.#listeners) listener();
    }
    if (this.#status !== 'open' || this.#listeners.size === 0) return;
    const untilMs = ageMs <= STALE_AFTER_MS ? STALE_AFTER_MS - ageMs + 1 : SECOND_MS - (ageMs % SECOND_MS);
    this.#timer = setTimeout(() => this.#look(), Math.ceil(untilMs));
  }
}

function freshnessOf(status: NonNullable<MarketNews['status']>, ageMs: number): Freshness {
  if (status === 'closed') return 'close';
  return status === 'open' && ageMs > STALE_AFTER_MS ? Math.floor(ageMs / SECOND_MS) : undefined;
}

export const marketFreshness = new MarketFreshness();

/** For what is shown of the age; it renders again every second while figures are old. */
export function useFreshness(): Freshness {
  return useSyncExternalStore(marketFreshness.subscribe, marketFreshness.read);
}

/** Whether live figures are more than three seconds old while the market is open. */
export function useIsStale(): boolean {
  return useSyncExternalStore(marketFreshness.subscribe, () => typeof marketFreshness.read() === 'number');
}
