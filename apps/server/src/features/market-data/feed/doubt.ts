import { type EpochMs, MINUTE_MS } from '@trickdesk/domain';

export const minuteOf = (at: EpochMs): EpochMs => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/**
 * Minutes of one instrument that were not seen whole, because updates may be missing. It ends with the first newer update:
 * that one's minute, whose volume counts what was traded in the gap, is the last to be doubted.
 */
export class Doubt {
  readonly #latenessMs: number;
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #lastSeen = Number.NEGATIVE_INFINITY;

  constructor(latenessMs: number) {
    this.#latenessMs = latenessMs;
  }

  get from(): EpochMs {
    return this.#from;
  }

  /** A reconnected feed may first repeat its last price of before: what is not newer than this says nothing of the gap. */
  get lastSeen(): EpochMs {
    return this.#lastSeen;
  }

  /** Nothing newer has come yet. */
  get isOpen(): boolean {
    return this.#until === Number.POSITIVE_INFINITY;
  }

  includes(openAt: EpochMs): boolean {
    return openAt >= this.#from && openAt <= this.#until;
  }

  /** Updates after the last that was seen may be missing, and out of order by the lateness one before it, too. */
  begin(lastSeen: EpochMs): void {
    const from = minuteOf(lastSeen - this.#latenessMs);
    this.#from = this.#until >= from ? Math.min(this.#from, from) : from;
    this.#until = Number.POSITIVE_INFINITY;
    this.#lastSeen = lastSeen;
  }

  /** Nothing was seen from this minute on, and nothing before. */
  beginAt(minute: EpochMs): void {
    this.#from = minute;
    this.#until = Number.POSITIVE_INFINITY;
    this.#lastSeen = Number.NEGATIVE_INFINITY;
  }

  endWith(at: EpochMs): void {
    this.#until = minuteOf(at);
  }

  reopen(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }
}
