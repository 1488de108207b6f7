import { indiaDateOf, indiaMoment, type MarketCalendar } from '@trickdesk/domain';
import {
  type Candidate,
  compileStrategy,
  parseDefinition,
  type SweepInput,
  type TrialFigures,
  type Trials,
} from '@trickdesk/engine';
import { unpackBars } from '../market-data/index.ts';
import type { BacktestJob } from './run-backtest.ts';
import { type StoredBars, sourceSeries, warmFrom } from './stored-bars.ts';
import { combinationsOf } from './sweep-rules.ts';

/** All that another thread needs to run combinations of a sweep; it survives `postMessage`. */
export interface SharedSweep extends StoredBars {
  readonly job: BacktestJob;
}

/** The combinations of a sweep, to be run in any order on any thread that gives the same figures. */
export interface SweepWork {
  readonly shared: SharedSweep;
  readonly count: number;
  readonly run: Trials['run'];
  /** To be called with the share of all combinations that is done, 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** @returns the figures of every combination, in their order */
export type SpreadTrials = (work: SweepWork) => Promise<readonly TrialFigures[]>;

/**
 * One for each combination of the values that are swept; the definition's own values where none are.
 *
 * @throws Error where the definition cannot be read
 */
export function candidatesOf(job: BacktestJob): Candidate[] {
  const parsed = parseDefinition(job.definition);
  if (!parsed.ok) throw new Error(`back-test ${job.id} cannot be read: ${parsed.errors[0]?.message}`);
  const { definition } = parsed;
  return combinationsOf(job.sweep ?? {}).map((values) => ({
    strategy: compileStrategy(definition, values, job.versionHash.slice(0, 12)),
    values: Object.values(values),
  }));
}

export function sweepInputOf(
  { job, bases, packed, sources, interval }: SharedSweep,
  calendar: MarketCalendar,
  {
    candidates = candidatesOf(job),
    series = unpackBars(packed),
  }: Partial<Pick<SweepInput, 'candidates' | 'series'>> = {},
): SweepInput {
  return {
    candidates,
    ...{ bases, series, sources: sourceSeries(sources), interval, calendar },
    tradeFrom: indiaMoment(job.fromDate),
    warmFrom: (strategy, from) => warmFrom(strategy, indiaDateOf(from)),
    settings: { capitalPaise: job.capitalPaise, quantityMultiplier: 1 },
    costs: job.costs ? 'angelone' : 'none',
    slippageBps: job.slippageBps,
    tells: 'reasons',
  };
}
