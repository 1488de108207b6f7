import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import { barPath, type PathPoint, type StrategyRun } from '@trickdesk/engine';

/** How far the price of one instrument went in a minute, as far as it was heard. */
interface Heard {
  readonly openAt: EpochMs;
  low: number;
  high: number;
  lastAt: EpochMs;
  /** Of the minute with prices before. */
  before: Heard | undefined;
}

export interface ToldMinute {
  readonly bar: Bar;
  /** Where its price went that nobody heard of. */
  readonly unheard: readonly PathPoint[];
}

const NOTHING: readonly PathPoint[] = [];

/**
 * What was heard of each instrument's minute. Where the feed loses its line, the broker's candle comes without the prices
 * that it is made of, and maybe behind the first ones of the next minute.
 */
export class HeardMinutes {
  /** By instrument. */
  readonly #heard = new Map<number, Heard>();

  note(instrumentId: number, at: EpochMs, pricePaise: number): void {
    const heard = this.#heard.get(instrumentId);
    if (!heard || at >= heard.openAt + MINUTE_MS) {
      const openAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
      const before = heard && { ...heard, before: undefined };
      this.#heard.set(instrumentId, { openAt, low: pricePaise, high: pricePaise, lastAt: at, before });
      return;
    }
    if (pricePaise < heard.low) heard.low = pricePaise;
    if (pricePaise > heard.high) heard.high = pricePaise;
    if (at > heard.lastAt) heard.lastAt = at;
  }

  /**
   * Where the price went in a closed minute that nobody heard of: along the bar's path, behind all that was heard. It ends
   * with the close.
   */
  unheardOf(instrumentId: number, bar: Bar): readonly PathPoint[] {
    const newest = this.#heard.get(instrumentId);
    const of = [newest, newest?.before].find((heard) => heard?.openAt === bar.openAt);
    if (of && bar.low >= of.low && bar.high <= of.high) return NOTHING;
    const path = barPath(bar, '1m');
    const isUnheard = ({ pricePaise }: PathPoint): boolean => !of || pricePaise < of.low || pricePaise > of.high;
    const points = path.filter((point, i) => isUnheard(point) || i === path.length - 1);
    return points.map(({ at, pricePaise }) => ({ at: Math.max(at, newest?.lastAt ?? 0), pricePaise }));
  }
}

/** What was not heard of a bar, as far as it concerns what a run holds: what was opened with a price behind it was not there. */
export function newsOf(
  { bar, unheard }: ToldMinute,
  run: Pick<StrategyRun, 'state'>,
  base: number,
): readonly PathPoint[] {
  if (unheard.length === 0) return NOTHING;
  const { position } = run.state().bases[base] ?? {};
  return position && position.entryAt >= bar.openAt + MINUTE_MS ? NOTHING : unheard;
}
