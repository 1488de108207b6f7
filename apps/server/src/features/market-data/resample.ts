import { type Bar, type EpochMs, type Interval, type MarketCalendar, MINUTE_MS } from '@trickdesk/domain';
import { createIntervalBuilder, sessionOfBar } from '@trickdesk/engine';
import { barAt, between, columnsOfBars, merge, newest } from './bar-columns.ts';
import type { BarColumns } from './types.ts';

export interface ResampleRequest {
  readonly from: Interval;
  readonly to: Interval;
  readonly calendar: MarketCalendar;
  /** A bar that ends after this is not closed yet and left out. */
  readonly closedBy: EpochMs;
}

/** Longer bars from shorter ones, by the same builder that the engine runs on. */
export function resample(bars: BarColumns, request: ResampleRequest): BarColumns {
  if (request.from === request.to) return bars;
  const longer: Bar[] = [];
  const emit = (bar: Bar): void => {
    longer.push(bar);
  };
  const builder = createIntervalBuilder(request.to, request.calendar);
  for (let i = 0; i < bars.length; i += 1) builder.push(barAt(bars, i), request.from, emit);
  builder.closeBefore(request.closedBy, emit);
  return columnsOfBars(longer);
}

/**
 * The opening of the bar that is under way at a moment: where a bar of `interval` that opens at `from` begins. Reading
 * from there makes the first longer bar whole.
 */
export function startOfDay(calendar: MarketCalendar, at: EpochMs): EpochMs {
  return Math.min(at, sessionOfBar(calendar, at).openAt);
}

/** Stored daily bars, and those of other days made from minutes. */
export function withOtherDays(days: BarColumns, others: BarColumns): BarColumns {
  return merge(others, days);
}

/** One-minute bars that have ended by a moment. */
export function closedMinutes(minutes: BarColumns, closedBy: EpochMs): BarColumns {
  return Number.isFinite(closedBy) ? between(minutes, undefined, closedBy - MINUTE_MS + 1) : minutes;
}

export function cut(
  bars: BarColumns,
  range: {
    readonly from?: EpochMs | undefined;
    readonly to?: EpochMs | undefined;
    readonly limit?: number | undefined;
  },
): BarColumns {
  return newest(between(bars, range.from, range.to), range.limit);
}
