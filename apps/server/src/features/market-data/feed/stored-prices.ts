import type { Database } from '@trickdesk/db';
import { type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { turnLastPrices } from '../actions-store.ts';
import { putLastPrices } from '../store.ts';
import { createLatestPrices, type PricedTick } from './latest-prices.ts';

/** The last price of each instrument, in the units of the exchange's day. */
export class StoredPrices {
  readonly #db: Database;
  readonly #dataset: string;
  readonly #latest = createLatestPrices();
  /** The day whose units the stored prices are in. */
  #unitsOf = '';

  constructor(db: Database, dataset: string) {
    this.#db = db;
    this.#dataset = dataset;
  }

  note(instrumentId: number, tick: PricedTick): void {
    this.#latest.note(instrumentId, tick);
  }

  /** Stores what has changed since the last call. @param day of the exchange's clock */
  async write(day: IndiaDate): Promise<void> {
    const rows = this.#latest.take();
    const begins = indiaMoment(day);
    // Until a share trades on its ex-date the price is of before it, and the broker repeats that after each sign-in.
    if (day === this.#unitsOf && rows.every(({ at }) => at >= begins)) {
      return putLastPrices(this.#db.kysely, this.#dataset, rows);
    }
    // Asked for again where it fails.
    this.#unitsOf = '';
    await this.#db.transaction(async (tx) => {
      await putLastPrices(tx, this.#dataset, rows);
      await turnLastPrices(tx, this.#dataset, day);
    });
    this.#unitsOf = day;
  }
}
