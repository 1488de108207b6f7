import { daysBetween, type IndiaDate } from '@trickdesk/domain';

/** Until when the exchange's calendar is known, where that is not for long. */
export interface CalendarEnd {
  /** The last day that it knows. */
  readonly lastDay: IndiaDate;
  /** Days after today that it knows; none or fewer where today is its last one or past it. */
  readonly daysLeft: number;
  /** The first year that nobody has entered. */
  readonly missingYear: number;
}

/** NSE publishes the next year's list at about this time; three weeks of the year are left then. */
const WARNED_FROM = '12-10';

/**
 * Whether operators have to enter a year.
 *
 * @param years whose lists are entered
 * @param today of the exchange; before the first of them, as in a replay of the past, nothing is missing
 * @returns `undefined` while there is time, and before the list can be out
 */
export function calendarEndOf(years: readonly number[], today: IndiaDate): CalendarEnd | undefined {
  const present = Number(today.slice(0, 4));
  const past = years.filter((year) => year <= present);
  if (past.length === 0) return undefined;
  let lastYear = Math.max(...past);
  while (years.includes(lastYear + 1)) lastYear += 1;
  if (today < `${lastYear}-${WARNED_FROM}`) return undefined;
  const lastDay = `${lastYear}-12-31`;
  return { lastDay, daysLeft: daysBetween(today, lastDay), missingYear: lastYear + 1 };
}
