import { z } from 'zod';
import { call } from './call.ts';
import { zDate, zFilledText } from './fields.ts';
import { may } from './operations.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls by which operators enter a year of the exchange's calendar. */

const zCalendarDay = z.strictObject({ day: zDate, name: z.string() });

const zCalendarYear = z.strictObject({
  year: z.int(),
  holidays: z.array(zCalendarDay),
  /** Sessions with hours of their own, `HH:MM`; without while nobody has announced them: the day counts as closed then. */
  special: z.array(
    z.strictObject({ ...zCalendarDay.shape, opens: z.string().optional(), closes: z.string().optional() }),
  ),
  /** Days on which the exchange trades by it. */
  sessions: z.int(),
});
export type CalendarYear = z.output<typeof zCalendarYear>;

/** A day in each line: `2027-01-26 Republic Day`, `2027-10-29 18:00-19:00 Muhurat`, `2027-10-29 special Muhurat`. */
const yearInput = { year: z.int().min(2000).max(2100), lines: zFilledText(10_000) };

export const opscalendar = call('opscalendar', {
  needs: may('read', 'Desk'),
  summary:
    "What a year of the exchange's calendar would be by a pasted list, and what is wrong with it. Stores nothing.",
  input: z.strictObject(yearInput),
  output: z.strictObject({
    calendar: zCalendarYear,
    /** What keeps it from being entered, in sentences. */
    problems: z.array(z.string()),
    /** Whether the year is entered already, and with exactly these days. */
    entered: z.enum(['no', 'same', 'other']),
  }),
});

export const opsentercalendar = call('opsentercalendar', {
  needs: may('decide', 'Desk'),
  summary:
    "Enters a year of the exchange's calendar as a whole. The same list again changes nothing; another list for an entered year is refused.",
  input: z.strictObject({ ...yearInput, ...proofInput }),
  output: z.strictObject({ calendar: zCalendarYear }),
  refusals: ['CALENDAR_YEAR_KNOWN', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const calendarCalls = { opscalendar, opsentercalendar };
