import { indiaDateOf } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import { recordAct } from '../audit/index.ts';
import {
  compareYear,
  countSessions,
  type EnteredAs,
  enterYearWithin,
  readCalendarLines,
  type WrittenYear,
} from '../market-data/index.ts';
import { type CalendarFacts, exchangeDay } from './tell-calendar.ts';

export interface CalendarDeskParts extends CalendarFacts {
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

export interface CalendarList {
  readonly year: number;
  /** A day in each line. */
  readonly lines: string;
}

export interface CalendarReading extends WrittenYear {
  readonly sessions: number;
}

/** Nobody's list reaches further: the exchange publishes one year before it begins. */
const YEARS_AHEAD = 1;

export type CalendarDesk = ReturnType<typeof createCalendarDesk>;

/** How operators enter a year of the exchange's calendar. */
export function createCalendarDesk(parts: CalendarDeskParts) {
  return {
    preview: (list: CalendarList) => previewCalendar(parts, list),
    enter: (operator: Pick<Caller, 'accountId' | 'origin'>, wish: CalendarList & GivenProof) =>
      enterCalendar(parts, operator, wish),
  };
}

/** What a list would be, and what is wrong with it; nothing is stored. */
async function previewCalendar(
  parts: CalendarDeskParts,
  list: CalendarList,
): Promise<{
  readonly calendar: CalendarReading;
  readonly problems: readonly string[];
  readonly entered: EnteredAs;
}> {
  const { calendar, problems } = await readList(parts, list);
  return { calendar, problems, entered: await compareYear(parts.database.kysely, calendar) };
}

async function readList(parts: CalendarDeskParts, { year, lines }: CalendarList) {
  const { written, problems } = readCalendarLines(year, lines);
  const today = indiaDateOf(parts.clock.now());
  // A simulated exchange has a year of its own.
  const years = [today, (await exchangeDay(parts)) ?? today].map((day) => Number(day.slice(0, 4)));
  const [first, last] = [Math.min(...years), Math.max(...years) + YEARS_AHEAD];
  const isFar = year < first || year > last;
  const far = isFar ? [`Only the lists of ${first} to ${last} can be entered here.`] : [];
  return { calendar: { ...written, sessions: countSessions(written) }, problems: [...far, ...problems] };
}

/**
 * Enters a whole year; the same list again changes nothing.
 *
 * @throws Refusal `INVALID_INPUT` with what is wrong, `CALENDAR_YEAR_KNOWN`, and those of a proof
 */
async function enterCalendar(
  parts: CalendarDeskParts,
  operator: Pick<Caller, 'accountId' | 'origin'>,
  { year, lines, ...given }: CalendarList & GivenProof,
): Promise<CalendarReading> {
  const proof = await parts.secondFactor.prove(operator, given);
  const { calendar, problems } = await readList(parts, { year, lines });
  if (problems.length > 0) {
    throw new Refusal('INVALID_INPUT', { errors: problems.map((message) => ({ path: 'lines', message })) });
  }
  const { holidays, special, sessions } = calendar;
  await parts.database.transaction(async (tx) => {
    const before = await enterYearWithin(tx, calendar);
    if (before === 'other') throw new Refusal('CALENDAR_YEAR_KNOWN');
    await proof.useIn(tx);
    if (before === 'same') return;
    await recordAct(tx, {
      ...{ operator, what: 'enter_calendar', subject: 'calendar', subjectId: String(year) },
      sentence: `Entered ${year} of the exchange’s calendar. Sessions by it: ${sessions}.`,
      ...{ before: { isEntered: false }, after: { isEntered: true, holidays, special } },
      at: new Date(parts.clock.now()),
    });
  });
  await proof.settle();
  return calendar;
}
