import { INTERVAL_MINUTES, INTERVALS, type Interval } from '@trickdesk/domain';
import { instrumentsRead, type StrategyDefinition } from '@trickdesk/engine';
import type { Coverage, MarketDataService, SymbolRef } from '../market-data/index.ts';

/** What there is to know about stored prices before they are read. */
export type StoredDays = Pick<MarketDataService, 'coverage'>;

/** Every shorter interval divides it, so prices in any of them are found by asking for it. */
const LONGEST_WITHIN_A_DAY: Interval = '1h';

/**
 * The interval in which bars are read for rules: the finest that divides theirs and in which the prices of all that they
 * read are stored, or can be made from what is. Orders then fill on the way within a bar that those finer bars tell.
 *
 * @returns one minute where no interval is stored of all
 */
export async function storedInterval(
  marketData: StoredDays,
  definition: StrategyDefinition,
  dataset: string,
): Promise<Interval> {
  const { interval } = definition;
  if (interval === '1d') return '1d';
  const refs = instrumentsRead(definition);
  for (const finer of divisorsOf(interval)) {
    const stored = await Promise.all(refs.map((ref) => marketData.coverage(ref, finer, dataset)));
    if (stored.every((days) => days)) return finer;
  }
  return '1m';
}

/** From where to where prices are stored that bars of an interval are made of; days are made of whatever there is. */
export async function coveredBy(
  marketData: StoredDays,
  ref: SymbolRef,
  { interval, dataset }: { readonly interval: Interval; readonly dataset: string },
): Promise<Coverage | undefined> {
  const intervals = interval === '1d' ? [interval, LONGEST_WITHIN_A_DAY] : [interval];
  const found = await Promise.all(intervals.map((each) => marketData.coverage(ref, each, dataset)));
  const stored = found.flatMap((one) => (one ? [one] : []));
  if (stored.length === 0) return undefined;
  return { from: Math.min(...stored.map(({ from }) => from)), to: Math.max(...stored.map(({ to }) => to)) };
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
