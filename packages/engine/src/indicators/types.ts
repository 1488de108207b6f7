/**
 * One incremental indicator: constant work for each bar (amortised), one implementation for back-test and live.
 * Inputs and outputs are rupees (or any unit of the source), never paise. `NaN` is "not warm yet"; it never leaves the
 * engine: the border turns it into `undefined`.
 */
export interface Indicator {
  /** Feeds one closed bar. `source` is the chosen price (close by default); the rest serves those that need it. */
  push(input: IndicatorInput): void;
  /** Latest value of an output (`value` for those that have one); NaN until warm. */
  value(output: string): number;
  /**
   * The same for `count` values of a source at once: what `push` and `value` would give for each of them, in `out`. A
   * source that is NaN is not fed. Only indicators of one source with the single output `value` have it.
   */
  readonly fill?: (source: Float64Array, out: Float64Array, count: number) => void;
  /** The same with stored prices as they lie: `count` of them from place `from` on, whole paise. */
  readonly fillPaise?: (paise: Int32Array, from: number, out: Float64Array, count: number) => void;
}

/** Reused between calls: an indicator must copy what it keeps. */
export interface IndicatorInput {
  source: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** Day number in India of the bar's opening, and minutes since midnight: session indicators restart on a new day. */
  day: number;
  minute: number;
  /** When the bar's session opens, minutes since midnight; 09:15 when absent. Only the opening range asks. */
  sessionOpenMinute?: number;
  /** Length of the bar in minutes; a daily bar: 375. */
  barMinutes: number;
}

export interface IndicatorSpec {
  readonly name: string;
  /** Numeric arguments in order, after the optional source. */
  readonly parameters: readonly {
    readonly name: string;
    readonly integer: boolean;
    readonly min: number;
    readonly max: number;
  }[];
  readonly takesSource: boolean;
  readonly outputs: readonly string[];
  /**
   * Bars needed before the first value, for given arguments: what a warm-up must load. For functions of their window
   * (their files say which) it is also what makes a restarted run equal to an uninterrupted one, bit for bit; those
   * with infinite memory (`ema`, `rsi`, `atr`, …) are equal only when the whole stored history is fed again; those of
   * a session when that session is fed from its opening.
   */
  readonly warmup: (args: readonly number[]) => number;
  readonly create: (args: readonly number[]) => Indicator;
}
