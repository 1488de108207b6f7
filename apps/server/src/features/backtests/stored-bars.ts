import {
  addDays,
  type CorporateAction,
  type EpochMs,
  type IndiaDate,
  type Interval,
  indiaMoment,
} from '@trickdesk/domain';
import type { BaseFacts, CompiledStrategy, PiecedBars, SourceSeries } from '@trickdesk/engine';
import { type MarketDataService, type PackedBars, shareBars, unpackBars } from '../market-data/index.ts';
import { baseFactsOf } from '../strategies/index.ts';
import { warmupDays } from './rules.ts';
import type { BacktestJob } from './run-backtest.ts';
import { type StoredDays, storedInterval } from './stored-interval.ts';

/** The bars of a back-test as they are stored. It survives `postMessage`, and threads share the bars. */
export interface StoredBars {
  /** The rules' own, or a finer one that divides it. */
  readonly interval: Interval;
  /** With the ex-dates of the world of prices. */
  readonly bases: readonly BaseFacts[];
  /** For each base its bars. */
  readonly packed: readonly PackedBars[];
  /** Those that conditions read, in the order of `CompiledStrategy.sources`. */
  readonly sources: readonly StoredSource[];
}

interface StoredSource {
  readonly packed: PackedBars;
  readonly actions: readonly CorporateAction[];
}

/** As the engine takes them. */
export function sourceSeries(sources: readonly StoredSource[]): SourceSeries[] {
  const series = unpackBars(sources.map(({ packed }) => packed));
  return sources.map(({ actions }, i) => ({ bars: series[i] ?? [], actions }));
}

/** What bars are loaded from. */
export type BarMarket = Pick<MarketDataService, 'instrument' | 'corporateActions' | 'packedBars'> & StoredDays;

/**
 * From where on a strategy sees bars that trades from the beginning of a day: as many as warm its indicators.
 *
 * @param date the first day on which it trades
 */
export function warmFrom({ warmupBars, definition }: CompiledStrategy, date: IndiaDate): EpochMs {
  return indiaMoment(addDays(date, -warmupDays(warmupBars, definition.interval)));
}

/**
 * Reads each instrument's bars, from where the strategy that needs most of them begins to warm up.
 *
 * @throws Error where an instrument is gone
 */
export async function loadBars(
  marketData: BarMarket,
  strategies: readonly [CompiledStrategy, ...CompiledStrategy[]],
  job: Pick<BacktestJob, 'id' | 'fromDate' | 'toDate' | 'dataset'>,
): Promise<StoredBars> {
  const [{ definition }] = strategies;
  const interval = await storedInterval(marketData, definition, {
    dataset: job.dataset,
    from: job.fromDate,
    to: job.toDate,
  });
  const from = Math.min(...strategies.map((strategy) => warmFrom(strategy, job.fromDate)));
  const to = indiaMoment(addDays(job.toDate, 1));
  const load = async ({ exchange, symbol }: { readonly exchange: string; readonly symbol: string }) => {
    const instrument = await marketData.instrument(exchange, symbol);
    if (!instrument) throw new Error(`back-test ${job.id}: ${symbol} is gone`);
    const actions = await marketData.corporateActions(instrument.id, job.dataset);
    const range = { exchange, symbol, interval, from, to, dataset: job.dataset } as const;
    return { instrument, actions, packed: shareBars(await marketData.packedBars(range)) };
  };
  const bases: BaseFacts[] = [];
  const packed: PackedBars[] = [];
  for (const ref of definition.instruments) {
    const { instrument, actions, packed: bars } = await load(ref);
    bases.push({ ...baseFactsOf(instrument, true), ...(actions.length === 0 ? {} : { actions }) });
    packed.push(bars);
  }
  const sources: StoredSource[] = [];
  for (const symbol of strategies[0].sources) sources.push(await load({ exchange: 'NSE', symbol }));
  return { interval, bases, packed, sources: sources.map(({ packed: bars, actions }) => ({ packed: bars, actions })) };
}

/** How many bars are traded on. */
export function barsFrom(series: readonly PiecedBars[], from: EpochMs): number {
  return series.reduce((sum, bars) => sum + bars.length - bars.firstRowAt(from), 0);
}
