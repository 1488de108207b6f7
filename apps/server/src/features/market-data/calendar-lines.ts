import { addDays, createCalendar, type IndiaDate, NSE_CALENDAR, parseTimeOfDay } from '@trickdesk/domain';

/** A year of the exchange's calendar as somebody enters it, each list by its days. */
export interface WrittenYear {
  readonly year: number;
  readonly holidays: readonly WrittenDay[];
  readonly special: readonly WrittenSession[];
}

export interface WrittenDay {
  readonly day: IndiaDate;
  readonly name: string;
}

/** A session with hours of its own, `HH:MM`; both `null` while nobody has announced them. */
export interface WrittenSession extends WrittenDay {
  readonly opens: string | null;
  readonly closes: string | null;
}

const LINE = /^(\d{4}-\d{2}-\d{2})\s+(?:(special)\s+|(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s+)?(\S.*)$/;
const LONGEST_NAME = 80;
/** No year of the exchange has had fewer on weekdays: a shorter list is a part of one. */
const LEAST_HOLIDAYS = 8;

/**
 * Reads a pasted list, a day in each line: `2027-01-26 Republic Day` is a holiday, `2027-10-29 18:00-19:00 Muhurat` a
 * session with hours of its own, `2027-10-29 special Muhurat` one whose hours are not announced.
 *
 * @returns what could be read, and a sentence for everything that keeps it from being entered
 */
export function readCalendarLines(
  year: number,
  text: string,
): { readonly written: WrittenYear; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const holidays = new Map<IndiaDate, WrittenDay>();
  const special = new Map<IndiaDate, WrittenSession>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readLine(year, line.trim());
    const list: Map<IndiaDate, WrittenDay> = 'opens' in read ? special : holidays;
    if ('problem' in read) problems.push(`Line ${index + 1}: ${read.problem}`);
    else if (list.has(read.day)) problems.push(`Line ${index + 1}: ${read.day} stands in a line before it.`);
    else list.set(read.day, read);
  }
  const byDay = (a: WrittenDay, b: WrittenDay): number => (a.day < b.day ? -1 : 1);
  const written = { year, holidays: [...holidays.values()].sort(byDay), special: [...special.values()].sort(byDay) };
  const known = createCalendar({ ...NSE_CALENDAR, years: [year], holidays: [], special: [] });
  const missed = written.holidays.filter(({ day }) => known.kindOf(day) === 'session');
  if (missed.length < LEAST_HOLIDAYS) {
    problems.push(
      `Holidays on weekdays in it: ${missed.length}. A year has ${LEAST_HOLIDAYS} or more: paste the whole list.`,
    );
  }
  return { written, problems };
}

function readLine(year: number, line: string): WrittenDay | WrittenSession | { readonly problem: string } {
  const [, day = '', announced, from, to, name = ''] = LINE.exec(line) ?? [];
  if (day === '') return { problem: 'Write a day and its name, such as 2027-01-26 Republic Day.' };
  if (!isDay(day)) return { problem: `There is no day ${day}.` };
  if (!day.startsWith(`${year}-`)) return { problem: `The day ${day} is not in ${year}.` };
  if (name.length > LONGEST_NAME) return { problem: 'The name is too long.' };
  if (announced !== undefined) return { day, name, opens: null, closes: null };
  if (from === undefined || to === undefined) return { day, name };
  const [opens, closes] = [from.padStart(5, '0'), to.padStart(5, '0')];
  const [begin, end] = [parseTimeOfDay(opens), parseTimeOfDay(closes)];
  if (begin === undefined || end === undefined || begin >= end) {
    return { problem: `${from}-${to} are no hours of a session. Write such as 18:00-19:00.` };
  }
  return { day, name, opens, closes };
}

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** On how many days of the year the exchange trades by it. */
export function countSessions({ year, holidays, special }: WrittenYear): number {
  const calendar = createCalendar({
    ...NSE_CALENDAR,
    years: [year],
    // A session whose hours nobody has announced is none that anything could be planned for.
    holidays: [...holidays, ...special.filter(({ opens }) => opens === null)].map(({ day }) => day),
    special: special.flatMap(({ day: date, opens, closes }) =>
      opens === null || closes === null ? [] : [{ date, opens, closes }],
    ),
  });
  let sessions = 0;
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    if (calendar.kindOf(day) === 'session') sessions += 1;
  }
  return sessions;
}
