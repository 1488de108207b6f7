import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import { barPath, type PathPoint } from '@trickdesk/engine';

/** How far the price of one base went in the minute under way, as far as it was heard. */
interface Heard {
  openAt: EpochMs;
  low: number;
  high: number;
  lastAt: EpochMs;
}

const NOTHING: readonly PathPoint[] = [];

/**
 * What was heard of each base's minute. Where the feed loses its line, the broker's candle comes without the prices that
 * it is made of.
 */
export class HeardMinutes {
  /** By base. */
  readonly #heard: (Heard | undefined)[] = [];

  note(base: number, at: EpochMs, pricePaise: number): void {
    const heard = this.#heard[base];
    if (!heard || at >= heard.openAt + MINUTE_MS) {
      const openAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
      this.#heard[base] = { openAt, low: pricePaise, high: pricePaise, lastAt: at };
      return;
    }
    if (pricePaise < heard.low) heard.low = pricePaise;
    if (pricePaise > heard.high) heard.high = pricePaise;
    if (at > heard.lastAt) heard.lastAt = at;
  }

  /**
   * Where the price went in a closed minute that nobody heard of: along the bar's path, behind what was heard of it. It ends
   * with the close.
   */
  unheardOf(base: number, bar: Bar): readonly PathPoint[] {
    const heard = this.#heard[base];
    if (heard?.openAt !== bar.openAt) return barPath(bar, '1m');
    const { low, high, lastAt } = heard;
    if (bar.low >= low && bar.high <= high) return NOTHING;
    const path = barPath(bar, '1m');
    const points = path.filter(({ pricePaise }, i) => pricePaise < low || pricePaise > high || i === path.length - 1);
    return points.map(({ at, pricePaise }) => ({ at: Math.max(at, lastAt), pricePaise }));
  }
}
