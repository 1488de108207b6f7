import type { Bar, IndiaDate } from '@trickdesk/domain';
import { extremesOf } from './history.ts';
import type { Extremes, SimInstrument, SourceSession } from './market-source.ts';
import type { SyntheticMinutes } from './synthetic-minutes.ts';

/** Daily bars, kept for good once they were made from their minutes. */
export interface DayBook {
  readonly barOf: (token: string, session: SourceSession) => Bar | undefined;
  readonly extremes: (token: string, sessions: readonly SourceSession[]) => Extremes | undefined;
  /** Makes the day of every instrument. */
  readonly make: (session: SourceSession) => void;
}

export interface DayBookParts {
  readonly minutes: SyntheticMinutes;
  readonly sessions: readonly SourceSession[];
  readonly instruments: readonly SimInstrument[];
}

/** Days that one question about a long range may make anew, so that no caller waits for all of them. */
const MOST_NEW_DAYS = 4;
const FIELDS = 5;

export function createDayBook({ minutes, sessions, instruments }: DayBookParts): DayBook {
  const places = new Map<IndiaDate, number>(sessions.map((session, i) => [session.date, i]));
  // A column of numbers for each instrument: a hundred thousand objects would weigh five times as much.
  const kept = new Map(instruments.map(({ token }) => [token, new Float64Array(sessions.length * FIELDS)]));
  const isDerived = new Map(instruments.map(({ token, kind }) => [token, kind === 'index']));

  const read = (token: string, session: SourceSession): Bar | undefined => {
    const at = (places.get(session.date) ?? -1) * FIELDS;
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = kept.get(token)?.subarray(at, at + FIELDS) ?? [];
    // No price is zero: such a day was not made yet.
    return open === 0 ? undefined : { openAt: session.openAt, open, high, low, close, volume };
  };
  const makeOne = (token: string, session: SourceSession): void => {
    const bar = minutes.dayOf(token, session);
    const place = places.get(session.date);
    if (!bar || place === undefined) return;
    kept.get(token)?.set([bar.open, bar.high, bar.low, bar.close, bar.volume], place * FIELDS);
  };
  const make = (session: SourceSession): void => {
    for (const { token } of instruments) if (!read(token, session)) makeOne(token, session);
  };
  const barOf = (token: string, session: SourceSession): Bar | undefined => {
    const known = read(token, session);
    if (known) return known;
    // An index needs the minutes of all its shares, so their days are made in the same stroke.
    if (isDerived.get(token)) make(session);
    else makeOne(token, session);
    return read(token, session);
  };
  return {
    barOf,
    make,
    extremes: (token, range) => {
      let fresh = 0;
      let rough = 0;
      const ranges = range.flatMap((session) => {
        const known = read(token, session);
        if (known) return known;
        fresh += 1;
        if (fresh <= MOST_NEW_DAYS) return barOf(token, session) ?? [];
        rough += 1;
        const close = minutes.roughClose(token, session);
        return { high: close, low: close };
      });
      return extremesOf(ranges, rough === 0);
    },
  };
}
