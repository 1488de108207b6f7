import type { Indicator, IndicatorInput } from '../indicators/types.ts';
import type { BarBlock } from './bar-block.ts';
import { type Operation, unless } from './operations.ts';

/** Works a column out for the bars 0 to `count` of a block, from columns that stand before it. */
export type Step = (count: number) => void;

export function mapOne(of: Float64Array, out: Float64Array, operation: (value: number) => number): Step {
  return (count) => {
    for (let i = 0; i < count; i += 1) out[i] = operation(of[i] ?? 0);
  };
}

export function mapTwo(left: Float64Array, right: Float64Array, out: Float64Array, operation: Operation): Step {
  return (count) => {
    for (let i = 0; i < count; i += 1) out[i] = operation(left[i] ?? 0, right[i] ?? 0);
  };
}

/** left < right, or left ≤ right: most of what strategies ask. With an undefined side the outcome is undefined. */
export function below(left: Float64Array, right: Float64Array, out: Float64Array, orEqual: boolean): Step {
  return orEqual ? (count) => fillAtMost(left, right, out, count) : (count) => fillBelow(left, right, out, count);
}

/** a crosses above b: a > b on this bar and a ≤ b on the bar before. */
export function crossing(a: Float64Array, b: Float64Array, out: Float64Array): Step {
  let before = Number.NaN;
  return (count) => {
    if (count !== 1) {
      before = fillCrossing(a, b, out, { count, before });
      return;
    }
    // Bars come one by one where a thousand strategies run beside each other.
    const now = (a[0] ?? 0) - (b[0] ?? 0);
    out[0] = now > 0 && before <= 0 ? 1 : unless(now, before);
    before = now;
  };
}

/** Where a crosses above b, and where it crosses below, if that is asked for before the first bar comes. */
export interface Crossing {
  readonly above: Float64Array;
  below: Float64Array | undefined;
}

export function crossings(a: Float64Array, b: Float64Array, outs: Crossing): Step {
  let step: Step | undefined;
  return (count) => {
    step ??= outs.below ? bothWays(a, b, { above: outs.above, below: outs.below }) : crossing(a, b, outs.above);
    step(count);
  };
}

/** What crosses above is left where it crosses below: b crosses above a where the same difference falls through zero. */
function bothWays(
  a: Float64Array,
  b: Float64Array,
  { above, below }: { readonly above: Float64Array; readonly below: Float64Array },
): Step {
  let before = Number.NaN;
  return (count) => {
    let last = before;
    for (let i = 0; i < count; i += 1) {
      const now = (a[i] ?? 0) - (b[i] ?? 0);
      const neither = unless(now, last);
      above[i] = now > 0 && last <= 0 ? 1 : neither;
      below[i] = now < 0 && last >= 0 ? 1 : neither;
      last = now;
    }
    before = last;
  };
}

// The loops are functions of their own: what they read stands in locals there, and is looked up once.

function fillBelow(left: Float64Array, right: Float64Array, out: Float64Array, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const a = left[i] ?? 0;
    const b = right[i] ?? 0;
    out[i] = a < b ? 1 : unless(a, b);
  }
}

function fillAtMost(left: Float64Array, right: Float64Array, out: Float64Array, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const a = left[i] ?? 0;
    const b = right[i] ?? 0;
    out[i] = a <= b ? 1 : unless(a, b);
  }
}

/** @returns the last difference, for the block that follows */
function fillCrossing(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  { count, before }: { readonly count: number; readonly before: number },
): number {
  let last = before;
  for (let i = 0; i < count; i += 1) {
    const now = (a[i] ?? 0) - (b[i] ?? 0);
    out[i] = now > 0 && last <= 0 ? 1 : unless(now, last);
    last = now;
  }
  return last;
}

/** The value so many bars ago. */
export function history(of: Float64Array, out: Float64Array, bars: number): Step {
  // The last values of the bars before this block, oldest first.
  const kept = new Float64Array(bars).fill(Number.NaN);
  return (count) => {
    for (let i = 0; i < count; i += 1) out[i] = (i < bars ? kept[i] : of[i - bars]) ?? Number.NaN;
    if (count < bars) kept.copyWithin(0, count);
    for (let i = Math.max(0, count - bars); i < count; i += 1) kept[bars - count + i] = of[i] ?? Number.NaN;
  };
}

/** The columns of an indicator's outputs, by name. */
export type Outputs = Map<string, Float64Array>;

/** Feeds an indicator. A bar whose source is undefined (an inner indicator that is not warm) is not fed to it. */
export function indicatorStep(
  indicator: Indicator,
  outputs: Outputs,
  feed: { readonly block: BarBlock; readonly source: Float64Array | undefined; readonly barMinutes: number },
): Step {
  const { fill } = indicator;
  const { source } = feed;
  if (fill && source) {
    // It has one output: which is known when the first bar comes.
    let out: Float64Array | undefined;
    return (count) => {
      out ??= [...outputs.values()][0];
      if (out) fill(source, out, count);
    };
  }
  return stepOfBars(indicator, outputs, feed);
}

function stepOfBars(
  indicator: Indicator,
  outputs: Outputs,
  { block, source, barMinutes }: Parameters<typeof indicatorStep>[2],
): Step {
  const read = inputOf(block, barMinutes);
  const values = source ?? block.column('close');
  return (count) => {
    for (let i = 0; i < count; i += 1) {
      const value = values[i] ?? 0;
      if (!Number.isNaN(value)) indicator.push(read(i, value));
      for (const [name, out] of outputs) out[i] = indicator.value(name);
    }
  };
}

/** Reads a bar of the block into one object, as an indicator of whole bars wants it. */
function inputOf(block: BarBlock, barMinutes: number): (row: number, source: number) => IndicatorInput {
  const [open, high, low] = [block.column('open'), block.column('high'), block.column('low')];
  const [close, volume] = [block.column('close'), block.column('volume')];
  const [day, minute] = [block.column('day'), block.column('minute')];
  const sessionOpenMinute = block.column('sessionOpenMinute');
  const prices = { source: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  const input: IndicatorInput = { ...prices, day: -1, minute: 0, sessionOpenMinute: 0, barMinutes };
  return (row, source) => {
    input.source = source;
    input.open = open[row] ?? 0;
    input.high = high[row] ?? 0;
    input.low = low[row] ?? 0;
    input.close = close[row] ?? 0;
    input.volume = volume[row] ?? 0;
    input.day = day[row] ?? 0;
    input.minute = minute[row] ?? 0;
    input.sessionOpenMinute = sessionOpenMinute[row] ?? 0;
    return input;
  };
}
