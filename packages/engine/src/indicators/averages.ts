import { arg, bars, type Kernel, ofSource } from './kernel.ts';
import { Ema, Sma, Wilder, Wma } from './smoothing.ts';
import type { IndicatorSpec } from './types.ts';

function average(
  name: string,
  kernelOf: (length: number) => Kernel,
  warmup: (length: number) => number,
): IndicatorSpec {
  return {
    name,
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => warmup(arg(args, 0)),
    create: (args) => ofSource(kernelOf(arg(args, 0))),
  };
}

/** 2·EMA − EMA of EMA. */
function dema(length: number): Kernel {
  const first = new Ema(length);
  const second = new Ema(length);
  return {
    push: (value) => {
      const one = first.push(value);
      if (Number.isNaN(one)) return Number.NaN;
      return 2 * one - second.push(one);
    },
  };
}

/** 3·EMA − 3·EMA² + EMA³, the exponents counting how often the mean is taken. */
function tema(length: number): Kernel {
  const first = new Ema(length);
  const second = new Ema(length);
  const third = new Ema(length);
  return {
    push: (value) => {
      const one = first.push(value);
      if (Number.isNaN(one)) return Number.NaN;
      const two = second.push(one);
      if (Number.isNaN(two)) return Number.NaN;
      return 3 * one - 3 * two + third.push(two);
    },
  };
}

/** Hull: WMA over √n of 2·WMA(n ÷ 2) − WMA(n); halves and roots are cut to whole bars. */
function hma(length: number): Kernel {
  const half = new Wma(Math.max(1, Math.floor(length / 2)));
  const full = new Wma(length);
  const smooth = new Wma(Math.floor(Math.sqrt(length)));
  return {
    push: (value) => {
      const fast = half.push(value);
      const slow = full.push(value);
      return Number.isNaN(slow) ? Number.NaN : smooth.push(2 * fast - slow);
    },
  };
}

/**
 * `sma`, `wma` and `hma` are functions of their window: after as many bars as `warmup` says, two runs agree bit for
 * bit. `ema`, `rma` (Wilder), `dema` and `tema` remember everything: a runner feeds the whole stored history again.
 */
export const AVERAGES: readonly IndicatorSpec[] = [
  average(
    'sma',
    (length) => new Sma(length),
    (length) => length,
  ),
  average(
    'ema',
    (length) => new Ema(length),
    (length) => length,
  ),
  average(
    'wma',
    (length) => new Wma(length),
    (length) => length,
  ),
  average(
    'rma',
    (length) => new Wilder(length),
    (length) => length,
  ),
  average('dema', dema, (length) => 2 * length - 1),
  average('tema', tema, (length) => 3 * length - 2),
  average('hma', hma, (length) => length + Math.floor(Math.sqrt(length)) - 1),
];
