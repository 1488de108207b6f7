import type { Indicator, IndicatorInput, IndicatorSpec } from './types.ts';
import { FLOAT_NOISE } from './window-sum.ts';

/** A number in, a number out; NaN until warm. The building block of indicators that are made of others. */
export interface Kernel {
  push(value: number): number;
  /** The same for `count` finite values; written where a call for each value would cost more than the work. */
  fill?(values: Float64Array, out: Float64Array, count: number): void;
  /** `fill` with stored prices, whole paise from place `from` on; written where whole numbers spare work. */
  fillPaise?(paise: Int32Array, from: number, out: Float64Array, count: number): void;
}

type Parameter = IndicatorSpec['parameters'][number];

/** A look-back in bars. Its bound keeps every exact sum below inside a double (`window-sum.ts`). */
export function bars(name: string, min = 1): Parameter {
  return { name, integer: true, min, max: 1000 };
}

export function factor(name: string, max = 100): Parameter {
  return { name, integer: false, min: 0.01, max };
}

/** An argument that the checker has already proved present. */
export function arg(args: readonly number[], index: number): number {
  const value = args[index];
  if (value === undefined) throw new RangeError(`argument ${index + 1} is missing`);
  return value;
}

/**
 * An indicator of one source: feeds the kernel, keeps its last answer. A bar whose source is not defined (an indicator
 * of an indicator that is not warm) is no part of the series, and the answer for that bar is undefined too.
 */
export function ofSource(kernel: Kernel): Indicator {
  let latest = Number.NaN;
  const fillPaise: Indicator['fillPaise'] =
    kernel.fillPaise &&
    ((paise, from, out, count) => {
      kernel.fillPaise?.(paise, from, out, count);
      latest = out[count - 1] ?? latest;
    });
  return {
    ...(fillPaise && { fillPaise }),
    push: ({ source }) => {
      latest = Number.isFinite(source) ? kernel.push(source) : Number.NaN;
    },
    value: () => latest,
    fill: (source, out, count) => {
      if (count === 1) {
        const value = source[0] ?? Number.NaN;
        if (!Number.isNaN(value)) latest = Number.isFinite(value) ? kernel.push(value) : Number.NaN;
        out[0] = latest;
        return;
      }
      if (kernel.fill && areFinite(source, count)) kernel.fill(source, out, count);
      else pushEach(kernel, { source, out, count }, latest);
      latest = out[count - 1] ?? latest;
    },
  };
}

function pushEach(
  kernel: Kernel,
  { source, out, count }: { readonly source: Float64Array; readonly out: Float64Array; readonly count: number },
  latest: number,
): void {
  let value = latest;
  for (let i = 0; i < count; i += 1) {
    const next = source[i] ?? Number.NaN;
    if (!Number.isNaN(next)) value = Number.isFinite(next) ? kernel.push(next) : Number.NaN;
    out[i] = value;
  }
}

function areFinite(values: Float64Array, count: number): boolean {
  // Infinity times zero is NaN, and NaN stays: one sum tells of all.
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += (values[i] ?? 0) * 0;
  return sum === 0;
}

/** An indicator of whole bars with the single output `value`. */
export function ofBar(step: (input: IndicatorInput) => number): Indicator {
  let latest = Number.NaN;
  return {
    push: (input) => {
      latest = step(input);
    },
    value: () => latest,
  };
}

/** An indicator with several outputs, kept in `latest` by `step`. An output that it has not is never warm. */
export function ofOutputs<Outputs extends { [Name in keyof Outputs]: number }>(
  latest: Outputs,
  step: (input: IndicatorInput) => void,
): Indicator {
  const values: Readonly<Record<string, number>> = latest;
  return { push: step, value: (output) => values[output] ?? Number.NaN };
}

/**
 * Rupees in paise. Prices as the exchange made them are whole paise and come out whole, free of float noise; prices
 * adjusted for a corporate action may be no whole paise and stay as they are.
 */
export function paiseOf(rupees: number): number {
  const paise = rupees * 100;
  const whole = Math.round(paise);
  return Math.abs(paise - whole) <= Math.abs(whole) * FLOAT_NOISE ? whole : paise;
}
