import { type EpochMs, type Interval, indiaDateOf } from '@trickdesk/domain';
import { emptyColumns } from './bar-columns.ts';
import type { BarColumns } from './types.ts';

/** `2024-01`, the Indian month that a bar's block is named after; daily bars, twenty a month, share a year's: `2024`. */
export function periodOf(at: EpochMs, interval: Interval): string {
  return indiaDateOf(at).slice(0, interval === '1d' ? 4 : 7);
}

/** Columns cut where one block ends and the next begins, oldest first. */
export function byPeriod(columns: BarColumns, interval: Interval): Map<string, BarColumns> {
  const months = new Map<string, BarColumns>();
  let start = 0;
  for (let i = 1; i <= columns.length; i += 1) {
    const month = periodOf(columns.openAt[start] ?? 0, interval);
    if (i < columns.length && periodOf(columns.openAt[i] ?? 0, interval) === month) continue;
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
