import type { Bar, EpochMs } from '@trickdesk/domain';
import type { ProgramRows } from '../compile/types.ts';
import type { BaseRun } from './base-run.ts';
import { PATH_POINTS } from './path.ts';
import type { PositionKeeper } from './position-keeper.ts';
import { signOf } from './prices.ts';
import type { RunRecord } from './run-record.ts';
import type { TradingDay } from './session-clock.ts';

/** Prices that change nothing of a base but how far the price went. */
export interface Calm {
  /** Before this moment; minus infinity where every price counts. */
  readonly until: EpochMs;
  /** Between these two, whole paise, without them. */
  readonly above: number;
  readonly below: number;
}

/** How far prices went that were calm. Whole paise. */
export interface PassedPrices {
  readonly lowest: number;
  readonly highest: number;
  readonly last: number;
}

const NEVER: Calm = { until: Number.NEGATIVE_INFINITY, above: 0, below: 0 };

/**
 * Bars that change no order and no level of a base: what remains of them is how far the price went, and that time has
 * passed. A back-test takes them at once; what is decided on the others is decided where everything is.
 */
export class QuietBars {
  readonly #keeper: PositionKeeper;
  readonly #day: TradingDay;
  /** Whether anybody is told how far prices went for and against a position. */
  readonly #measures: boolean;

  constructor(keeper: PositionKeeper, day: TradingDay, record: RunRecord | undefined) {
    this.#keeper = keeper;
    this.#day = day;
    this.#measures = record === undefined || record.isTold;
  }

  /** Which prices of a base are calm, until it is told of anything else. */
  calmOf({ position, pending, program, builder, squareOffAt }: BaseRun): Calm {
    if (pending.length > 0) return NEVER;
    if (!position) {
      return { until: builder.endsAt(), above: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY };
    }
    // A trailing stop moves with every extreme, and is told.
    if (program.trailing) return NEVER;
    const isLong = position.direction === 'long';
    const { stopPaise = Number.NaN, targetPaise = Number.NaN } = position;
    const [above, below] = isLong ? [stopPaise, targetPaise] : [targetPaise, stopPaise];
    return {
      until: Math.min(builder.endsAt(), squareOffAt, this.#day.endsAt),
      above: Number.isNaN(above) ? Number.NEGATIVE_INFINITY : above,
      below: Number.isNaN(below) ? Number.POSITIVE_INFINITY : below,
    };
  }

  /** Calm prices of a base, in whatever number, at once. */
  passPrices(base: BaseRun, { lowest, highest, last }: PassedPrices): void {
    const { position } = base;
    if (!position) return;
    if (position.direction === 'long') this.#reach(base, highest, lowest);
    else this.#reach(base, lowest, highest);
    base.lastPrice = last;
  }

  /**
   * Whether a bar's prices can do nothing to a position that anybody is told of: no order waits for one, no level stands
   * among them, nobody measures how far they go.
   *
   * @param lastAt when the last of them comes
   */
  passesUnseen({ position, pending, program, squareOffAt }: BaseRun, lastAt: EpochMs): boolean {
    if (this.#measures || !position || pending.length > 0 || lastAt >= squareOffAt) return false;
    return !program.trailing && position.stopPaise === undefined && position.targetPaise === undefined;
  }

  /**
   * Takes a bar's whole path at once where no point of it can fill, stop, reach or square off anything. Answers whether
   * it did; otherwise the points must be walked.
   *
   * @param stepMs from one point to the next
   */
  passPath(base: BaseRun, bar: Bar, stepMs: number): boolean {
    const { position } = base;
    if (!position || base.pending.length > 0) return false;
    if (bar.openAt + (PATH_POINTS - 1) * stepMs >= base.squareOffAt) return false;
    const isLong = position.direction === 'long';
    const best = isLong ? bar.high : bar.low;
    const worst = isLong ? bar.low : bar.high;
    const sign = signOf(position.direction);
    const extremePaise = sign * (best - position.extremePaise) > 0 ? best : position.extremePaise;
    // The tightest that the stop can become inside this bar.
    const stop = this.#keeper.tightestStop(base, position, extremePaise);
    if (stop !== undefined && sign * (worst - stop) <= 0) return false;
    if (position.targetPaise !== undefined && sign * (best - position.targetPaise) >= 0) return false;
    this.#reach(base, best, worst);
    return true;
  }

  /**
   * Takes stored bars of the strategy's interval of which none can do more than pass: no order waits, no condition
   * holds on them, no level lies inside them, none is the first of its day.
   *
   * @param from the first row, at least one before `to`
   */
  pass(base: BaseRun, { time, close, high, low }: ProgramRows, from: number, to: number): void {
    const { position } = base;
    const lastAt = time[to - 1] ?? Number.NaN;
    base.lastInputAt = lastAt;
    base.lastBarAt = lastAt;
    base.lastClose = close[to - 1] ?? Number.NaN;
    base.lastPrice = Number.NaN;
    base.lastMode = 'live';
    base.lastVeto = undefined;
    base.barsSinceExit += to - from;
    if (!position) return;
    base.barsHeld += to - from;
    // Under a stop that follows the price, which asks for the extreme, no bar passes.
    if (!this.#measures) return;
    let [highest, lowest] = [high[from] ?? 0, low[from] ?? 0];
    for (let row = from + 1; row < to; row += 1) {
      highest = larger(highest, high[row] ?? 0);
      lowest = smaller(lowest, low[row] ?? 0);
    }
    if (position.direction === 'long') this.#reach(base, highest, lowest);
    else this.#reach(base, lowest, highest);
  }

  #reach(base: BaseRun, best: number, worst: number): void {
    const { position } = base;
    if (!position) return;
    const sign = signOf(position.direction);
    base.adverse = Math.min(base.adverse, sign * (worst - position.entryPaise));
    base.favourable = Math.max(base.favourable, sign * (best - position.entryPaise));
    if (sign * (best - position.extremePaise) > 0) position.extremePaise = best;
  }
}

/**
 * The larger of two prices, whole paise. A position's market often goes further than before, and no processor guesses
 * when: a branch costs more than these few bits.
 */
function larger(a: number, b: number): number {
  const more = (b - a) | 0;
  return (a + (more & ~(more >> 31))) | 0;
}

function smaller(a: number, b: number): number {
  const less = (b - a) | 0;
  return (a + (less & (less >> 31))) | 0;
}
