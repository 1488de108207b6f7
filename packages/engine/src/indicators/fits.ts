import { arg, bars, type Kernel, ofBar, ofOutputs, ofSource } from './kernel.ts';
import type { Indicator, IndicatorSpec } from './types.ts';
import { Window } from './window.ts';
import { WeightedSum, WindowSum } from './window-sum.ts';

/** Last point of the straight line that fits the last n values best (least squares). */
function linreg(length: number): Kernel {
  const window = new WeightedSum(length);
  const middle = (length + 1) / 2;
  const spread = (length * (length * length - 1)) / 12;
  return {
    push: (value) => {
      window.push(value);
      if (!window.isFull) return Number.NaN;
      const slope = (window.weighted() - middle * window.sum()) / spread;
      return window.mean() + slope * (length - middle);
    },
  };
}

/** Kaufman: moves faster the straighter prices went over n bars, between the speeds of a 2- and a 30-bar EMA. */
function kama(length: number): Kernel {
  const fast = 2 / 3;
  const slow = 2 / 31;
  const values = new Window(length + 1);
  const path = new WindowSum(length);
  let before = Number.NaN;
  let latest = Number.NaN;
  return {
    push: (value) => {
      values.push(value);
      if (!Number.isNaN(before)) path.push(Math.abs(value - before));
      const last = before;
      before = value;
      if (!values.isFull) return Number.NaN;
      const moved = Math.abs(value - values.get(0));
      const walked = path.sum();
      const straightness = walked <= moved ? 1 : moved / walked;
      const share = (straightness * (fast - slow) + slow) ** 2;
      const from = Number.isNaN(latest) ? last : latest;
      latest = from + share * (value - from);
      return latest;
    },
  };
}

/** Mean of the source weighted by volume; undefined where the window has no volume. */
function vwma(length: number): Indicator {
  const traded = new WindowSum(length, 100);
  const volume = new WindowSum(length, 1);
  return ofBar((input) => {
    if (!Number.isFinite(input.source)) return Number.NaN;
    traded.push(input.source * input.volume);
    volume.push(input.volume);
    return volume.isFull && volume.sum() > 0 ? traded.sum() / volume.sum() : Number.NaN;
  });
}

/**
 * Smoothed bars: the close is the mean of a bar's four prices, the open the middle of the smoothed bar before (at
 * first: of the bar itself). Its memory is infinite.
 */
function heikinAshi(): Indicator {
  const latest = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN };
  return ofOutputs(latest, ({ open, high, low, close }) => {
    latest.open = Number.isNaN(latest.open) ? (open + close) / 2 : (latest.open + latest.close) / 2;
    latest.close = (open + high + low + close) / 4;
    latest.high = Math.max(high, latest.open, latest.close);
    latest.low = Math.min(low, latest.open, latest.close);
  });
}

/** `linreg` and `vwma` are functions of their window; `kama` and `heikin_ashi` remember everything. */
export const FITS: readonly IndicatorSpec[] = [
  {
    name: 'linreg',
    parameters: [bars('period', 2)],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0),
    create: (args) => ofSource(linreg(arg(args, 0))),
  },
  {
    name: 'kama',
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0) + 1,
    create: (args) => ofSource(kama(arg(args, 0))),
  },
  {
    name: 'vwma',
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0),
    create: (args) => vwma(arg(args, 0)),
  },
  {
    name: 'heikin_ashi',
    parameters: [],
    takesSource: false,
    outputs: ['open', 'high', 'low', 'close'],
    warmup: () => 1,
    create: heikinAshi,
  },
];
