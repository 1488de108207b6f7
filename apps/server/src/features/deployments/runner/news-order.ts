import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import type { PathPoint, Quote } from '@trickdesk/engine';

/** A price, a closed minute or the word that some had no trade, of one base of a run. */
export type News =
  | {
      readonly kind: 'tick';
      readonly base: number;
      readonly at: EpochMs;
      readonly pricePaise: number;
      readonly quote?: Quote | undefined;
    }
  | {
      readonly kind: 'bar';
      readonly base: number;
      readonly bar: Bar;
      readonly stale: boolean;
      /** Where its price went that was not heard. */
      readonly unheard: readonly PathPoint[];
    }
  | { readonly kind: 'quiet'; readonly base: number; readonly until: EpochMs; readonly stale: boolean };

/** A base that says nothing holds the others up for no longer than this, by the exchange's clock. */
export const QUIET_MS = 2_000;

/**
 * Brings the news of several bases into the one order that a back-test has: by moment, a minute's bars before the
 * prices of the next, bases in their order. The feed keeps order within each instrument only, and bases share cash and
 * limits: without this, the same day could lead to other decisions in test mode than in its back-test.
 */
export class NewsOrder {
  /** For each instrument that conditions read, the end of its last minute that is known. */
  readonly #known: EpochMs[];
  readonly #waiting: News[][];
  /** For each base, the earliest place at which its next news may stand. */
  readonly #reached: number[];
  readonly #deliver: (news: News) => void;
  #held = 0;
  #clock = 0;

  /** @param sources instruments that conditions read: a minute's close waits for what closed with it */
  constructor(bases: number, deliver: (news: News) => void, sources = 0) {
    this.#known = Array.from({ length: sources }, () => 0);
    this.#waiting = Array.from({ length: bases }, () => []);
    this.#reached = this.#waiting.map(() => 0);
    this.#deliver = deliver;
  }

  /** Whether nothing waits for its turn. */
  get isEmpty(): boolean {
    return this.#held === 0;
  }

  push(news: News): void {
    if (this.#waiting.length === 1 && this.#known.length === 0) {
      this.#deliver(news);
      return;
    }
    this.#waiting[news.base]?.push(news);
    this.#held += 1;
    // A minute has one bar, or none: what follows it is a price of the next.
    this.#reached[news.base] = placeOf(news) + (news.kind === 'tick' ? 0 : 1);
    this.#release();
  }

  /** @param until the end of a minute that is known of a source */
  onSource(source: number, until: EpochMs): void {
    this.#known[source] = Math.max(this.#known[source] ?? 0, until);
    this.#release();
  }

  /** The exchange's clock, up to which quiet bases are taken to have nothing to say. */
  advance(at: EpochMs): void {
    this.#clock = Math.max(this.#clock, at);
    this.#release();
  }

  /** Hands out whatever waits, in order. */
  flush(): void {
    for (let next = this.#first(); next !== undefined; next = this.#first()) this.#handOut(next);
  }

  #release(): void {
    for (let next = this.#first(); next !== undefined && this.#nothingBefore(next); next = this.#first()) {
      this.#handOut(next);
    }
  }

  #handOut(news: News): void {
    this.#waiting[news.base]?.shift();
    this.#held -= 1;
    this.#deliver(news);
  }

  #first(): News | undefined {
    let first: News | undefined;
    for (const [head] of this.#waiting) if (head && (!first || placeOf(head) < placeOf(first))) first = head;
    return first;
  }

  /** A price may close a bar, too: the first one after it, where its own last minute had none. */
  #isRead(news: News): boolean {
    const minute = minuteOf(news);
    return this.#clock - QUIET_MS >= minute || this.#known.every((until) => until >= minute);
  }

  #nothingBefore(news: News): boolean {
    const place = placeOf(news);
    const quietUntil = (this.#clock - QUIET_MS) * 2;
    if (!this.#isRead(news)) return false;
    return this.#waiting.every((own, base) => {
      if (own.length > 0 || base === news.base) return true;
      const reached = Math.max(this.#reached[base] ?? 0, quietUntil);
      return reached > place || (reached === place && base > news.base);
    });
  }
}

/** The last full minute at a piece of news. */
function minuteOf(news: News): EpochMs {
  return news.kind === 'tick' ? Math.floor(news.at / MINUTE_MS) * MINUTE_MS : endOf(news);
}

/** A minute stands at its end, before the prices of that moment. */
function placeOf(news: News): number {
  return news.kind === 'tick' ? news.at * 2 + 1 : endOf(news) * 2;
}

function endOf(news: Exclude<News, { kind: 'tick' }>): EpochMs {
  return news.kind === 'bar' ? news.bar.openAt + MINUTE_MS : news.until;
}
