import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import { barPath, type PathPoint } from '@trickdesk/engine';

/** A stored minute of a base. */
export interface StoredBar {
  readonly base: number;
  readonly bar: Bar;
}

/** How long after its end a minute waits for the bars of the other bases. */
const LATE_BARS_MS = 5_000;

/** Bars of one minute that was not watched from its start, until those of all bases are there. */
export class UnwatchedMinute {
  #bars: StoredBar[] = [];

  get isEmpty(): boolean {
    return this.#bars.length === 0;
  }

  /** How many bases it has a bar of. */
  get size(): number {
    return this.#bars.length;
  }

  keep(stored: StoredBar): void {
    this.#bars = this.#bars.filter(({ base }) => base !== stored.base);
    this.#bars.push(stored);
  }

  /** Whether news of a minute that opened then shows that this one is over. */
  isBefore(openAt: EpochMs): boolean {
    const [first] = this.#bars;
    return first !== undefined && first.bar.openAt !== openAt;
  }

  /** It does not wait for ever for a base that did not trade in it. */
  isDue(now: EpochMs): boolean {
    const [first] = this.#bars;
    return first !== undefined && now >= first.bar.openAt + MINUTE_MS + LATE_BARS_MS;
  }

  /** All of them, in the order of the bases; none is left. */
  take(): StoredBar[] {
    const bars = this.#bars;
    this.#bars = [];
    return bars.sort((a, b) => a.base - b.base);
  }
}

/** Bars that opened at the same moment, bases in their order; oldest first. */
export function byMinute(bars: readonly StoredBar[]): StoredBar[][] {
  const sorted = bars.toSorted((a, b) => a.bar.openAt - b.bar.openAt || a.base - b.base);
  const minutes: StoredBar[][] = [];
  for (const stored of sorted) {
    const last = minutes.at(-1);
    if (last?.[0]?.bar.openAt === stored.bar.openAt) last.push(stored);
    else minutes.push([stored]);
  }
  return minutes;
}

/** The prices of a minute of several bases as they would have come: in order of time, then of the bases. */
export function pricesOf(minute: readonly StoredBar[]): (PathPoint & { readonly base: number })[] {
  const paths = minute.map(({ base, bar }) => barPath(bar, '1m').map((point) => ({ base, ...point })));
  return paths.flat().sort((a, b) => a.at - b.at || a.base - b.base);
}
