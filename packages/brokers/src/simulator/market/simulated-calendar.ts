import { type CalendarFacts, createCalendar, type MarketCalendar } from '@trickdesk/domain';

/**
 * The calendar of the simulated exchange. It is complete by definition: 2023 to 2026 follow the weekday closures that
 * NSE had or announced; 2027 was not announced when this was written, so its rows are the simulator's own. Evening and
 * weekend sessions (muhurat, budget Saturdays) do not exist here: their days are closed.
 */
export const SIMULATED_CALENDAR: CalendarFacts = {
  years: [2023, 2024, 2025, 2026, 2027],
  opens: '09:15',
  closes: '15:30',
  special: [],
  holidays: [
    ...days(2023, '01-26 03-07 03-30 04-04 04-07 04-14 05-01 06-29 08-15 09-19 10-02 10-24 11-14 11-27 12-25'),
    ...days(
      2024,
      '01-22 01-26 03-08 03-25 03-29 04-11 04-17 05-01 05-20 06-17 07-17 08-15 10-02 11-01 11-15 11-20 12-25',
    ),
    ...days(2025, '02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-21 10-22 11-05 12-25'),
    ...days(2026, '01-15 01-26 03-03 03-26 03-31 04-03 04-14 05-01 05-28 06-26 09-14 10-02 10-20 11-10 11-24 12-25'),
    ...days(2027, '01-26 03-10 03-22 03-26 04-14 04-15 04-19 05-17 06-15 10-29'),
  ],
};

export function simulatedCalendar(): MarketCalendar {
  return createCalendar(SIMULATED_CALENDAR);
}

function days(year: number, list: string): string[] {
  return list.split(' ').map((day) => `${year}-${day}`);
}
