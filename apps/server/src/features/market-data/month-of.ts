import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import { emptyColumns } from './bar-columns.ts';
import type { BarColumns } from './types.ts';

/** `2024-01`: the Indian month of a moment, by which candles are put into blocks. */
export function monthOf(at: EpochMs): string {
  return indiaDateOf(at).slice(0, 7);
}

/** Columns cut at the ends of months, oldest first. */
export function byMonth(columns: BarColumns): Map<string, BarColumns> {
  const months = new Map<string, BarColumns>();
  let start = 0;
  for (let i = 1; i <= columns.length; i += 1) {
    const month = monthOf(columns.openAt[start] ?? 0);
    if (i < columns.length && monthOf(columns.openAt[i] ?? 0) === month) continue;
    months.set(month, copy(columns, start, i));
    start = i;
  }
  return months;
}

function copy(columns: BarColumns, start: number, end: number): BarColumns {
  const part = emptyColumns(end - start);
  part.openAt.set(columns.openAt.subarray(start, end));
  part.open.set(columns.open.subarray(start, end));
  part.high.set(columns.high.subarray(start, end));
  part.low.set(columns.low.subarray(start, end));
  part.close.set(columns.close.subarray(start, end));
  part.volume.set(columns.volume.subarray(start, end));
  return part;
}
