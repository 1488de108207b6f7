import type { BacktestItem } from '@trickdesk/contract';

interface Progress {
  readonly BacktestId: number;
  readonly status: BacktestItem['status'];
  readonly progressPercent: number;
}

/** A row with what an event tells of it. */
export function withProgress<Row extends Progress>(row: Row, event: Progress): Row {
  if (row.BacktestId !== event.BacktestId) return row;
  return { ...row, status: event.status, progressPercent: event.progressPercent };
}
