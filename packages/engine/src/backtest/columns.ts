import type { Bar, EpochMs } from '@trickdesk/domain';
import type { ProgramRows } from '../compile/types.ts';
import { PATH_POINTS } from '../run/path.ts';

/** Bars as columns, oldest first: what stored blocks decode to, and a third of the memory of objects. */
export type BarColumns = ProgramRows;

/** A bar that is filled anew for each row. Whoever is handed one copies what it keeps. */
export type MutableBar = { -readonly [Key in keyof Bar]: Bar[Key] };

export function columnsOf(bars: readonly Bar[]): BarColumns {
  return {
    time: Float64Array.from(bars, (bar) => bar.openAt),
    open: Int32Array.from(bars, (bar) => bar.open),
    high: Int32Array.from(bars, (bar) => bar.high),
    low: Int32Array.from(bars, (bar) => bar.low),
    close: Int32Array.from(bars, (bar) => bar.close),
    volume: Float64Array.from(bars, (bar) => bar.volume),
  };
}

/** The same columns from a row on, up to a row that is not among them; nothing is copied. */
export function rowsFrom(columns: BarColumns, from: number, to = columns.time.length): BarColumns {
  return {
    time: columns.time.subarray(from, to),
    open: columns.open.subarray(from, to),
    high: columns.high.subarray(from, to),
    low: columns.low.subarray(from, to),
    close: columns.close.subarray(from, to),
    volume: columns.volume.subarray(from, to),
  };
}

/** Reads one row into a reused bar. The row must exist. */
export function readRow(columns: BarColumns, row: number, into: MutableBar): void {
  into.openAt = columns.time[row] ?? Number.NaN;
  into.open = columns.open[row] ?? 0;
  into.high = columns.high[row] ?? 0;
  into.low = columns.low[row] ?? 0;
  into.close = columns.close[row] ?? 0;
  into.volume = columns.volume[row] ?? 0;
}

/** Bars of all rows, one object each. */
export function* barsOf(columns: BarColumns): Generator<Bar> {
  for (let row = 0; row < columns.time.length; row += 1) {
    const bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
    readRow(columns, row, bar);
    yield bar;
  }
}

/** The points of `pathOfBar` after the opening, without an array for each bar. */
export function pathPoint({ open, high, low, close }: MutableBar, index: number): number {
  if (index === PATH_POINTS - 1) return close;
  const highFirst = high - open <= open - low;
  return highFirst === (index === 1) ? high : low;
}

/** The first row of `from` to `to` whose bar opened at that moment or later; `to` where none did. */
export function firstRowAt(time: Float64Array, at: EpochMs, from: number, to: number): number {
  // Most often it is beyond the last: the end of a day, of a block.
  if (to > from && (time[to - 1] ?? 0) < at) return to;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
