import { arg, bars, type Kernel, ofOutputs, ofSource } from './kernel.ts';
import { Ema, Wilder } from './smoothing.ts';
import type { Indicator, IndicatorSpec } from './types.ts';
import { Window } from './window.ts';

/** Wilder's RSI. Prices that never moved have no strength either way: 50. */
export class Rsi implements Kernel {
  readonly #gains: Wilder;
  readonly #losses: Wilder;
  #before = Number.NaN;

  constructor(length: number) {
    this.#gains = new Wilder(length);
    this.#losses = new Wilder(length);
  }

  push(value: number): number {
    const change = value - this.#before;
    this.#before = value;
    if (Number.isNaN(change)) return Number.NaN;
    const gain = this.#gains.push(Math.max(0, change));
    const loss = this.#losses.push(Math.max(0, -change));
    if (Number.isNaN(gain)) return Number.NaN;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  }

  fill(values: Float64Array, out: Float64Array, count: number): void {
    let done = 0;
    for (; done < count && Number.isNaN(this.#gains.latest); done += 1) out[done] = this.push(values[done] ?? 0);
    if (done < count) this.#fillWarm(values, out, { from: done, count });
  }

  /** `push` with everything in locals. */
  #fillWarm(values: Float64Array, out: Float64Array, { from, count }: { from: number; count: number }): void {
    const { share } = this.#gains;
    let before = this.#before;
    let gain = this.#gains.latest;
    let loss = this.#losses.latest;
    for (let i = from; i < count; i += 1) {
      const value = values[i] ?? 0;
      const change = value - before;
      before = value;
      // Twice what is above zero, to the bit: whether a price rises is not to be guessed, and a branch would try.
      const size = Math.abs(change);
      gain += share * ((size + change) / 2 - gain);
      loss += share * ((size - change) / 2 - loss);
      out[i] = gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
    }
    this.#before = before;
    this.#gains.latest = gain;
    this.#losses.latest = loss;
  }
}

/** Change against n bars ago in percent. A price of zero n bars ago (a source that is no price) gives 0. */
function roc(length: number): Kernel {
  const window = new Window(length);
  return {
    push: (value) => {
      const before = window.push(value);
      return before === 0 ? 0 : (value / before - 1) * 100;
    },
  };
}

function momentum(length: number): Kernel {
  const window = new Window(length);
  return { push: (value) => value - window.push(value) };
}

/** Fast less slow EMA, each seeded on its own first bars; the signal is seeded with the first lines. */
function macd(fast: number, slow: number, signal: number): Indicator {
  const latest = { line: Number.NaN, signal: Number.NaN, histogram: Number.NaN };
  const quick = new Ema(fast);
  const calm = new Ema(slow);
  const smooth = new Ema(signal);
  return ofOutputs(latest, ({ source }) => {
    if (!Number.isFinite(source)) {
      latest.line = latest.signal = latest.histogram = Number.NaN;
      return;
    }
    latest.line = quick.push(source) - calm.push(source);
    if (Number.isNaN(latest.line)) return;
    latest.signal = smooth.push(latest.line);
    latest.histogram = latest.line - latest.signal;
  });
}

function single(name: string, kernelOf: (length: number) => Kernel, extra: number): IndicatorSpec {
  return {
    name,
    parameters: [bars('period')],
    takesSource: true,
    outputs: ['value'],
    warmup: (args) => arg(args, 0) + extra,
    create: (args) => ofSource(kernelOf(arg(args, 0))),
  };
}

export const MOMENTUM: readonly IndicatorSpec[] = [
  single('rsi', (length) => new Rsi(length), 1),
  single('roc', roc, 1),
  single('momentum', momentum, 1),
  {
    name: 'macd',
    parameters: [bars('fast'), bars('slow'), bars('signal')],
    takesSource: true,
    outputs: ['line', 'signal', 'histogram'],
    warmup: (args) => Math.max(arg(args, 0), arg(args, 1)) + arg(args, 2) - 1,
    create: (args) => macd(arg(args, 0), arg(args, 1), arg(args, 2)),
  },
];
