import type { Indicator, IndicatorInput } from '../indicators/types.ts';
import type { BarBlock, PriceField } from './bar-block.ts';
import type { HeldRows } from './held-rows.ts';
import type { Operation } from './operations.ts';

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
export function below(left: Float64Array, right: Float64Array, out: HeldRows, orEqual: boolean): Step {
  const next = orEqual ? rowNotAbove : rowNotAtLeast;
  return (count) => {
    out.begin();
    for (let row = next(left, right, 0, count); row < count; row = next(left, right, row + 1, count)) {
      const [a, b] = [left[row] ?? 0, right[row] ?? 0];
      if (Number.isNaN(a) || Number.isNaN(b)) out.leaveOpen(row);
      else out.hold(row);
    }
  };
}

// The loops are functions of their own: what they read stands in locals there, and is looked up once.

/** The first row from one on, on which left ≥ right does not hold. */
function rowNotAtLeast(left: Float64Array, right: Float64Array, from: number, count: number): number {
  let row = from;
  while (row < count && (left[row] ?? 0) >= (right[row] ?? 0)) row += 1;
  return row;
}

function rowNotAbove(left: Float64Array, right: Float64Array, from: number, count: number): number {
  let row = from;
  while (row < count && (left[row] ?? 0) > (right[row] ?? 0)) row += 1;
  return row;
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

interface Feed {
  readonly block: BarBlock;
  /** The column of what it is asked of; nothing for indicators of whole bars. */
  readonly source: (() => Float64Array) | undefined;
  /** The price that its source is, if it is one. */
  readonly price: PriceField | undefined;
  readonly barMinutes: number;
}

/** Feeds an indicator. A bar whose source is undefined (an inner indicator that is not warm) is not fed to it. */
export function indicatorStep(indicator: Indicator, outputs: Outputs, feed: Feed): Step {
  const { fill, fillPaise } = indicator;
  const { block, source, price } = feed;
  // It has one output: which is known when the first bar comes.
  let out: Float64Array | undefined;
  if (fill && fillPaise && price) {
    const one = block.columnOfOne(price);
    return (count) => {
      out ??= [...outputs.values()][0];
      if (!out) return;
      if (block.rows) fillPaise(block.rows[price], block.from, out, count);
      else fill(one, out, count);
    };
  }
  if (fill && source) {
    const values = source();
    return (count) => {
      out ??= [...outputs.values()][0];
      if (out) fill(values, out, count);
    };
  }
  return stepOfBars(indicator, outputs, feed);
}

function stepOfBars(indicator: Indicator, outputs: Outputs, { block, source, barMinutes }: Feed): Step {
  const read = inputOf(block, barMinutes);
  const values = source?.() ?? block.column('close');
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
