import { arg, bars, ofBar, ofOutputs, paiseOf } from './kernel.ts';
import { Rsi } from './momentum.ts';
import { Sma } from './smoothing.ts';
import type { Indicator, IndicatorInput, IndicatorSpec } from './types.ts';
import { Extreme, Window } from './window.ts';
import { WindowSum } from './window-sum.ts';

/** A value's place between two others in percent. In a range of nothing it is in the middle: 50. */
function placeIn(value: number, low: number, high: number): number {
  if (Number.isNaN(high - low)) return Number.NaN;
  return high === low ? 50 : (100 * (value - low)) / (high - low);
}

/** Place of the close in the range of n bars, smoothed twice by simple means. */
function stochastic(length: number, smooth: number, signal: number): Indicator {
  const latest = { k: Number.NaN, d: Number.NaN };
  const highest = new Extreme(length, 1);
  const lowest = new Extreme(length, -1);
  const [first, second] = [new Sma(smooth), new Sma(signal)];
  return ofOutputs(latest, ({ high, low, close }) => {
    const top = highest.push(high);
    const raw = placeIn(close, lowest.push(low), top);
    if (Number.isNaN(raw)) return;
    latest.k = first.push(raw);
    if (!Number.isNaN(latest.k)) latest.d = second.push(latest.k);
  });
}

/** Place of the RSI in its own range of n values (`k`), and its simple mean (`d`). */
function stochRsi(strengthLength: number, length: number, signal: number): Indicator {
  const latest = { k: Number.NaN, d: Number.NaN };
  const strength = new Rsi(strengthLength);
  const highest = new Extreme(length, 1);
  const lowest = new Extreme(length, -1);
  const mean = new Sma(signal);
  return ofOutputs(latest, ({ source }) => {
    const value = Number.isFinite(source) ? strength.push(source) : Number.NaN;
    latest.k = latest.d = Number.NaN;
    if (Number.isNaN(value)) return;
    const top = highest.push(value);
    latest.k = placeIn(value, lowest.push(value), top);
    if (!Number.isNaN(latest.k)) latest.d = mean.push(latest.k);
  });
}

function williamsR(length: number): Indicator {
  const highest = new Extreme(length, 1);
  const lowest = new Extreme(length, -1);
  return ofBar(({ high, low, close }) => {
    const top = highest.push(high);
    return placeIn(close, lowest.push(low), top) - 100;
  });
}

/**
 * (Typical price − its mean) ÷ (0.015 × mean absolute deviation); 0 where prices are flat. The mean absolute deviation
 * has no running form, so this one takes time in proportion to n, not to history.
 */
function cci(length: number): Indicator {
  const values = new Window(length);
  const mean = new Sma(length);
  return ofBar((input) => {
    const typical = typicalUnits(input) / 300;
    values.push(typical);
    const middle = mean.push(typical);
    if (Number.isNaN(middle)) return Number.NaN;
    let spread = 0;
    for (let i = 0; i < length; i += 1) spread += Math.abs(values.get(i) - middle);
    return spread === 0 ? 0 : ((typical - middle) * length) / (0.015 * spread);
  });
}

/** Money that flowed in on rising typical prices, in percent of all that flowed in n bars. Nothing flowed: 50. */
function mfi(length: number): Indicator {
  const inflow = new WindowSum(length, 1);
  const outflow = new WindowSum(length, 1);
  let before = Number.NaN;
  return ofBar((input) => {
    const typical = typicalUnits(input);
    const change = typical - before;
    before = typical;
    if (Number.isNaN(change)) return Number.NaN;
    inflow.push(change > 0 ? typical * input.volume : 0);
    outflow.push(change < 0 ? typical * input.volume : 0);
    const flow = inflow.sum() + outflow.sum();
    if (!inflow.isFull) return Number.NaN;
    return flow === 0 ? 50 : (100 * inflow.sum()) / flow;
  });
}

/** Volume added on rising closes and taken away on falling ones, from the first bar's volume. */
function obv(): Indicator {
  let before = Number.NaN;
  let total = 0;
  return ofBar(({ close, volume }) => {
    if (Number.isNaN(before)) total = volume;
    else total += Math.sign(close - before) * volume;
    before = close;
    return total;
  });
}

/** Three times the typical price in paise: a whole number unless prices were adjusted. */
function typicalUnits({ high, low, close }: IndicatorInput): number {
  return paiseOf(high) + paiseOf(low) + paiseOf(close);
}

const OF_BARS = { takesSource: false, outputs: ['value'] } as const;

/** All but `stoch_rsi` and `obv` are functions of their window. */
export const OSCILLATORS: readonly IndicatorSpec[] = [
  {
    name: 'stochastic',
    parameters: [bars('period'), bars('smooth'), bars('signal')],
    takesSource: false,
    outputs: ['k', 'd'],
    warmup: (args) => arg(args, 0) + arg(args, 1) + arg(args, 2) - 2,
    create: (args) => stochastic(arg(args, 0), arg(args, 1), arg(args, 2)),
  },
  {
    name: 'stoch_rsi',
    parameters: [bars('rsi_period'), bars('period'), bars('signal')],
    takesSource: true,
    outputs: ['k', 'd'],
    warmup: (args) => arg(args, 0) + arg(args, 1) + arg(args, 2) - 1,
    create: (args) => stochRsi(arg(args, 0), arg(args, 1), arg(args, 2)),
  },
  {
    name: 'williams_r',
    parameters: [bars('period')],
    ...OF_BARS,
    warmup: (args) => arg(args, 0),
    create: (args) => williamsR(arg(args, 0)),
  },
  {
    name: 'cci',
    parameters: [bars('period')],
    ...OF_BARS,
    warmup: (args) => arg(args, 0),
    create: (args) => cci(arg(args, 0)),
  },
  {
    name: 'mfi',
    parameters: [bars('period')],
    ...OF_BARS,
    warmup: (args) => arg(args, 0) + 1,
    create: (args) => mfi(arg(args, 0)),
  },
  { name: 'obv', parameters: [], ...OF_BARS, warmup: () => 1, create: obv },
];
