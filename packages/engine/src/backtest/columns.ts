import type { Bar } from '@trickdesk/domain';

/** Bars as columns, oldest first: what stored blocks decode to, and a third of the memory of objects. */
export interface BarColumns {
  /** Opening moments, epoch milliseconds. */
  readonly time: Float64Array;
  /** Whole paise. */
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

export type BarSeries = BarColumns | readonly Bar[];

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

export function columnsFrom(series: BarSeries): BarColumns {
  return 'time' in series ? series : columnsOf(series);
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
