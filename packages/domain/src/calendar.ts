import {
  addDays,
  DAY_MS,
  type EpochMs,
  type IndiaDate,
  indiaDateOf,
  indiaMoment,
  parseTimeOfDay,
  weekdayOf,
} from './india-time.ts';

/** One continuous-trading session. `closeAt` is exclusive: the last bar ends there. */
export interface Session {
  readonly date: IndiaDate;
  readonly openAt: EpochMs;
  readonly closeAt: EpochMs;
}

/** The facts of an exchange's calendar. They are data: see `market-calendar` in the product's database. */
export interface CalendarFacts {
  /** Years whose holiday list is complete. A weekday of another year is unknown, never guessed. */
  readonly years: readonly number[];
  readonly holidays: readonly IndiaDate[];
  /** Sessions on weekends or with other hours, `HH:MM`. */
  readonly special: readonly { readonly date: IndiaDate; readonly opens: string; readonly closes: string }[];
  readonly opens: string;
  readonly closes: string;
  /** Days of other years that had a session at a weekend, or at hours of their own that are not listed: unknown too. */
  readonly unlisted?: readonly IndiaDate[];
  /** Regular hours from a day on, where they have changed; before the first of them, those above hold. */
  readonly changes?: readonly { readonly from: IndiaDate; readonly opens: string; readonly closes: string }[];
}

export type DayKind = 'session' | 'closed' | 'unknown';

export interface MarketCalendar {
  readonly kindOf: (date: IndiaDate) => DayKind;
  readonly sessionOn: (date: IndiaDate) => Session | undefined;
  readonly sessionAt: (at: EpochMs) => Session | undefined;
  /** The first session that opens after the moment; `undefined` where the calendar does not reach so far. */
  readonly nextSession: (after: EpochMs) => Session | undefined;
  /** The last session that opened at or before the moment. */
  readonly previousSession: (at: EpochMs) => Session | undefined;
  /** Continuous trading of one share on a session's day: some go into an auction before the session ends. */
  readonly hoursOf?: (symbol: string, session: Session) => Session;
}

/** Which shares trade continuously until when, as data. */
export interface SegmentFacts {
  readonly hours: readonly { readonly segment: string; readonly from: IndiaDate; readonly closes: string }[];
  /** Segment by symbol; whoever is not named trades for the whole session. Empty: nobody knows who belongs where. */
  readonly members: ReadonlyMap<string, string>;
}

/** Every share that belongs to no other segment. */
export const WHOLE_SESSION = 'cash';

/**
 * Continuous trading of a share on a session's day. While nobody knows who belongs where, every share ends with the
 * segment that ends first: no order may be left in an auction that takes none of its kind.
 */
export function continuousTrading(symbol: string, session: Session, { hours, members }: SegmentFacts): Session {
  const inForce = hours.filter(({ segment, from }) => segment !== WHOLE_SESSION && from <= session.date);
  const newest = new Map(inForce.toSorted((a, b) => (a.from < b.from ? -1 : 1)).map((rule) => [rule.segment, rule]));
  const own = members.get(symbol);
  const rules = members.size === 0 ? [...newest.values()] : [...newest.values()].filter((rule) => rule.segment === own);
  const ends = rules.map(({ closes }) => momentOf(session.date, closes));
  const closeAt = Math.min(session.closeAt, ...ends);
  // A session in the evening has hours of its own.
  return closeAt > session.openAt ? { ...session, closeAt } : session;
}

/** How far `nextSession` and `previousSession` look: longer than any run of closed days. */
const SEARCH_DAYS = 20;
/** Of which a calendar keeps the hours: some twenty years of sessions. */
const MOST_KNOWN_DAYS = 5_000;

export function createCalendar(facts: CalendarFacts): MarketCalendar {
  const years = new Set(facts.years);
  const holidays = new Set(facts.holidays);
  const special = new Map(facts.special.map((session) => [session.date, session]));
  const unlisted = new Set(facts.unlisted);
  const newestFirst = [...(facts.changes ?? [])].sort((a, b) => (a.from < b.from ? 1 : -1));

  const kindOf = (date: IndiaDate): DayKind => {
    if (special.has(date)) return 'session';
    const isWeekend = weekdayOf(date) % 6 === 0;
    if (!years.has(Number(date.slice(0, 4)))) return isWeekend && !unlisted.has(date) ? 'closed' : 'unknown';
    return isWeekend || holidays.has(date) ? 'closed' : 'session';
  };

  const made = (date: IndiaDate): Session | undefined => {
    if (kindOf(date) !== 'session') return undefined;
    const hours = special.get(date) ?? newestFirst.find(({ from }) => from <= date) ?? facts;
    return { date, openAt: momentOf(date, hours.opens), closeAt: momentOf(date, hours.closes) };
  };

  // A run asks for each day that it meets, a sweep for the same ones hundreds of times.
  const known = new Map<IndiaDate, Session | null>();
  const sessionOn = (date: IndiaDate): Session | undefined => {
    const before = known.get(date);
    if (before !== undefined) return before ?? undefined;
    if (known.size >= MOST_KNOWN_DAYS) known.clear();
    const session = made(date);
    known.set(date, session ?? null);
    return session;
  };

  const search = (from: IndiaDate, step: 1 | -1, accept: (session: Session) => boolean): Session | undefined => {
    for (let i = 0; i <= SEARCH_DAYS; i += 1) {
      const session = sessionOn(addDays(from, i * step));
      if (session && accept(session)) return session;
    }
    return undefined;
  };

  return {
    kindOf,
    sessionOn,
    sessionAt: (at) => {
      const session = sessionOn(indiaDateOf(at));
      return session && at >= session.openAt && at < session.closeAt ? session : undefined;
    },
    nextSession: (after) => search(indiaDateOf(after), 1, (session) => session.openAt > after),
    previousSession: (at) => search(indiaDateOf(at), -1, (session) => session.openAt <= at),
  };
}

function momentOf(date: IndiaDate, time: string): EpochMs {
  const minute = parseTimeOfDay(time);
  if (minute === undefined) throw new RangeError(`not a time of day: ${time}`);
  return indiaMoment(date, minute);
}

/** Whole days between two Indian dates. */
export function daysBetween(from: IndiaDate, to: IndiaDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
