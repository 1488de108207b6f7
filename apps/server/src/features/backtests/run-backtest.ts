import type { BacktestRun } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import {
  actionWords,
  adjustedWords,
  type BacktestResult,
  type BaseFacts,
  type CompiledStrategy,
  createExplainer,
  type EvidenceInput,
  evidenceOfRun,
  lookAheadOf,
  openTrials,
  priceJumps,
  refusalsOf,
  runSweep,
  type SweepInput,
  tradingHoursOf,
} from '@trickdesk/engine';
import { type MarketDataService, unpackBars } from '../market-data/index.ts';
import { rounded } from '../strategies/index.ts';
import { comparisonsOf } from './comparisons.ts';
import { type BarMarket, barsFrom, loadBars } from './stored-bars.ts';
import type { SweptValues } from './sweep-rules.ts';
import { candidatesOf, type SharedSweep, type SpreadTrials, sweepInputOf } from './sweep-trials.ts';
import { packTrades, type TradeRow } from './trade-rows.ts';
import { evidenceToWire, tablesToWire } from './written-evidence.ts';
import { reportToWire } from './written-report.ts';
import { sweepToWire } from './written-sweep.ts';

/** All that a thread is told; it survives `postMessage`. */
export interface BacktestJob {
  readonly id: number;
  readonly definition: unknown;
  readonly versionHash: string;
  readonly dataset: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly capitalPaise: number;
  readonly costs: boolean;
  readonly slippageBps: number;
  /** Values to try by parameter. */
  readonly sweep?: SweptValues | undefined;
}

/** What it reads of prices. */
export type BacktestMarket = BarMarket & Pick<MarketDataService, 'columns' | 'calendar' | 'describeDataset'>;

/** What was run, over what. */
interface EvidenceBasis extends Pick<EvidenceInput, 'series' | 'tradeFrom'> {
  readonly run: BacktestResult;
  readonly bases: readonly BaseFacts[];
}

export interface BacktestOutcome {
  readonly report: BacktestRun;
  readonly tradeParts: readonly Uint8Array[];
}

/** Of a back-test's percent; the rest is for what it is worth as evidence, which takes as long as a run of many trades. */
const RUN_PERCENT = 70;
/** Of a sweep, whose many runs are judged once. */
const SWEEP_PERCENT = 95;

/**
 * Reads the bars of a back-test, runs it with each combination of parameters, and asks what the best is worth; bars
 * before the first day warm the indicators.
 *
 * @param spread runs the combinations of a sweep; one after another on this thread where it is absent
 * @throws Error where the definition cannot be read, or an instrument or all prices are gone
 */
export async function runStoredBacktest(
  marketData: BacktestMarket,
  job: BacktestJob,
  onProgress: (percent: number) => void,
  spread?: SpreadTrials,
): Promise<BacktestOutcome> {
  const candidates = candidatesOf(job);
  const [first, ...others] = candidates.map(({ strategy }) => strategy);
  if (!first) throw new Error(`back-test ${job.id} has nothing to run`);
  const tradeFrom = indiaMoment(job.fromDate);
  const tell = wholePercents(onProgress);
  const runPercent = others.length === 0 ? RUN_PERCENT : SWEEP_PERCENT;
  const areShared = spread !== undefined && others.length > 0;
  const shared = { job, ...(await loadBars(marketData, [first, ...others], job)) };
  const { bases } = shared;
  const series = unpackBars(shared.packed);
  const input = sweepInputOf(shared, marketData.calendar, { candidates, series });
  const onShare = (share: number): void => tell(share * runPercent);
  const swept = areShared ? await sweep(shared, input, spread, onShare) : runSweep({ ...input, onProgress: onShare });
  const { run } = swept;
  if (run.equity.length === 0) throw new Error(`back-test ${job.id} found no prices from ${job.fromDate} on`);
  const evidence = evidenceOfRun({
    ...{ run, bases, series, tradeFrom },
    slippageBps: job.slippageBps,
    isWithoutCharges: !job.costs,
    hours: tradingHoursOf(first.definition),
    seed: job.versionHash,
    sweep: swept.evidence,
    lookAhead: lookAheadOf(input, swept),
    onProgress: (share) => tell(runPercent + share * (100 - runPercent)),
  });
  const comparisons = await comparisonsOf(marketData, job, { run, bases, series, tradeFrom });
  const basis = { data: marketData.describeDataset(job.dataset), simulated: job.dataset.startsWith('simulator') };
  return {
    report: {
      ...reportToWire(run, {
        ...{ ...basis, bars: barsFrom(series, tradeFrom), afterCharges: job.costs },
        ...actionsOf(bases, job),
        ...jumpsOf({ run, bases, series, tradeFrom }),
      }),
      entrySignals: entrySignalsOf(run, first),
      evidence: evidenceToWire(evidence, { equity: run.equity, slippageBps: job.slippageBps }),
      tables: tablesToWire(run.trades, comparisons),
      ...(job.sweep ? { sweep: sweepToWire(swept, job.sweep, first.definition) } : {}),
    },
    tradeParts: packTrades(tradeRows(run, first)),
  };
}

