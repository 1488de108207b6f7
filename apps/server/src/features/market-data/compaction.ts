import type { Database } from '@trickdesk/db';
import { type Bar, type EpochMs, indiaDateOf, type MarketCalendar } from '@trickdesk/domain';
import { createIntervalBuilder } from '@trickdesk/engine';
import { barsOfColumns, columnsOfBars } from './bar-columns.ts';
import { deleteTail, instrumentsWithTail, lockSeries, readTail } from './candle-store.ts';
import { writeBars } from './candles.ts';

export interface CompactionRequest {
  readonly dataset: string;
  /** Minutes that open before this move; the opening of the session under way. */
  readonly before: EpochMs;
  readonly calendar: MarketCalendar;
}

/**
 * Moves the minutes of ended sessions from the tail into blocks and derives their daily bars. One transaction for each
 * instrument: a crash leaves an instrument moved or not, never in part, and the next run does the rest.
 *
 * @returns how many instruments had something to move
 */
export async function compactTail(db: Database, request: CompactionRequest): Promise<number> {
  const instruments = await instrumentsWithTail(db.kysely, request.dataset, request.before);
  for (const instrumentId of instruments) await compactInstrument(db, request, instrumentId);
  return instruments.length;
}

async function compactInstrument(db: Database, request: CompactionRequest, instrumentId: number): Promise<void> {
  const { dataset, before, calendar } = request;
  const minutes = { dataset, instrumentId, interval: '1m' } as const;
  const days = { dataset, instrumentId, interval: '1d' } as const;
  await db.transaction(async (tx) => {
    // Always in this order, so that two writers cannot wait for each other.
    await lockSeries(tx, minutes);
    await lockSeries(tx, days);
    const bars = await readTail(tx, { dataset, instrumentId, to: before });
    const stored = await writeBars(tx, minutes, columnsOfBars(bars));
    // From the whole stored day: a minute that was repaired late must not become a day of its own.
    const touched = new Set(bars.map((bar) => indiaDateOf(bar.openAt)));
    const whole = barsOfColumns(stored).filter((bar) => touched.has(indiaDateOf(bar.openAt)));
    await writeBars(tx, days, columnsOfBars(dailyBars(whole, calendar)));
    await deleteTail(tx, dataset, instrumentId, before);
  });
}

/** The daily bars of whole sessions given as minutes, oldest first. */
export function dailyBars(minutes: readonly Bar[], calendar: MarketCalendar): Bar[] {
  const days: Bar[] = [];
  const builder = createIntervalBuilder('1d', calendar);
  const emit = (bar: Bar): void => {
    days.push(bar);
  };
  for (const bar of minutes) builder.push(bar, '1m', emit);
  builder.closeBefore(Number.POSITIVE_INFINITY, emit);
  return days;
}
