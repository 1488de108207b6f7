import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';

/** What leaves a track, in the order in which the world must hear it. */
export type MarketNews =
  | {
      readonly kind: 'tick';
      readonly instrumentId: number;
      readonly at: EpochMs;
      readonly pricePaise: number;
      readonly cumulativeVolume: number;
    }
  | { readonly kind: 'bar'; readonly instrumentId: number; readonly bar: Bar }
  /** Of what ended by then, all is told: minutes without a bar had no trade. */
  | { readonly kind: 'quiet'; readonly instrumentId: number; readonly until: EpochMs };

/** Minutes that were not seen whole. The broker's candles take their place in the order of news. */
export interface Hole {
  readonly instrumentId: number;
  /** Opening of the first minute … */
  readonly from: EpochMs;
  /** … and end of the last. All of them have ended. */
  readonly to: EpochMs;
  /** A minute of it in which the price was seen to move: the broker must have a candle of it, now or soon. */
  readonly movedIn?: EpochMs;
}

interface Slot {
  readonly kind: 'slot';
  readonly hole: Hole;
  bars: readonly Bar[] | undefined;
  /** False where nobody could say what the hole was. */
  isKnown: boolean;
}

interface NewsParts {
  readonly instrumentId: number;
  readonly emit: (news: MarketNews) => void;
  /** Ask for the minutes of a hole, then call `fill` with this very object. */
  readonly onHole: (hole: Hole) => void;
}

/** One instrument's news on its way out: what comes after a hole waits until the hole is filled. */
export class OrderedNews {
  readonly #parts: NewsParts;
  readonly #held: (MarketNews | Slot)[] = [];
  #lastBarAt = Number.NEGATIVE_INFINITY;
  /** What came before this is told by candles: those of holes, or those that were stored before this run. */
  #candlesUntil = Number.NEGATIVE_INFINITY;

  constructor(parts: NewsParts) {
    this.#parts = parts;
  }

  /** Minutes before this one are stored already. */
  beginAt(minute: EpochMs): void {
    this.#candlesUntil = minute;
    this.#lastBarAt = minute - MINUTE_MS;
  }

  tick(at: EpochMs, pricePaise: number, cumulativeVolume: number): void {
    // Prices come out of order: after another share has shown that a minute is over, its hole tells of it whole.
    if (at < this.#candlesUntil) return;
    const { instrumentId } = this.#parts;
    this.#held.push({ kind: 'tick', instrumentId, at, pricePaise, cumulativeVolume });
    this.#release();
  }

  bar(bar: Bar): void {
    if (this.#held.length === 0) this.#emitBar(bar);
    else this.#held.push({ kind: 'bar', instrumentId: this.#parts.instrumentId, bar });
  }

  quiet(until: EpochMs): void {
    this.#held.push({ kind: 'quiet', instrumentId: this.#parts.instrumentId, until });
    this.#release();
  }

  hole(span: Omit<Hole, 'instrumentId'>): void {
    const hole = { instrumentId: this.#parts.instrumentId, ...span };
    this.#held.push({ kind: 'slot', hole, bars: undefined, isKnown: true });
    this.#candlesUntil = Math.max(this.#candlesUntil, hole.to);
    this.#parts.onHole(hole);
    this.#release();
  }

  /** False where nothing waits for this hole any more. */
  fill(hole: Hole, bars: readonly Bar[]): boolean {
    const slot = this.#held.find((item) => item.kind === 'slot' && item.hole === hole);
    if (slot?.kind !== 'slot' || slot.bars !== undefined) return false;
    slot.bars = bars;
    this.#release();
    return true;
  }

  giveUpWaiting(): void {
    for (const item of this.#held) {
      if (item.kind !== 'slot' || item.bars !== undefined) continue;
      item.bars = [];
      item.isKnown = false;
    }
    this.#release();
  }

  get waiting(): number {
    return this.#held.length;
  }

  #release(): void {
    const open = this.#held.findIndex((item) => item.kind === 'slot' && item.bars === undefined);
    const count = open === -1 ? this.#held.length : open;
    for (const item of this.#held.slice(0, count)) this.#emit(item);
    this.#held.splice(0, count);
  }

  #emit(item: MarketNews | Slot): void {
    if (item.kind === 'slot') this.#emitFilled(item);
    else if (item.kind === 'bar') this.#emitBar(item.bar);
    else this.#parts.emit(item);
  }

  #emitFilled({ hole: { instrumentId, to: until }, bars = [], isKnown }: Slot): void {
    for (const bar of bars) this.#emitBar(bar);
    if (isKnown && this.#lastBarAt < until - MINUTE_MS) this.#parts.emit({ kind: 'quiet', instrumentId, until });
  }

  /** Each minute once, in order: a late candle of the broker is no news. */
  #emitBar(bar: Bar): void {
    if (bar.openAt <= this.#lastBarAt) return;
    this.#lastBarAt = bar.openAt;
    this.#parts.emit({ kind: 'bar', instrumentId: this.#parts.instrumentId, bar });
  }
}
