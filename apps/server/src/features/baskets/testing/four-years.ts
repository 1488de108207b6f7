import { addDays, type CalendarFacts, createCalendar, type IndiaDate, NSE_CALENDAR } from '@trickdesk/domain';

/** The exchange's days of the two years before those that the product knows, as it published them. */
const EARLIER: Pick<CalendarFacts, 'years' | 'holidays' | 'special'> = {
  years: [2023, 2024],
  holidays: [
    ...['2023-01-26', '2023-03-07', '2023-03-30', '2023-04-04', '2023-04-07', '2023-04-14', '2023-05-01', '2023-06-29'],
    ...['2023-08-15', '2023-09-19', '2023-10-02', '2023-10-24', '2023-11-14', '2023-11-27', '2023-12-25'],
    ...['2024-01-22', '2024-01-26', '2024-03-08', '2024-03-25', '2024-03-29', '2024-04-11', '2024-04-17', '2024-05-01'],
    ...['2024-05-20', '2024-06-17', '2024-07-17', '2024-08-15', '2024-10-02', '2024-11-01', '2024-11-15', '2024-11-20'],
    '2024-12-25',
  ],
  special: [
    { date: '2023-11-12', opens: '18:00', closes: '19:15' },
    { date: '2024-01-20', opens: '09:15', closes: '15:30' },
    { date: '2024-11-01', opens: '18:00', closes: '19:00' },
  ],
};

const FACTS: CalendarFacts = {
  ...NSE_CALENDAR,
  years: [...EARLIER.years, ...NSE_CALENDAR.years],
  holidays: [...EARLIER.holidays, ...NSE_CALENDAR.holidays],
  special: [...EARLIER.special, ...NSE_CALENDAR.special],
};

export const FOUR_YEARS = createCalendar(FACTS);
export const FIRST_DAY: IndiaDate = '2023-01-02';
const LAST_DAY: IndiaDate = '2026-12-31';

/** Every session of the four years, those of festivals and weekends among them. */
export const SESSIONS: readonly IndiaDate[] = everyDay().filter((day) => FOUR_YEARS.kindOf(day) === 'session');

function everyDay(): IndiaDate[] {
  const days: IndiaDate[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) days.push(day);
  return days;
}

const CLOSED = new Set(FACTS.holidays);
const SPECIAL = new Set(FACTS.special.map(({ date }) => date));

/** Regular trading, told from the lists alone: the reference that instalments are compared with. */
export function isRegular(day: IndiaDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !CLOSED.has(day) && !SPECIAL.has(day);
}
