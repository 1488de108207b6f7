import { addDays, type IndiaDate } from '../india-time.ts';
import type { RoboLevel } from './questions.ts';

export type RoboRisk = 'low' | 'medium' | 'high';

/** One part of a mix: a basket of the catalogue by its key, or, without one, what is left where it cannot fall. */
export interface RoboPart {
  readonly basketKey: string | undefined;
  /** Whole percent of the money. */
  readonly percent: number;
  readonly reason: string;
}

const SAFE =
  'This part stays where it cannot fall, such as your bank account, so that you never have to sell at a bad time.';
const SAFE_ALL = 'All of it stays where it cannot fall until what stands against investing has changed.';
const SAFE_MISSING = 'The basket for this part cannot be bought now, so the part stays where it cannot fall.';

const REASONS: Readonly<Record<string, string>> = {
  'all-weather':
    'Shares, gold and liquid money together swing less than shares alone. It is the part that keeps the whole calm.',
  'index-core': 'The whole market at low cost: the plainest way to grow with it over the years that you have.',
  'steady-ten': 'Large companies whose prices moved least: growth with smaller swings than the market had.',
  'momentum-eight': 'A small part that may rise and fall far, because you can bear it and want it.',
};

/** Percent of each basket; what is missing to 100 stays where it cannot fall. */
const MIXES: Readonly<Record<RoboLevel, readonly (readonly [string, number])[]>> = {
  0: [],
  1: [['all-weather', 40]],
  2: [['all-weather', 70]],
  3: [
    ['all-weather', 60],
    ['index-core', 30],
  ],
  4: [
    ['index-core', 45],
    ['all-weather', 35],
    ['steady-ten', 20],
  ],
  5: [
    ['index-core', 50],
    ['steady-ten', 20],
    ['all-weather', 15],
    ['momentum-eight', 15],
  ],
};

/** Every basket that some mix has. */
export const ROBO_BASKET_KEYS: readonly string[] = Object.keys(REASONS);

/**
 * The mix of a level: parts in whole percent that add up to 100, each with its reason.
 *
 * @param isThere whether a basket of the catalogue can be bought; the part of one that cannot stays where it cannot fall
 */
export function mixOf(level: RoboLevel, isThere: (basketKey: string) => boolean): RoboPart[] {
  const wanted = MIXES[level].map(([basketKey, percent]) => ({ basketKey, percent }));
  const parts = wanted
    .filter(({ basketKey }) => isThere(basketKey))
    .map(({ basketKey, percent }) => ({ basketKey, percent, reason: REASONS[basketKey] ?? '' }));
  const sum = (of: readonly { readonly percent: number }[]): number =>
    of.reduce((all, { percent }) => all + percent, 0);
  const missing = sum(wanted) - sum(parts);
  const kept = 100 - sum(wanted);
  return [
    ...parts,
    ...(kept > 0 ? [{ basketKey: undefined, percent: kept, reason: level === 0 ? SAFE_ALL : SAFE }] : []),
    ...(missing > 0 ? [{ basketKey: undefined, percent: missing, reason: SAFE_MISSING }] : []),
  ];
}

const RISKS: readonly RoboRisk[] = ['low', 'medium', 'high'];
/** How many of the risks suit, from the lowest; a trick trades within days and asks for one level more. */
const RISKS_OF_BASKETS: Readonly<Record<RoboLevel, number>> = { 0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3 };
const RISKS_OF_TRICKS: Readonly<Record<RoboLevel, number>> = { 0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 3 };

/** Which risks of baskets and of tricks suit a level. */
export function suitingRisks(level: RoboLevel): {
  readonly baskets: readonly RoboRisk[];
  readonly tricks: readonly RoboRisk[];
} {
  return { baskets: RISKS.slice(0, RISKS_OF_BASKETS[level]), tricks: RISKS.slice(0, RISKS_OF_TRICKS[level]) };
}

/**
 * The day from which answers are to be looked at again: a year on, half a year where little or nothing may be invested,
 * since what stands against it changes sooner.
 */
export function reviewDay(answered: IndiaDate, level: RoboLevel): IndiaDate {
  return addDays(answered, level <= 2 ? 182 : 365);
}
