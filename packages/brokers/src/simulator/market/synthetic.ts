import {
  addDays,
  type Bar,
  type IndiaDate,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  type Session,
} from '@trickdesk/domain';
import type { TickStyle } from './bars-to-ticks.ts';
import { createDailyChain } from './daily-chain.ts';
import { indexBars, trackingBars } from './derived-bars.ts';
import { dayBarOf } from './history.ts';
import type { MarketSource, SimInstrument, SourceSession } from './market-source.ts';
import { type FactorPaths, factorPaths, minuteBars, onTick } from './minute-bars.ts';
import { packMinutes, unpackMinutes } from './packed-bars.ts';
import { createRecentCache } from './recent-cache.ts';
import { simulatedCalendar } from './simulated-calendar.ts';
import { ticksOfDay } from './ticks-of-day.ts';
import { INDICES, type IndexFacts, SYNTHETIC_FACTS, type SyntheticFacts } from './universe.ts';

export interface SyntheticOptions {
  readonly seed: number;
  readonly style?: TickStyle;
  readonly startAt?: number;
}

/** History begins here, and prices meet the universe's levels at the close of the anchor day. */
const FIRST_DAY: IndiaDate = '2023-01-02';
const ANCHOR_DAY: IndiaDate = '2025-07-04';
export const SYNTHETIC_START = indiaMoment('2025-07-07', 9 * 60);
/** The clock stays on a day for a minute after its close, in which the closing packets fall. */
export const AFTER_CLOSE_MS = MINUTE_MS;
const CACHED_DAYS = 2_000;

