import type { Bar, IndiaDate } from '@trickdesk/domain';
import { createDailyChain } from './daily-chain.ts';
import { indexBars, trackingBars } from './derived-bars.ts';
import type { SourceSession } from './market-source.ts';
import { type FactorPaths, factorPaths, minuteBars, onTick } from './minute-bars.ts';
import { packMinutes, unpackMinutes } from './packed-bars.ts';
import { createRecentCache } from './recent-cache.ts';
import { INDICES, type IndexFacts, type IndexName, SYNTHETIC_FACTS, type SyntheticFacts } from './universe.ts';

/** Instrument days, of 7.5 kB each. */
const CACHED_DAYS = 2_000;
/** Days of factor paths, of up to 20 kB each: all history, as each instrument walks through all of it in turn. */
const CACHED_PATHS = 700;
/** Prices meet the universe's levels at the close of this day. */
const ANCHOR_DAY: IndiaDate = '2025-07-04';

/** The minutes of every instrument on every day, made when they are asked for. */
export interface SyntheticMinutes {
  readonly barsOf: (token: string, session: SourceSession) => readonly Bar[];
  /** The close of a day without making its minutes; exact for shares, a few ticks off for what is derived from them. */
  readonly roughClose: (token: string, session: SourceSession) => number;
}

interface Listed {
  readonly facts: SyntheticFacts;
  readonly place: number;
}

/** What one index holds of one constituent. */
interface Unit extends Listed {
  readonly count: number;
}

export function createSyntheticMinutes(seed: number, sessions: readonly SourceSession[]): SyntheticMinutes {
  const dayNumber = new Map(sessions.map((session, i) => [session.date, i]));
  const dates = sessions.map((session) => session.date);
  const chain = createDailyChain(seed, SYNTHETIC_FACTS, dates);
  const anchor = chain.day(dayNumber.get(ANCHOR_DAY) ?? 0);
  const basePaise = SYNTHETIC_FACTS.map((facts, i) => facts.levelRupees * 100 * Math.exp(-(anchor?.closeLog[i] ?? 0)));
  const listed = new Map(SYNTHETIC_FACTS.map((facts, place) => [facts.instrument.token, { facts, place }]));
  const indices = new Map(INDICES.map((facts) => [facts.instrument.token, { facts, units: unitsOf(facts) }]));
  const pathCache = createRecentCache<FactorPaths>(CACHED_PATHS);
  const dayCache = createRecentCache<Int32Array>(CACHED_DAYS);
  /** Dear to make (all constituents) and few: kept for good. */
  const indexCache = new Map<string, Int32Array>();

  const cached = (token: string, session: SourceSession, make: () => readonly Bar[]): readonly Bar[] => {
    const packed = dayCache.get(`${token}|${session.date}`, () => packMinutes(make()));
    return unpackMinutes(packed, session.openAt);
  };
  const shareBars = ({ facts, place }: Listed, session: SourceSession): readonly Bar[] =>
    cached(facts.instrument.token, session, () => {
      const day = chain.day(dayNumber.get(session.date) ?? -1);
      if (!day) return [];
      const paths = pathCache.get(session.date, () => factorPaths(seed, day));
      const base = basePaise[place] ?? 0;
      return minuteBars({ seed, day, paths, facts, index: place, basePaise: base, openAt: session.openAt });
    });
  const barsOfIndex = (token: string, session: SourceSession): readonly Bar[] => {
    const index = indices.get(token);
    if (!index) return [];
    const key = `${token}|${session.date}`;
    const known = indexCache.get(key);
    if (known) return unpackMinutes(known, session.openAt);
    const parts = index.units.map((unit) => ({ count: unit.count, bars: shareBars(unit, session) }));
    const made = indexBars(parts, index.facts.instrument.tickPaise);
    indexCache.set(key, packMinutes(made));
    return made;
  };
  const closeOf = ({ facts, place }: Listed, session: SourceSession): number => {
    const day = chain.day(dayNumber.get(session.date) ?? -1);
    return onTick((basePaise[place] ?? 0) * Math.exp(day?.closeLog[place] ?? 0), facts.instrument.tickPaise);
  };

  return {
    barsOf: (token, session) => {
      const entry = listed.get(token);
      if (!entry) return barsOfIndex(token, session);
      const { facts } = entry;
      const { tracks } = facts;
      if (!tracks) return shareBars(entry, session);
      return cached(token, session, () => {
        const index = barsOfIndex(tokenOf(tracks.index), session);
        return trackingBars({ seed, session, facts, divisor: tracks.divisor, index });
      });
    },
    roughClose: (token, session) => {
      const entry = listed.get(token);
      const tracks = entry?.facts.tracks;
      if (entry && !tracks) return closeOf(entry, session);
      const units = indices.get(tracks ? tokenOf(tracks.index) : token)?.units ?? [];
      const points = units.reduce((sum, unit) => sum + unit.count * closeOf(unit, session), 0);
      return Math.round(points / (tracks?.divisor ?? 1));
    },
  };
}

/** How many units of each constituent an index holds, so that its level holds at the anchor day. */
function unitsOf(index: IndexFacts): Unit[] {
  const whole = index.weights.reduce((sum, [, percent]) => sum + percent, 0);
  return index.weights.flatMap(([symbol, percent]) => {
    const place = SYNTHETIC_FACTS.findIndex((facts) => facts.instrument.symbol === symbol);
    const facts = SYNTHETIC_FACTS[place];
    if (!facts) return [];
    const price = onTick(facts.levelRupees * 100, facts.instrument.tickPaise);
    return [{ facts, place, count: (index.level * 100 * (percent / whole)) / price }];
  });
}

function tokenOf(name: IndexName): string {
  return INDICES.find((facts) => facts.name === name)?.instrument.token ?? '';
}
