import {
  type EpochMs,
  type IndiaDate,
  indiaDateOf,
  indiaMoment,
  type MarketCalendar,
  type Session,
} from '@trickdesk/domain';

/** NSE's regular hours, 09:15 to 15:30, in minutes since midnight. */
const OPENS = 555;
const CLOSES = 930;

/**
 * The session that a stored bar belongs to. Where the calendar has none (a year before its table, a day that it calls
 * closed although prices were recorded), the regular hours of that date serve: recorded bars are facts and are kept.
 */
export function sessionOfBar(calendar: MarketCalendar, at: EpochMs): Session {
  const date = indiaDateOf(at);
  return calendar.sessionOn(date) ?? regularSession(date);
}

function regularSession(date: IndiaDate): Session {
  return { date, openAt: indiaMoment(date, OPENS), closeAt: indiaMoment(date, CLOSES) };
}