/** Runs each combination, on as many threads as there are, and judges the best. */
async function sweep(shared: SharedSweep, input: SweepInput, spread: SpreadTrials, onShare: (share: number) => void) {
  const trials = openTrials(input);
  return trials.judge(await spread({ shared, count: input.candidates.length, run: trials.run, onShare }));
}

/** The ex-dates that the run went over, in words. */
function actionsOf(
  bases: readonly BaseFacts[],
  { fromDate, toDate }: BacktestJob,
): Pick<BacktestRun['basis'], 'corporateActions'> {
  const corporateActions = bases.flatMap(({ symbol, actions = [] }) =>
    actions
      .filter(({ exDate }) => exDate > fromDate && exDate <= toDate)
      .map((action) => ({ symbol, words: actionWords(action) })),
  );
  return corporateActions.length === 0 ? {} : { corporateActions };
}

/** A list of thousands would say no more than that the prices are of no use. */
const MOST_JUMPS = 100;

function jumpsOf({ run, bases, series, tradeFrom: from }: EvidenceBasis): Pick<BacktestRun['basis'], 'priceJumps'> {
  const { trades } = run;
  const jumps = bases.flatMap(({ symbol, actions }, i) =>
    priceJumps({ symbol, actions, series: series[i] ?? [], from, trades }),
  );
  if (jumps.length === 0) return {};
  return {
    priceJumps: jumps.slice(0, MOST_JUMPS).map(({ previousDate, changePct, netPaise, ...jump }) => ({
      ...jump,
      previous_date: previousDate,
      changePercent: rounded(changePct),
      netPnlPaise: netPaise,
    })),
  };
}

/** Without the refusals, a run without a trade would look as if its rules had never come true. */
function entrySignalsOf(
  { decisions }: BacktestResult,
  { definition }: CompiledStrategy,
): NonNullable<BacktestRun['entrySignals']> {
  return {
    entered: decisions.filter(({ action }) => action === 'enter').length,
    refused: refusalsOf(decisions, definition).map(({ veto, times, words }) => ({ veto, times, sentence: words })),
  };
}

/** Tells of each whole percent once. */
function wholePercents(tell: (percent: number) => void): (percent: number) => void {
  let told = 0;
  return (percent) => {
    const whole = Math.floor(percent);
    if (whole <= told) return;
    told = whole;
    tell(whole);
  };
}

/** Newest first. */
function tradeRows(result: BacktestResult, { definition }: CompiledStrategy): TradeRow[] {
  const explain = createExplainer(definition);
  const decisions = new Map(result.decisions.map((decision) => [decision.sequence, decision]));
  const adjustments = result.events.flatMap((event) => (event.kind === 'adjusted' ? [event.adjusted] : []));
  return result.trades.toReversed().map((trade) => {
    const entry = decisions.get(trade.entrySequence);
    const exit = decisions.get(trade.exitSequence);
    const reasons = [entry, exit].flatMap((decision) => (decision ? [explain(decision)] : []));
    const adjusted = adjustments.filter(
      ({ base, at }) => base === trade.base && at > trade.entryAt && at <= trade.exitAt,
    );
    return [
      trade.symbol,
      trade.direction,
      trade.quantity,
      trade.entryAt,
      trade.entryPaise,
      trade.exitAt,
      trade.exitPaise,
      trade.exitRule,
      trade.chargesPaise,
      trade.netPaise,
      [...reasons, ...adjusted.map(adjustedWords)].join(' '),
      trade.adversePaise,
      trade.favourablePaise,
      entry ? (reasons[0]?.length ?? 0) : 0,
    ];
  });
}
