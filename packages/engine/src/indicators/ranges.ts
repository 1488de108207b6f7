import { arg, bars, ofBar, ofSource } from './kernel.ts';
import { AverageTrueRange, TrueRange } from './true-range.ts';
import type { IndicatorSpec } from './types.ts';
import { Extreme } from './window.ts';

function extreme(name: string, sign: 1 | -1): IndicatorSpec {
  return {
    name,
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0),
    create: (args) => ofSource(new Extreme(arg(args, 0), sign)),
  };
}

/**
 * `highest` and `lowest` include the current bar: for a breakout compare with the value one bar ago. They are functions
 * of their window. `atr` is Wilder's, from the mean of the n true ranges after the first bar; its memory is infinite.
 */
export const RANGES: readonly IndicatorSpec[] = [
  extreme('highest', 1),
  extreme('lowest', -1),
  {
    name: 'true_range',
    parameters: [],
    takesSource: false,
    outputs: ['value'],
    warmup: () => 2,
    create: () => {
      const range = new TrueRange();
      return ofBar((input) => range.push(input, true));
    },
  },
  {
    name: 'atr',
    parameters: [bars('period')],
    takesSource: false,
    outputs: ['value'],
    warmup: (args) => arg(args, 0) + 1,
    create: (args) => {
      const mean = new AverageTrueRange(arg(args, 0), true);
      return ofBar((input) => mean.push(input));
    },
  },
];
