import type { Database, Queryable } from '@trickdesk/db';
import {
  type CalendarFacts,
  continuousTrading,
  createCalendar,
  type IndiaDate,
  type MarketCalendar,
  NSE_CALENDAR,
  NSE_SEGMENTS,
  type SegmentFacts,
  type Session,
  WHOLE_SESSION,
} from '@trickdesk/domain';
import { type CalendarEnd, calendarEndOf } from './calendar-end.ts';
import { type CalendarRows, insertCalendar, readCalendarRows, readCalendarYears } from './calendar-store.ts';

const EXCHANGE = 'NSE';

/** The exchange's calendar as its rows say, which operators edit while the product runs. */
export interface StoredCalendar extends MarketCalendar {
  /** Reads the rows again. Before the first reading, and without rows, the built-in list holds. */
  readonly refresh: () => Promise<void>;
  /** Why a day is closed, where its row says so. */
  readonly nameOf: (day: IndiaDate) => string | undefined;
  /** Continuous trading of one share on a session's day: shares with a closing auction end sooner. */
  readonly hoursOf: (symbol: string, session: Session) => Session;
  /** Whether it is known which shares have a closing auction. */
  readonly knowsSegments: () => boolean;
}

/** The market's own clock and list; the built-in one where the database has nothing. */
export function createStoredCalendar(db: Database): StoredCalendar {
  let rows: CalendarRows | undefined;
  let table = createCalendar(NSE_CALENDAR);
  let segments: SegmentFacts | undefined;
  return {
    kindOf: (date) => table.kindOf(date),
    sessionOn: (date) => table.sessionOn(date),
    sessionAt: (at) => table.sessionAt(at),
    nextSession: (after) => table.nextSession(after),
    previousSession: (at) => table.previousSession(at),
    refresh: async () => {
      const read = await readCalendarRows(db.kysely, EXCHANGE);
      if (read.years.length === 0) return;
      rows = read;
      table = createCalendar(factsOf(read));
      segments = segmentsOf(read);
    },
    nameOf: (day) => rows && nameIn(rows, day),
    hoursOf: (symbol, session) => (segments ? continuousTrading(symbol, session, segments) : session),
    knowsSegments: () => (rows?.members.size ?? 0) > 0,
  };
}

/** @returns where the calendar ends, once operators have to enter its next year; `undefined` before that */
export async function readCalendarEnd(db: Queryable, today: IndiaDate): Promise<CalendarEnd | undefined> {
  return calendarEndOf(await readCalendarYears(db, EXCHANGE), today);
}

/** Puts the built-in list into the database where nobody has entered another. Any process may do it, at any start. */
export async function seedCalendar(db: Database): Promise<void> {
  await db.transaction((tx) =>
    insertCalendar(tx, {
      exchange: EXCHANGE,
      years: NSE_CALENDAR.years,
      holidays: NSE_CALENDAR.holidays,
      special: NSE_CALENDAR.special.map(({ date: day, opens, closes }) => ({ day, opens, closes })),
      hours: NSE_SEGMENTS.hours.map(({ from, ...hours }) => ({ ...hours, from_day: from })),
      // Who belongs where is learnt from the broker's list of instruments, never from memory.
      members: [],
    }),
  );
}

function factsOf({ years, holidays, special, hours }: CalendarRows): CalendarFacts {
  const cash = hours.filter(({ segment }) => segment === WHOLE_SESSION);
  return {
    years,
    // A session whose hours nobody has announced yet is none that anything could be planned for.
    holidays: [
      ...holidays.map(({ day }) => day),
      ...special.filter(({ opens }) => opens === null).map(({ day }) => day),
    ],
    special: special.flatMap(({ day, opens, closes }) =>
      opens === null || closes === null ? [] : [{ date: day, opens, closes }],
    ),
    unlisted: NSE_CALENDAR.unlisted ?? [],
    opens: cash[0]?.opens ?? NSE_CALENDAR.opens,
    closes: cash[0]?.closes ?? NSE_CALENDAR.closes,
    changes: cash.map(({ from_day: from, opens, closes }) => ({ from, opens, closes })),
  };
}

function nameIn({ holidays, special }: CalendarRows, day: IndiaDate): string | undefined {
  const session = special.find((row) => row.day === day);
  if (session?.opens === null) return `${session.name ?? 'a special session'}, whose hours are not known here yet`;
  const holiday = holidays.find((row) => row.day === day);
  return holiday && (holiday.name ?? 'a holiday of the exchange');
}

function segmentsOf({ hours, members }: CalendarRows): SegmentFacts {
  return { hours: hours.map(({ from_day: from, ...rule }) => ({ from, ...rule })), members };
}
