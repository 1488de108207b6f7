import type { EpochMs } from '@trickdesk/domain';
import type { Calm, PassedPrices } from '@trickdesk/engine';

const NO_CALM: Calm = { until: Number.NEGATIVE_INFINITY, above: 0, below: 0 };

/** Prices that a run of one base need not hear of one by one, which most of a day's are: how far they went is kept. */
export class CalmPrices {
  #calm = NO_CALM;
  #lowest = 0;
  #highest = 0;
  /** NaN while there are none. */
  #last = Number.NaN;

  /** From now on, until the run hears of anything; every price counts where it is left out. */
  allow(calm = NO_CALM): void {
    this.#calm = calm;
  }

  /** Whether a price is one of them. */
  includes(at: EpochMs, pricePaise: number): boolean {
    const { until, above, below } = this.#calm;
    return at < until && pricePaise > above && pricePaise < below;
  }

  note(pricePaise: number): void {
    const isFirst = Number.isNaN(this.#last);
    if (isFirst || pricePaise < this.#lowest) this.#lowest = pricePaise;
    if (isFirst || pricePaise > this.#highest) this.#highest = pricePaise;
    this.#last = pricePaise;
  }

  /** What was noted, once. */
  take(): PassedPrices | undefined {
    const last = this.#last;
    if (Number.isNaN(last)) return undefined;
    this.#last = Number.NaN;
    return { lowest: this.#lowest, highest: this.#highest, last };
  }
}
