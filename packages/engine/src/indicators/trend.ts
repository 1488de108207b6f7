import { arg, bars, factor, ofOutputs } from './kernel.ts';
import { psar } from './psar.ts';
import { AverageTrueRange, TrueRange } from './true-range.ts';
import type { Indicator, IndicatorInput, IndicatorSpec } from './types.ts';
import { Extreme } from './window.ts';

/** Wilder's running sum: n − 1 values are added up, then each new one displaces an n-th of the sum. NaN before. */
class WilderSum {
  readonly #length: number;
  #count = 0;
  #sum = 0;

  constructor(length: number) {
    this.#length = length;
  }

  push(value: number): number {
    this.#count += 1;
    this.#sum += this.#count < this.#length ? value : value - this.#sum / this.#length;
    return this.#count < this.#length ? Number.NaN : this.#sum;
  }
}

/**
 * Wilder's directional movement. Without any range or movement both directions are 0; a bar on which they are 0 counts
 * as a DX of 0. First DI at bar n, first ADX at bar 2n − 1 (counted from 0). Its memory is infinite.
 */
function adx(length: number): Indicator {
  const latest = { adx: Number.NaN, plus_di: Number.NaN, minus_di: Number.NaN };
  const range = new TrueRange();
  const sums = { range: new WilderSum(length), plus: new WilderSum(length), minus: new WilderSum(length) };
  let highBefore = Number.NaN;
  let lowBefore = Number.NaN;
  let seed = 0;
  let count = 0;
  const average = (dx: number): void => {
    count += 1;
    if (count <= length) seed += dx;
    if (count === length) latest.adx = seed / length;
    else if (count > length) latest.adx = (latest.adx * (length - 1) + dx) / length;
  };
  return ofOutputs(latest, (input) => {
    const spread = range.push(input, true);
    const rise = input.high - highBefore;
    const fall = lowBefore - input.low;
    highBefore = input.high;
    lowBefore = input.low;
    if (Number.isNaN(spread)) return;
    const total = sums.range.push(spread);
    const plus = sums.plus.push(rise > fall && rise > 0 ? rise : 0);
    const minus = sums.minus.push(fall > rise && fall > 0 ? fall : 0);
    if (Number.isNaN(total)) return;
    latest.plus_di = percentOf(plus, total);
    latest.minus_di = percentOf(minus, total);
    average(percentOf(Math.abs(latest.plus_di - latest.minus_di), latest.plus_di + latest.minus_di));
  });
}

function percentOf(part: number, whole: number): number {
  return whole > 0 ? (100 * part) / whole : 0;
}

/**
 * Middle of the bar ± multiplier × ATR (counted from the first bar). A band only tightens until the close crosses it.
 * `direction`: 1 in an up trend (the value is the lower band), −1 in a down trend; it starts down.
 */
function supertrend(length: number, multiplier: number): Indicator {
  const latest = { value: Number.NaN, direction: Number.NaN };
  const range = new AverageTrueRange(length, false);
  const upper = new Ratchet();
  const lower = new Ratchet();
  let before = Number.NaN;
  return ofOutputs(latest, (input) => {
    const atr = range.push(input);
    const middle = (input.high + input.low) / 2;
    if (!Number.isNaN(atr)) {
      // A lower band is an upper band of negated prices.
      const top = upper.push(middle + multiplier * atr, before);
      const bottom = -lower.push(multiplier * atr - middle, -before);
      latest.direction = directionAfter(latest.direction, input.close, { top, bottom });
      latest.value = latest.direction === 1 ? bottom : top;
    }
    before = input.close;
  });
}

/** @param before `NaN` on the first bar, which is down whatever it closes at */
function directionAfter(
  before: number,
  close: number,
  band: { readonly top: number; readonly bottom: number },
): number {
  if (before === 1) return close < band.bottom ? -1 : 1;
  return before === -1 && close > band.top ? 1 : -1;
}

/** A band above the price that only comes down, until the close before was above it. */
class Ratchet {
  #band = Number.NaN;

  push(candidate: number, closeBefore: number): number {
    const holds = candidate >= this.#band && closeBefore <= this.#band;
    if (!holds) this.#band = candidate;
    return this.#band;
  }
}

/** How recent the highest high and the lowest low of the last n + 1 bars are, in percent; of equals the newest counts. */
function aroon(length: number): Indicator {
  const latest = { up: Number.NaN, down: Number.NaN };
  const highest = new Extreme(length + 1, 1);
  const lowest = new Extreme(length + 1, -1);
  return ofOutputs(latest, ({ high, low }) => {
    if (Number.isNaN(highest.push(high) + lowest.push(low))) return;
    latest.up = (100 * (length - highest.age)) / length;
    latest.down = (100 * (length - lowest.age)) / length;
  });
}

/** Middles of three ranges, not displaced: a chart shifts the spans 26 bars on. */
function ichimoku(short: number, middle: number, long: number): Indicator {
  const latest = { conversion: Number.NaN, base: Number.NaN, span_a: Number.NaN, span_b: Number.NaN };
  const middleOf = (length: number) => {
    const highest = new Extreme(length, 1);
    const lowest = new Extreme(length, -1);
    return ({ high, low }: IndicatorInput) => (highest.push(high) + lowest.push(low)) / 2;
  };
  const [conversion, base, span] = [middleOf(short), middleOf(middle), middleOf(long)];
  return ofOutputs(latest, (input) => {
    latest.conversion = conversion(input);
    latest.base = base(input);
    latest.span_a = (latest.conversion + latest.base) / 2;
    latest.span_b = span(input);
  });
}

const OF_BARS = { takesSource: false } as const;

/** `aroon` and `ichimoku` are functions of their window; `adx`, `supertrend` and `psar` remember everything. */
export const TREND: readonly IndicatorSpec[] = [
  {
    name: 'adx',
    parameters: [bars('period', 2)],
    ...OF_BARS,
    outputs: ['adx', 'plus_di', 'minus_di'],
    warmup: (args) => 2 * arg(args, 0),
    create: (args) => adx(arg(args, 0)),
  },
  {
    name: 'supertrend',
    parameters: [bars('period'), factor('multiplier')],
    ...OF_BARS,
    outputs: ['value', 'direction'],
    warmup: (args) => arg(args, 0),
    create: (args) => supertrend(arg(args, 0), arg(args, 1)),
  },
  {
    name: 'psar',
    parameters: [factor('step', 1), factor('maximum', 1)],
    ...OF_BARS,
    outputs: ['value'],
    warmup: () => 2,
    create: (args) => psar(arg(args, 0), arg(args, 1)),
  },
  {
    name: 'aroon',
    parameters: [bars('period')],
    ...OF_BARS,
    outputs: ['up', 'down'],
    warmup: (args) => arg(args, 0) + 1,
    create: (args) => aroon(arg(args, 0)),
  },
  {
    name: 'ichimoku',
    parameters: [bars('conversion'), bars('base'), bars('span')],
    ...OF_BARS,
    outputs: ['conversion', 'base', 'span_a', 'span_b'],
    warmup: (args) => Math.max(arg(args, 0), arg(args, 1), arg(args, 2)),
    create: (args) => ichimoku(arg(args, 0), arg(args, 1), arg(args, 2)),
  },
];
