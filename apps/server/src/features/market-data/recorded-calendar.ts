import { calendarFromTradingDays, type IndiaDate, type MarketCalendar } from '@trickdesk/domain';

/** A calendar that can be told of days that its table does not cover. */
export interface RecordedCalendar extends MarketCalendar {
  /** Prices exist for the day. Days that the table covers stay as the table says. */
  readonly learn: (days: Iterable<IndiaDate>) => void;
}

/**
 * The exchange's calendar where it covers the year; for other years (a replay of 2021), the weekdays that have prices,
 * and weekends known to have had a session, are sessions at NSE's regular hours; every other weekday stays unknown.
 * `nextSession` and `previousSession` ask the table first and the recorded days then.
 */
export function createRecordedCalendar(table: MarketCalendar): RecordedCalendar {
  const days = new Set<IndiaDate>();
  let recorded = calendarFromTradingDays(days);
  const of = (date: IndiaDate): MarketCalendar => (table.kindOf(date) === 'unknown' ? recorded : table);
  const { hoursOf } = table;
  return {
    kindOf: (date) => of(date).kindOf(date),
    sessionOn: (date) => of(date).sessionOn(date),
    sessionAt: (at) => table.sessionAt(at) ?? recorded.sessionAt(at),
    nextSession: (after) => table.nextSession(after) ?? recorded.nextSession(after),
    previousSession: (at) => table.previousSession(at) ?? recorded.previousSession(at),
    // Which shares go into an auction the table alone knows.
    ...(hoursOf ? { hoursOf } : {}),
    learn: (found) => {
      const before = days.size;
      for (const day of found) if (table.kindOf(day) === 'unknown') days.add(day);
      if (days.size > before) recorded = calendarFromTradingDays(days);
    },
  };
}
