import { DAY_MS, type EpochMs, INDIA_OFFSET_MS, type IndiaDate, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';

/** How 03/04/2024 is meant. */
export type DayOrder = 'day-first' | 'month-first';

export type ReadMoment =
  | {
      readonly kind: 'moment';
      readonly at: EpochMs;
      /** With a time of day that is not midnight. */
      readonly timed: boolean;
      /** Only one order makes a date of it: that tells how others with this separator are meant. */
      readonly tells?: { readonly separator: string; readonly order: DayOrder };
    }
  /** Two dates, by the order that nobody has said yet. */
  | { readonly kind: 'either'; readonly separator: string; readonly dates: readonly [IndiaDate, IndiaDate] }
  | { readonly kind: 'none'; readonly reason: string };

interface Day {
  /** UTC midnight of the date; nothing for a day that does not exist. */
  readonly utc: EpochMs | undefined;
  readonly tells?: { readonly separator: string; readonly order: DayOrder };
  readonly either?: Extract<ReadMoment, { kind: 'either' }>;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:[T ,]+(.+))?$';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}`);
const EIGHT_DIGITS = new RegExp(`^(\\d{4})()(\\d{2})(\\d{2})${TIME}`);
const NUMBERS = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${TIME}`);
const NAMED = new RegExp(`^(\\d{1,2})[-/. ]*([a-z]{3,9})[-/., ]*(\\d{4}|\\d{2})${TIME}`, 'i');
const NAME_FIRST = new RegExp(`^([a-z]{3,9})[-/. ]*(\\d{1,2})[-/, ]+(\\d{4})${TIME}`, 'i');
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,. ]+/i;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?(am|pm)? ?(z|utc|ist|[+-]\d{2}:?\d{2})?$/i;
const SHORT_CLOCK = /^(\d{2})(\d{2})(\d{2})?$/;

/** Whether a cell sets out to be a date: what does not, in its place, is no row of prices. */
export function beginsLikeMoment(text: string): boolean {
  return /^(?:\d{1,4}[-/. ]?(?:\d|[a-z]{3})|[a-z]{3,9}[-/. ]*\d{1,2}[-/, ]+\d{4})/i.test(text.replace(WEEKDAY, ''));
}

/**
 * A date, with or without a time of day, as files write it; Indian time, where it names no zone.
 *
 * @param order how dates of two numbers and a year with a separator are meant, where it is known
 */
export function readMoment(text: string, order: (separator: string) => DayOrder | undefined): ReadMoment {
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    return momentAt(Number(text) * (text.length === 10 ? 1_000 : 1), true);
  }
  const plain = text.replace(WEEKDAY, '');
  const [day, time] = readDay(plain, order);
  if (day?.either) return day.either;
  const clock = time === undefined ? { offsetMs: 0, zoneMs: INDIA_OFFSET_MS } : readClock(time.trim());
  if (day?.utc === undefined || !clock) return { kind: 'none', reason: `"${text}" is no moment${adviceOn(text)}` };
  const at = day.utc - clock.zoneMs + clock.offsetMs;
  const moment = momentAt(at, (at + INDIA_OFFSET_MS) % DAY_MS !== 0);
  return day.tells ? { ...moment, tells: day.tells } : moment;
}

function momentAt(at: EpochMs, timed: boolean): Extract<ReadMoment, { kind: 'moment' }> {
  return { kind: 'moment', at, timed };
}

/** The day, and the text that follows it. */
function readDay(
  text: string,
  order: (separator: string) => DayOrder | undefined,
): [Day | undefined, string | undefined] {
  const first = YEAR_FIRST.exec(text) ?? EIGHT_DIGITS.exec(text);
  const [named, nameFirst] = [NAMED.exec(text), NAME_FIRST.exec(text)];
  if (first) return [{ utc: utcOf(Number(first[1]), Number(first[3]), Number(first[4])) }, first[5]];
  if (named) return [{ utc: utcOf(fullYear(named[3]), monthOf(named[2]), Number(named[1])) }, named[4]];
  if (nameFirst) {
    return [{ utc: utcOf(Number(nameFirst[3]), monthOf(nameFirst[1]), Number(nameFirst[2])) }, nameFirst[4]];
  }
  const numbers = NUMBERS.exec(text);
  if (!numbers) return [undefined, undefined];
  const [, one, separator = '', two, year, rest] = numbers;
  const dates = [utcOf(Number(year), Number(two), Number(one)), utcOf(Number(year), Number(one), Number(two))] as const;
  return [dayOfTwo(dates, separator, order(separator)), rest];
}

function dayOfTwo(
  [dayFirst, monthFirst]: readonly [EpochMs | undefined, EpochMs | undefined],
  separator: string,
  order: DayOrder | undefined,
): Day {
  if (dayFirst === monthFirst) return { utc: dayFirst };
  if (dayFirst === undefined) return { utc: monthFirst, tells: { separator, order: 'month-first' } };
  if (monthFirst === undefined) return { utc: dayFirst, tells: { separator, order: 'day-first' } };
  if (order) return { utc: order === 'day-first' ? dayFirst : monthFirst };
  const dates = [indiaDateOf(dayFirst), indiaDateOf(monthFirst)] as const;
  return { utc: undefined, either: { kind: 'either', separator, dates } };
}

/** UTC midnight; `undefined` for a day that does not exist: it is another one after the round trip. */
function utcOf(year: number, month: number, day: number): EpochMs | undefined {
  const utc = Date.UTC(year, month - 1, day);
  const back = new Date(utc);
  return back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day
    ? utc
    : undefined;
}

/** 1 to 12; 0 where it is no month's name. */
function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Two digits are a year of 1980 to 2079. */
function fullYear(digits = ''): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 80 ? 2_000 + year : 1_900 + year;
}

/** Time since midnight, and how far its zone is ahead of UTC. */
function readClock(text: string): { offsetMs: number; zoneMs: number } | undefined {
  const match = CLOCK.exec(text) ?? SHORT_CLOCK.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone] = match;
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms = Math.floor(Number(`0.${fraction}`) * 1_000);
  const offsetMs = (hour * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000 + ms;
  return { offsetMs, zoneMs: zoneOf(zone?.toUpperCase()) };
}

function hourOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours > 23 ? undefined : hours;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half === 'pm' ? 12 : 0);
}

function zoneOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'IST') return INDIA_OFFSET_MS;
  if (zone === 'Z' || zone === 'UTC') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

function adviceOn(text: string): string {
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}\b/.test(text)) return ': write the year with four digits';
  if (/^\d{5}(\.\d+)?$/.test(text)) return ': format the column as a date in the spreadsheet (2024-01-31)';
  return '';
}
