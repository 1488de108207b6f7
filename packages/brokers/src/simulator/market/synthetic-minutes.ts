import type { Bar, IndiaDate } from '@trickdesk/domain';
import { createDailyChain } from './daily-chain.ts';
import { indexBars, trackingBars } from './derived-bars.ts';
import type { SourceSession } from './market-source.ts';
import { type FactorPaths, factorPaths, minuteBars, onTick } from './minute-bars.ts';
import { dayOfMinutes, type PackedMinutes, packMinutes, unpackMinutes } from './packed-bars.ts';
import { createRecentCache } from './recent-cache.ts';
import { INDICES, type IndexFacts, type IndexName, SYNTHETIC_FACTS, type SyntheticFacts } from './universe.ts';

/** Instrument days, of 7.5 kB each: today and yesterday of all, and what somebody looks at. */
const CACHED_DAYS = 160;
/** Days of factor paths, of up to 20 kB each: two months, through which each instrument is walked in turn. */
const CACHED_PATHS = 64;
/** Days of an index, which are dear to make (all constituents): two months of each. */
const CACHED_INDEX_DAYS = 128;
/** Prices meet the universe's levels at the close of this day. */
const ANCHOR_DAY: IndiaDate = '2025-07-04';
const NO_MINUTES: PackedMinutes = new Int32Array(0);

/** The minutes of every instrument on every day, made when they are asked for. */
export interface SyntheticMinutes {
  readonly barsOf: (token: string, session: SourceSession) => readonly Bar[];
  /** One bar over them; `undefined` where there are none. */
  readonly dayOf: (token: string, session: SourceSession) => Bar | undefined;
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
  const dayCache = createRecentCache<PackedMinutes>(CACHED_DAYS);
  const indexCache = createRecentCache<PackedMinutes>(CACHED_INDEX_DAYS);

  const shareMinutes = ({ facts, place }: Listed, session: SourceSession): PackedMinutes =>
    dayCache.get(`${facts.instrument.token}|${session.date}`, () => {
      const day = chain.day(dayNumber.get(session.date) ?? -1);
      if (!day) return NO_MINUTES;
      const paths = pathCache.get(session.date, () => factorPaths(seed, day));
      return minuteBars({ seed, day, paths, facts, index: place, basePaise: basePaise[place] ?? 0 });
    });
  const indexMinutes = (token: string, session: SourceSession): PackedMinutes => {
    const index = indices.get(token);
    if (!index) return NO_MINUTES;
    return indexCache.get(`${token}|${session.date}`, () => {
      const parts = index.units.map((unit) => ({ count: unit.count, bars: shareMinutes(unit, session) }));
      return indexBars(parts, index.facts.instrument.tickPaise);
    });
  };
  const minutesOf = (token: string, session: SourceSession): PackedMinutes => {
    const entry = listed.get(token);
    if (!entry) return indexMinutes(token, session);
    const { facts } = entry;
    const { tracks } = facts;
    if (!tracks) return shareMinutes(entry, session);
    return dayCache.get(`${token}|${session.date}`, () => {
      const index = unpackMinutes(indexMinutes(tokenOf(tracks.index), session), session.openAt);
      return packMinutes(trackingBars({ seed, session, facts, divisor: tracks.divisor, index }));
    });
  };
  const closeOf = ({ facts, place }: Listed, session: SourceSession): number => {
    const day = chain.day(dayNumber.get(session.date) ?? -1);
    return onTick((basePaise[place] ?? 0) * Math.exp(day?.closeLog[place] ?? 0), facts.instrument.tickPaise);
  };

  return {
    barsOf: (token, session) => unpackMinutes(minutesOf(token, session), session.openAt),
    dayOf: (token, session) => dayOfMinutes(minutesOf(token, session), session.openAt),
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
