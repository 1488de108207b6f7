import { createCalendar, type MarketCalendar } from '../calendar.ts';
import type { IndiaDate } from '../india-time.ts';

/**
 * A calendar for recorded data: exactly the given days are sessions, at NSE's regular hours or at those given. Any
 * other weekday, of any year, is unknown, because a recording says nothing of the days that it lacks.
 */
export function calendarFromTradingDays(
  days: Iterable<IndiaDate>,
  hours: { readonly opens: string; readonly closes: string } = { opens: '09:15', closes: '15:30' },
): MarketCalendar {
  const special = [...days].map((date) => ({ date, ...hours }));
  return createCalendar({ years: [], holidays: [], special, ...hours });
}