/** A whole market out of one number: the same seed gives the same prices, minute by minute, for any day of its calendar. */
export function createSyntheticSource(options: SyntheticOptions): MarketSource {
  const style = options.style ?? 'spread';
  const calendar = simulatedCalendar();
  const sessions = allSessions(calendar);
  const position = new Map(sessions.map((session, i) => [session.date, i]));
  const chain = createDailyChain(
    options.seed,
    SYNTHETIC_FACTS,
    sessions.map((session) => session.date),
  );
  const anchor = chain.day(position.get(ANCHOR_DAY) ?? 0);
  const basePaise = SYNTHETIC_FACTS.map((facts, i) => facts.levelRupees * 100 * Math.exp(-(anchor?.closeLog[i] ?? 0)));
  const bySymbol = new Map(SYNTHETIC_FACTS.map((facts, i) => [facts.instrument.symbol, { facts, i }]));
  const byToken = new Map(SYNTHETIC_FACTS.map((facts) => [facts.instrument.token, facts]));
  const indexByToken = new Map(INDICES.map((facts) => [facts.instrument.token, facts]));
  const units = new Map(INDICES.map((facts) => [facts.name, unitsOf(facts)]));
  const pathCache = createRecentCache<FactorPaths>(400);
  const shareCache = createRecentCache<Int32Array>(CACHED_DAYS);
  /** Dear to make (all constituents) and few: kept for good. */
  const indexCache = new Map<string, Int32Array>();
  const dailyCache = new Map<string, Bar>();

  const shareBars = (facts: SyntheticFacts, index: number, session: SourceSession): readonly Bar[] => {
    const make = (): Int32Array => {
      const day = chain.day(position.get(session.date) ?? -1);
      if (!day) return packMinutes([]);
      const paths = pathCache.get(session.date, () => factorPaths(options.seed, day));
      const place = { index, basePaise: basePaise[index] ?? 0, openAt: session.openAt };
      return packMinutes(minuteBars({ seed: options.seed, day, paths, facts, ...place }));
    };
    return unpackMinutes(shareCache.get(`${facts.instrument.token}|${session.date}`, make), session.openAt);
  };

  const barsOfIndex = (facts: IndexFacts, session: SourceSession): readonly Bar[] => {
    const key = `${facts.name}|${session.date}`;
    const known = indexCache.get(key);
    if (known) return unpackMinutes(known, session.openAt);
    const parts = (units.get(facts.name) ?? []).flatMap(({ symbol, count }) => {
      const found = bySymbol.get(symbol);
      return found ? [{ count, bars: shareBars(found.facts, found.i, session) }] : [];
    });
    const made = indexBars(parts, facts.instrument.tickPaise);
    indexCache.set(key, packMinutes(made));
    return made;
  };

  const minutesOf = (token: string, session: SourceSession): readonly Bar[] => {
    const index = indexByToken.get(token);
    if (index) return barsOfIndex(index, session);
    const facts = byToken.get(token);
    if (!facts) return [];
    const place = bySymbol.get(facts.instrument.symbol)?.i ?? 0;
    const { tracks } = facts;
    const followed = tracks && INDICES.find((candidate) => candidate.name === tracks.index);
    if (!tracks || !followed) return shareBars(facts, place, session);
    const make = (): Int32Array => {
      const index = barsOfIndex(followed, session);
      return packMinutes(trackingBars({ seed: options.seed, session, facts, divisor: tracks.divisor, index }));
    };
    return unpackMinutes(shareCache.get(`${token}|${session.date}`, make), session.openAt);
  };

  const dayBar = (token: string, session: SourceSession): Bar | undefined => {
    const key = `${token}|${session.date}`;
    const known = dailyCache.get(key);
    if (known) return known;
    const made = dayBarOf(minutesOf(token, session), session.openAt);
    if (made) dailyCache.set(key, made);
    return made;
  };

  const instruments: readonly SimInstrument[] = [
    ...INDICES.map((facts) => facts.instrument),
    ...SYNTHETIC_FACTS.map((facts) => facts.instrument),
  ];
  const startAt = options.startAt ?? SYNTHETIC_START;
  const sessionOn = (date: IndiaDate): SourceSession | undefined => sessions[position.get(date) ?? -1];
  let warmed = sessions.findIndex((session) => session.closeAt > startAt);

  return {
    key: `synthetic:${options.seed}`,
    instruments,
    startAt,
    frictionless: style === 'path',
    sessionOn,
    sessionFrom: (at) => sessions.find((session) => session.endAt > at),
    sessionsBetween: (from, to) => sessions.filter((session) => session.date >= from && session.date <= to),
    dayBars: (token, date) => {
      const session = sessionOn(date);
      return session ? { barMinutes: 1, bars: minutesOf(token, session) } : undefined;
    },
    dailyBars: (token, from, to) =>
      sessions
        .filter((session) => session.date >= from && session.date <= to)
        .flatMap((session) => dayBar(token, session) ?? []),
    previousClose: (token, date) => {
      const before = sessions[(position.get(date) ?? 0) - 1];
      return before ? minutesOf(token, before).at(-1)?.close : undefined;
    },
    ticks: (session) =>
      ticksOfDay({
        session,
        instruments,
        style,
        seed: options.seed,
        dayBars: (token) => ({ barMinutes: 1, bars: minutesOf(token, session) }),
      }),
    warmUp: () => {
      warmed -= 1;
      const session = sessions[warmed];
      if (session) for (const instrument of instruments) dayBar(instrument.token, session);
      return warmed > 0;
    },
  };

  /** How many units of each constituent one index point's basket holds, so that the levels hold at the anchor day. */
  function unitsOf(facts: IndexFacts): { symbol: string; count: number }[] {
    const whole = facts.weights.reduce((sum, [, percent]) => sum + percent, 0);
    return facts.weights.flatMap(([symbol, percent]) => {
      const found = bySymbol.get(symbol);
      if (!found) return [];
      const price = onTick(found.facts.levelRupees * 100, found.facts.instrument.tickPaise);
      return [{ symbol, count: (facts.level * 100 * (percent / whole)) / price }];
    });
  }
}

function allSessions(calendar: MarketCalendar): SourceSession[] {
  const found: SourceSession[] = [];
  for (let date = FIRST_DAY; date < '2028-01-01'; date = addDays(date, 1)) {
    const session: Session | undefined = calendar.sessionOn(date);
    if (session) found.push({ ...session, endAt: session.closeAt + AFTER_CLOSE_MS });
  }
  return found;
}
