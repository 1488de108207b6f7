import type { EpochMs } from '@trickdesk/domain';

/** Less than lies between two sessions, more than any pause of trading within one. */
const NIGHT_MS = 6 * 60 * 60_000;
/** A share that trades seldom may have no price for long: then the last one of the day before has to do. */
const FIRST_PRICE_WITHIN_MS = 2_000;

/** The last prices that the desk of an account has heard of, whole paise, by instrument. */
export class LastPrices {
  readonly #paise = new Map<number, number>();
  readonly #at = new Map<number, EpochMs>();
  #openSinceWall: number | undefined;
  #newestAt: EpochMs | undefined;

  /** Of all prices, by the exchange's clock; `undefined` before the first. */
  get newestAt(): EpochMs | undefined {
    return this.#newestAt;
  }

  /** @returns whether it is the instrument's first price of a session */
  note(instrumentId: number, at: EpochMs, pricePaise: number): boolean {
    const before = this.#at.get(instrumentId);
    this.#paise.set(instrumentId, pricePaise);
    this.#at.set(instrumentId, at);
    this.#newestAt = Math.max(at, this.#newestAt ?? at);
    return before === undefined || at - before >= NIGHT_MS;
  }

  of(instrumentId: number): number | undefined {
    return this.#paise.get(instrumentId);
  }

  /** To be told whenever it is looked at; the wall clock's milliseconds. */
  follow(isOpen: boolean, wall: number): void {
    this.#openSinceWall = isOpen ? (this.#openSinceWall ?? wall) : undefined;
  }

  /** Its last price is of the session that is on. */
  isPriced(instrumentId: number, now: EpochMs): boolean {
    const at = this.#at.get(instrumentId);
    return at !== undefined && now - at < NIGHT_MS;
  }

  /** The session has just begun and nobody knows where the instrument trades: yesterday's price is none to sell at. */
  awaits(instrumentId: number, now: { readonly at: EpochMs; readonly wall: number }): boolean {
    const since = this.#openSinceWall ?? now.wall;
    return !this.isPriced(instrumentId, now.at) && now.wall - since < FIRST_PRICE_WITHIN_MS;
  }
}
