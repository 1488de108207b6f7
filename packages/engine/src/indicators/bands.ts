import { Deviation } from './deviation.ts';
import { arg, bars, factor, ofOutputs, ofSource } from './kernel.ts';
import { Ema, Sma } from './smoothing.ts';
import { AverageTrueRange } from './true-range.ts';
import type { Indicator, IndicatorSpec } from './types.ts';
import { Extreme } from './window.ts';

const OUTPUTS = ['upper', 'middle', 'lower'] as const;

function unknownBands() {
  return { upper: Number.NaN, middle: Number.NaN, lower: Number.NaN };
}

/** SMA ± multiplier × population deviation. Flat prices: all three on the price. */
function bollinger(length: number, multiplier: number): Indicator {
  const latest = unknownBands();
  const mean = new Sma(length);
  const deviation = new Deviation(length);
  return ofOutputs(latest, ({ source }) => {
    const known = Number.isFinite(source);
    latest.middle = known ? mean.push(source) : Number.NaN;
    const width = known ? multiplier * deviation.push(source) : Number.NaN;
    latest.upper = latest.middle + width;
    latest.lower = latest.middle - width;
  });
}

/** Highest high and lowest low of the last n bars, the current one included, and their middle. */
function donchian(length: number): Indicator {
  const latest = unknownBands();
  const highest = new Extreme(length, 1);
  const lowest = new Extreme(length, -1);
  return ofOutputs(latest, ({ high, low }) => {
    latest.upper = highest.push(high);
    latest.lower = lowest.push(low);
    latest.middle = (latest.upper + latest.lower) / 2;
  });
}

/** This engine's own `ema` of the close ± multiplier × its own `atr`. */
function keltner(length: number, rangeLength: number, multiplier: number): Indicator {
  const latest = unknownBands();
  const mean = new Ema(length);
  const range = new AverageTrueRange(rangeLength, true);
  return ofOutputs(latest, (input) => {
    latest.middle = mean.push(input.close);
    const width = multiplier * range.push(input);
    latest.upper = latest.middle + width;
    latest.lower = latest.middle - width;
  });
}

/** `stddev`, `bollinger` and `donchian` are functions of their window; `keltner` remembers everything. */
export const BANDS: readonly IndicatorSpec[] = [
  {
    name: 'stddev',
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0),
    create: (args) => ofSource(new Deviation(arg(args, 0))),
  },
  {
    name: 'bollinger',
    parameters: [bars('period'), factor('multiplier')],
    takesSource: true,
    outputs: OUTPUTS,
    warmup: (args) => arg(args, 0),
    create: (args) => bollinger(arg(args, 0), arg(args, 1)),
  },
  {
    name: 'donchian',
    parameters: [bars('period')],
    takesSource: false,
    outputs: OUTPUTS,
    warmup: (args) => arg(args, 0),
    create: (args) => donchian(arg(args, 0)),
  },
  {
    name: 'keltner',
    parameters: [bars('period'), bars('atr_period'), factor('multiplier')],
    takesSource: false,
    outputs: OUTPUTS,
    warmup: (args) => Math.max(arg(args, 0), arg(args, 1) + 1),
    create: (args) => keltner(arg(args, 0), arg(args, 1), arg(args, 2)),
  },
];
