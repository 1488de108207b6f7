import {
  DAY_MS,
  INTERVAL_MINUTES,
  INTERVALS,
  type IndiaDate,
  type Interval,
  indiaDateOf,
  indiaMoment,
} from '@trickdesk/domain';
import { instrumentsRead, type StrategyDefinition } from '@trickdesk/engine';
import { type Coverage, hullOf, type MarketDataService, type SymbolRef } from '../market-data/index.ts';

/** What there is to know about stored prices before they are read. */
export type StoredDays = Pick<MarketDataService, 'coverage'>;

/** Every shorter interval divides it, so prices in any of them are found by asking for it. */
const LONGEST_WITHIN_A_DAY: Interval = '1h';

/**
 * The interval in which bars are read for rules: the finest that divides theirs and in which the prices of all that they
 * read are stored, or can be made from what is, for as many of the days as in their own. Orders then fill on the way
 * within a bar that those finer bars tell.
 *
 * @param days the first and the last that is asked for; what is stored before is not counted
 * @returns one minute where no interval is stored of all
 */
export async function storedInterval(
  marketData: StoredDays,
  definition: StrategyDefinition,
  { dataset, from, to }: { readonly dataset: string; readonly from: IndiaDate; readonly to: IndiaDate },
): Promise<Interval> {
  const { interval } = definition;
  // A day is made of whatever there is, and nothing is finer than a minute.
  if (interval === '1d' || interval === '1m') return interval;
  const refs = instrumentsRead(definition);
  const asked = { from: indiaMoment(from), to: indiaMoment(to) + DAY_MS - 1 };
  const daysIn = async (finer: Interval): Promise<number> => {
    const stored = await Promise.all(refs.map((ref) => marketData.coverage(ref, finer, dataset)));
    return stored.every((one) => one !== undefined) ? daysOf(commonPart([asked, ...stored])) : 0;
  };
  const most = await daysIn(interval);
  if (most === 0) return '1m';
  for (const finer of divisorsOf(interval).slice(0, -1)) {
    if ((await daysIn(finer)) === most) return finer;
  }
  return interval;
}

/** What all of some have; ends before it begins where that is nothing. */
function commonPart(parts: readonly Coverage[]): Coverage {
  return { from: Math.max(...parts.map(({ from }) => from)), to: Math.min(...parts.map(({ to }) => to)) };
}

/** On how many calendar days; those without trade in between count. */
function daysOf({ from, to }: Coverage): number {
  if (to < from) return 0;
  return Math.round((indiaMoment(indiaDateOf(to)) - indiaMoment(indiaDateOf(from))) / DAY_MS) + 1;
}

/** From where to where prices are stored that bars of an interval are made of; days are made of whatever there is. */
export async function coveredBy(
  marketData: StoredDays,
  ref: SymbolRef,
  { interval, dataset }: { readonly interval: Interval; readonly dataset: string },
): Promise<Coverage | undefined> {
  const intervals = interval === '1d' ? [interval, LONGEST_WITHIN_A_DAY] : [interval];
  return hullOf(await Promise.all(intervals.map((each) => marketData.coverage(ref, each, dataset))));
}

/** The shortest interval above one within a day in which prices are stored; `undefined` where there are none of all. */
export async function coarserThan(
  marketData: StoredDays,
  ref: SymbolRef,
  { interval, dataset }: { readonly interval: Interval; readonly dataset: string },
): Promise<Interval | undefined> {
  for (const longer of INTERVALS.slice(INTERVALS.indexOf(interval) + 1)) {
    if (await marketData.coverage(ref, longer, dataset)) return longer;
  }
  return undefined;
}

/** Shortest first, the interval itself last. */
function divisorsOf(interval: Exclude<Interval, '1d'>): Interval[] {
  return INTERVALS.filter(
    (one) =>
      one !== '1d' &&
      INTERVAL_MINUTES[one] <= INTERVAL_MINUTES[interval] &&
      INTERVAL_MINUTES[interval] % INTERVAL_MINUTES[one] === 0,
  );
}
