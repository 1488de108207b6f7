import { addDays, type EpochMs, type IndiaDate, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { TickStyle } from './bars-to-ticks.ts';
import { createDayBook } from './day-book.ts';
import type { MarketSource, SimInstrument, SourceSession } from './market-source.ts';
import { simulatedCalendar } from './simulated-calendar.ts';
import { createSyntheticMinutes } from './synthetic-minutes.ts';
import { ticksOfDay } from './ticks-of-day.ts';
import { INDICES, SYNTHETIC_FACTS } from './universe.ts';

export interface SyntheticOptions {
  readonly seed: number;
  readonly style?: TickStyle;
  readonly startAt?: EpochMs;
}

/** The calendar of the synthetic market begins and ends here. */
const FIRST_DAY: IndiaDate = '2023-01-02';
const END: IndiaDate = '2028-01-01';
export const SYNTHETIC_START = indiaMoment('2025-07-07', 9 * 60);
/** Of daily bars, to be more than a look at the last weeks. */
const LONG_RANGE_DAYS = 60;
/**
 * The clock stays on a day so long after its close. The closing packets fall into the first minute; in the rest the broker
 * still shows the books of the day, half a minute of a person's time at the usual pace, for whoever compares with them.
 */
export const AFTER_CLOSE_MS = 15 * MINUTE_MS;

const INSTRUMENTS: readonly SimInstrument[] = [
  ...INDICES.map((facts) => facts.instrument),
  ...SYNTHETIC_FACTS.map((facts) => facts.instrument),
];

/** A whole market out of one number: the same seed gives the same prices, minute by minute, for any day of its calendar. */
export function createSyntheticSource(options: SyntheticOptions): MarketSource {
  const { seed, style = 'spread', startAt = SYNTHETIC_START } = options;
  const sessions = allSessions();
  const place = new Map(sessions.map((session, i) => [session.date, i]));
  const minutes = createSyntheticMinutes(seed, sessions);
  const days = createDayBook({ minutes, sessions, instruments: INSTRUMENTS });
  const between = (from: IndiaDate, to: IndiaDate): readonly SourceSession[] =>
    sessions.filter((session) => session.date >= from && session.date <= to);
  const sessionOn = (date: IndiaDate): SourceSession | undefined => sessions[place.get(date) ?? -1];
  let warmed: number | undefined;
  /** Somebody looks at long ranges: it is worth the seconds of calculating to have all days at hand. */
  let isPastAskedFor = false;

  return {
    key: `synthetic:${seed}`,
    instruments: INSTRUMENTS,
    startAt,
    frictionless: style === 'path',
    sessionOn,
    sessionFrom: (at) => sessions.find((session) => session.endAt > at),
    sessionsBetween: between,
    dayBars: (token, date) => {
      const session = sessionOn(date);
      return session ? { barMinutes: 1, bars: minutes.barsOf(token, session) } : undefined;
    },
    dailyBars: (token, from, to) => {
      isPastAskedFor ||= from < addDays(to, -LONG_RANGE_DAYS);
      return between(from, to).flatMap((session) => days.barOf(token, session) ?? []);
    },
    extremes: (token, from, to) => {
      isPastAskedFor = true;
      return days.extremes(token, between(from, to));
    },
    previousClose: (token, date) => {
      const before = sessions[(place.get(date) ?? 0) - 1];
      return before ? minutes.barsOf(token, before).at(-1)?.close : undefined;
    },
    ticks: (session) =>
      ticksOfDay({
        session,
        instruments: INSTRUMENTS,
        style,
        seed,
        dayBars: (token) => ({ barMinutes: 1, bars: minutes.barsOf(token, session) }),
      }),
    warmUp: (now) => {
      if (!isPastAskedFor) return 'not_yet';
      warmed = (warmed ?? sessions.findIndex((session) => session.endAt > now)) - 1;
      const session = sessions[warmed];
      if (session) days.make(session);
      return warmed > 0 ? 'more' : 'done';
    },
  };
}

function allSessions(): SourceSession[] {
  const calendar = simulatedCalendar();
  const found: SourceSession[] = [];
  for (let date = FIRST_DAY; date < END; date = addDays(date, 1)) {
    const session = calendar.sessionOn(date);
    if (session) found.push({ ...session, endAt: session.closeAt + AFTER_CLOSE_MS });
  }
  return found;
}
