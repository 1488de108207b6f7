import type { Bar, EpochMs } from '@trickdesk/domain';
import type { BarColumns } from './types.ts';

export const NO_BARS: BarColumns = emptyColumns(0);

export function emptyColumns(length: number): BarColumns {
  return {
    length,
    openAt: new Float64Array(length),
    open: new Int32Array(length),
    high: new Int32Array(length),
    low: new Int32Array(length),
    close: new Int32Array(length),
    volume: new Float64Array(length),
  };
}

export function columnsOfBars(bars: readonly Bar[]): BarColumns {
  const columns = emptyColumns(bars.length);
  bars.forEach((bar, i) => {
    setBar(columns, i, bar);
  });
  return columns;
}

export function barsOfColumns(columns: BarColumns): Bar[] {
  return Array.from({ length: columns.length }, (_, i) => barAt(columns, i));
}

/** @throws RangeError beyond the last bar */
export function barAt(columns: BarColumns, i: number): Bar {
  const openAt = columns.openAt[i];
  if (openAt === undefined) throw new RangeError(`no bar ${i} in ${columns.length}`);
  return {
    openAt,
    open: columns.open[i] ?? 0,
    high: columns.high[i] ?? 0,
    low: columns.low[i] ?? 0,
    close: columns.close[i] ?? 0,
    volume: columns.volume[i] ?? 0,
  };
}

/** Bars that open in `[from, to)`; a view of the same memory. */
export function between(columns: BarColumns, from: EpochMs | undefined, to: EpochMs | undefined): BarColumns {
  const start = from === undefined ? 0 : firstAtOrAfter(columns.openAt, from);
  const end = to === undefined ? columns.length : firstAtOrAfter(columns.openAt, to);
  return start === 0 && end === columns.length ? columns : slice(columns, start, Math.max(start, end));
}

/** The newest so many; a view of the same memory. */
export function newest(columns: BarColumns, limit: number | undefined): BarColumns {
  if (limit === undefined || limit >= columns.length) return columns;
  return slice(columns, columns.length - Math.max(0, limit), columns.length);
}

/** Pieces that follow one another in time. */
export function concatenate(pieces: readonly BarColumns[]): BarColumns {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const whole = emptyColumns(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.openAt.set(piece.openAt, at);
    whole.open.set(piece.open, at);
    whole.high.set(piece.high, at);
    whole.low.set(piece.low, at);
    whole.close.set(piece.close, at);
    whole.volume.set(piece.volume, at);
    at += piece.length;
  }
  return whole;
}

/** Both, oldest first; where both have a bar of one moment, the one of `later` counts. */
export function merge(earlier: BarColumns, later: BarColumns): BarColumns {
  if (later.length === 0) return earlier;
  if (earlier.length === 0) return later;
  const lastEarlier = earlier.openAt[earlier.length - 1] ?? 0;
  if (lastEarlier < (later.openAt[0] ?? 0)) return concatenate([earlier, later]);
  const byMoment = new Map<EpochMs, Bar>();
  for (const columns of [earlier, later]) {
    for (let i = 0; i < columns.length; i += 1) {
      const bar = barAt(columns, i);
      byMoment.set(bar.openAt, bar);
    }
  }
  return columnsOfBars([...byMoment.values()].sort((a, b) => a.openAt - b.openAt));
}

function slice(columns: BarColumns, start: number, end: number): BarColumns {
  return {
    length: end - start,
    openAt: columns.openAt.subarray(start, end),
    open: columns.open.subarray(start, end),
    high: columns.high.subarray(start, end),
    low: columns.low.subarray(start, end),
    close: columns.close.subarray(start, end),
    volume: columns.volume.subarray(start, end),
  };
}

function firstAtOrAfter(openAt: Float64Array, at: EpochMs): number {
  let low = 0;
  let high = openAt.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((openAt[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function setBar(columns: BarColumns, i: number, bar: Bar): void {
  columns.openAt[i] = bar.openAt;
  columns.open[i] = bar.open;
  columns.high[i] = bar.high;
  columns.low[i] = bar.low;
  columns.close[i] = bar.close;
  columns.volume[i] = bar.volume;
}
