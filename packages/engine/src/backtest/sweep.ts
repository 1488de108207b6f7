import { addDays, type EpochMs, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { ColumnShelf, type ShelfRoom } from '../compile/column-shelf.ts';
import type { CompiledStrategy } from '../compile/types.ts';
import {
  type BacktestReport,
  FEWEST_SESSIONS,
  neighbourhood,
  sharpeMoments,
  type WalkForward,
  walkForward,
} from '../metrics/index.ts';
import { returnsThroughRuin } from '../metrics/returns.ts';
import { type BacktestInput, type BacktestResult, runBacktest } from './backtest.ts';
import { returnsOfRun, type SweepEvidence, valuesOf } from './evidence.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';

/** One set of parameters: a value for each parameter that is varied, in the same order in every set. */
export interface Candidate {
  readonly strategy: CompiledStrategy;
  readonly values: readonly number[];
}

export interface SweepInput
  extends Omit<BacktestInput, 'strategy' | 'series' | 'onProgress' | 'tradeFrom' | 'shelves'> {
  /** One at least. */
  readonly candidates: readonly Candidate[];
  /** For each base its bars, from where the strategy that needs most of them begins to warm up. They are shared. */
  readonly series: readonly BarSeries[];
  readonly tradeFrom: EpochMs;
  /** From where on a strategy sees bars that trades from a moment on. */
  readonly warmFrom: (strategy: CompiledStrategy, tradeFrom: EpochMs) => EpochMs;
  /** Called with the share of all runs that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** What is kept of each set of parameters. It survives the way from one thread to another. */
export interface TrialFigures {
  readonly report: BacktestReport;
  /** Daily, after charges, as fractions; one for each session. */
  readonly returns: readonly number[];
  /** A day's; absent where it did not trade, or was ruined. */
  readonly sharpe: number | undefined;
}

export interface Trial extends TrialFigures {
  readonly candidate: Candidate;
}

/** A run that is kept whole, and which of the sets it is of. */
interface WholeRun {
  readonly index: number;
  readonly run: BacktestResult;
}

/** Sets that are run one by one, in any order, for their figures; the best is run once more, and kept whole. */
export interface Trials {
  /** @param onShare called with the share of this run that is done, 0 to 1 */
  readonly run: (index: number, onShare?: (share: number) => void) => TrialFigures;
  /** @param figures of every set, wherever it was run */
  readonly judge: (figures: readonly TrialFigures[]) => Sweep;
}

export interface Sweep {
  readonly trials: readonly Trial[];
  /** Index of the trial with the highest Sharpe ratio, the first of equals; 0 where none has one. */
  readonly best: number;
  /** Of the best. */
  readonly run: BacktestResult;
  /** Periods by the index of the candidate that was chosen on the days before. Absent under sixty sessions. */
  readonly walkForward: WalkForward<number> | undefined;
  /** Absent of a sweep of one: nothing was chosen, so it is judged like any run. */
  readonly evidence: SweepEvidence | undefined;
}

/**
 * Runs each set of parameters over the same bars, each as it would be run by itself, byte for byte: it sees as many bars
 * before the first day as it needs and no more, whatever the others need. Only the best run is kept whole.
 *
 * @throws RangeError as `runBacktest`
 */
export function runSweep(input: SweepInput): Sweep {
  const { candidates, onProgress } = input;
  const runs = candidates.length + (candidates.length > 1 ? 1 : 0);
  const trials = openTrials(input);
  const swept = trials.judge(candidates.map((_, i) => trials.run(i, (share) => onProgress?.((i + share) / runs))));
  if (candidates.length > 1) onProgress?.(1);
  return swept;
}

/** The same in parts, for who spreads the sets over threads: what is judged does not depend on where it was run. */
export function openTrials(input: SweepInput): Trials {
  const { candidates, tradeFrom: from } = input;
  const candidateAt = (index: number): Candidate => {
    const candidate = candidates[index];
    if (!candidate) throw new RangeError(`there is no set of parameters ${index}`);
    return candidate;
  };
  // A set by itself is the best: it is run whole at once.
  let whole: BacktestResult | undefined;
  const isAlone = candidates.length === 1;
  const shelves = isAlone ? undefined : new Shelves();
  return {
    run: (index, onShare) => {
      const how = { ...input, ...(isAlone ? {} : { tells: 'figures' as const }), shelves };
      const run = runOf(how, candidateAt(index), { from }, onShare);
      if (isAlone) whole = run;
      return figuresOf(run);
    },
    judge: (figures) => {
      const trials = figures.map((own, i) => ({ candidate: candidateAt(i), ...own }));
      const best = bestOf(trials);
      const run = whole ?? runOf(input, candidateAt(best), { from });
      return judged(input, trials, { index: best, run });
    },
  };
}

/** The first of those with the highest Sharpe ratio. */
function bestOf(trials: readonly Trial[]): number {
  const sharpes = trials.map(({ sharpe }) => sharpe ?? Number.NEGATIVE_INFINITY);
  return sharpes.reduce((best, sharpe, i) => (sharpe > (sharpes[best] ?? Number.NaN) ? i : best), 0);
}

function judged(input: SweepInput, trials: readonly Trial[], { index: best, run }: WholeRun): Sweep {
  if (trials.length === 1) return { trials, best, run, walkForward: undefined, evidence: undefined };
  const refitted = refit(
    input,
    trials,
    run.equity.map(({ date }) => date),
  );
  return { trials, best, run, walkForward: refitted, evidence: evidenceOf(trials, refitted) };
}

function figuresOf(run: BacktestResult): TrialFigures {
  return {
    report: run.report,
    // Each day as it was known on that day: a fit before the ruin knows nothing of it.
    returns: returnsThroughRuin(valuesOf(run)),
    sharpe: sharpeMoments(returnsOfRun(run))?.sharpe,
  };
}

function evidenceOf(trials: readonly Trial[], refitted: Sweep['walkForward']): SweepEvidence {
  return {
    trials: trials.length,
    trialSharpes: trials.map(({ sharpe }) => sharpe),
    neighbourhood: neighbourhood(
      trials.map(({ candidate, sharpe, report }) => {
        const gained = report.netPaise > 0;
        return { parameters: candidate.values, value: sharpe, gained, isUsedUp: report.endEquityPaise <= 0 };
      }),
    ),
    walkForward: refitted,
  };
}

interface Span {
  readonly from: EpochMs;
  /** Excluded; the end of the bars when absent. */
  readonly to?: EpochMs;
}

/** Together, of one thread: thirty indicators over five years of minutes of one share. */
const SHELF_BYTES = 128 * 1024 * 1024;

/** The shelves of a sweep: sets that warm up equally long read the same bars. */
class Shelves {
  readonly #room: ShelfRoom = { bytes: SHELF_BYTES };
  readonly #shelves = new Map<string, ColumnShelf>();

  /** @param sources what else is read: columns may be made of both */
  of(base: number, bars: PiecedBars, sources: readonly PiecedBars[]): ColumnShelf {
    const length = bars.length;
    const key = [base, ...[bars, ...sources].map((one) => `${one.pieces[0]?.firstAt}+${one.length}`)].join('/');
    const shelf = this.#shelves.get(key) ?? new ColumnShelf(length, this.#room);
    this.#shelves.set(key, shelf);
    return shelf;
  }
}

/** One set by itself, as `runSweep` runs it, over a span of the bars: those before it only warm indicators. */
export function runOf(
  {
    candidates: _,
    warmFrom,
    series,
    sources = [],
    shelves,
    ...input
  }: Omit<SweepInput, 'shelves'> & { readonly shelves?: Shelves | undefined },
  { strategy }: Candidate,
  { from, to = Number.POSITIVE_INFINITY }: Span,
  onShare?: (share: number) => void,
): BacktestResult {
  const warm = warmFrom(strategy, from);
  const seen = (bars: PiecedBars): PiecedBars => bars.rows(bars.firstRowAt(warm), bars.firstRowAt(to));
  const own = series.map((bars) => seen(PiecedBars.from(bars)));
  const read = sources.map((source) => ({ ...source, bars: seen(PiecedBars.from(source.bars)) }));
  const readBars = read.map(({ bars }) => bars);
  return runBacktest({
    ...input,
    strategy,
    series: own,
    sources: read,
    ...(shelves ? { shelves: own.map((bars, base) => shelves.of(base, bars, readBars)) } : {}),
    tradeFrom: from,
    onProgress: (done, total) => onShare?.(done / total),
  });
}

/** Of all sessions: what each fit sees, and what is then traded with it. Six periods, as the windows roll. */
const FIT_SHARE = 0.4;
const TRY_SHARE = 0.1;

/**
 * The walk-forward with re-fit: on each window the set with the highest Sharpe ratio is chosen, and trades the sessions
 * after it in a run of its own that starts flat and ends with them. A fit reads the days of the whole run up to its own
 * last one, which no later bar can have changed.
 */
function refit(
  input: SweepInput,
  trials: readonly Trial[],
  sessions: readonly IndiaDate[],
): WalkForward<number> | undefined {
  if (sessions.length < FEWEST_SESSIONS) return undefined;
  return walkForward({
    sessions: sessions.length,
    inSampleSessions: Math.round(sessions.length * FIT_SHARE),
    outOfSampleSessions: Math.ceil(sessions.length * TRY_SHARE),
    mode: 'rolling',
    candidates: trials.map((_, i) => i),
    score: (returns) => (returns.some((each) => each <= -1) ? undefined : sharpeMoments(returns)?.sharpe),
    evaluate: (i, { from, to }) => trials[i]?.returns.slice(from, to) ?? [],
    evaluateUnseen: (i, { from, to }) => {
      const [first, last, trial] = [sessions[from], sessions[to - 1], trials[i]];
      if (!first || !last || !trial) return [];
      const span = { from: indiaMoment(first), to: indiaMoment(addDays(last, 1)) };
      return figuresOf(runOf({ ...input, tells: 'figures' }, trial.candidate, span)).returns;
    },
  });
}
