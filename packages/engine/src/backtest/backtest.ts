import {
  type CorporateAction,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  indiaMoment,
  type MarketCalendar,
} from '@trickdesk/domain';
import { BarClock } from '../bars/index.ts';
import type { CompiledStrategy } from '../compile/types.ts';
import { type BacktestReport, type EquityPoint, summarise } from '../metrics/index.ts';
import { pathStepMs } from '../run/path.ts';
import { Run } from '../run/run.ts';
import { RunRecord, type ToldRun } from '../run/run-record.ts';
import { SessionClock } from '../run/session-clock.ts';
import type { BaseFacts, ClosedTrade, Decision, RunConfig, RunEvent, RunSettings, Told } from '../run/types.ts';
import { BlockWalk } from './block-walk.ts';
import { feedSource, type SourceSeries } from './feed-sources.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';
import { PointWalk } from './point-walk.ts';
import { Tally } from './tally.ts';

export interface BacktestInput {
  readonly strategy: CompiledStrategy;
  readonly bases: readonly BaseFacts[];
  /** For each base its bars, oldest first; no moment twice. */
  readonly series: readonly BarSeries[];
  /** As the strategy names its sources. */
  readonly sources?: readonly SourceSeries[];
  /** Of the bars given; the strategy's own or a finer one that divides it. */
  readonly interval: Interval;
  readonly settings: RunSettings;
  readonly calendar: MarketCalendar;
  readonly costs: 'angelone' | 'none';
  readonly slippageBps: number;
  readonly stopFrom?: 'entry_bar' | 'next_bar';
  readonly closeAtEnd?: boolean;
  /** Bars before this moment only warm indicators. */
  readonly tradeFrom?: EpochMs;
  /**
   * Nothing is missing of what traded before it: a bar that ended by then is decided on though its last minutes had no
   * trade. Without it, one that is under way at the last bar's end is left open.
   */
  readonly until?: EpochMs;
  /** As in `RunConfig`: bars are fed one by one then, which is slower. */
  readonly watch?: RunConfig['watch'];
  /** What is written down of what is decided and done, which is always the same; all of it when absent. */
  readonly tells?: Told;
  /** For each base, of its series: of runs over the same bars that follow one another. */
  readonly shelves?: RunConfig['shelves'];
  /** Called about a hundred times with bars done and bars in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface BacktestResult {
  readonly events: readonly RunEvent[];
  readonly decisions: readonly Decision[];
  readonly trades: readonly ClosedTrade[];
  /** One point for each day that had bars. */
  readonly equity: readonly EquityPoint[];
  readonly report: BacktestReport;
  readonly bars: number;
}

/** Bars on which a program works at once: enough to make the calls cheap, few enough to stay in the nearest cache. */
const BLOCK_BARS = 1_024;

/** A turn takes about a millisecond where little happens, and three where each bar trades. */
const BLOCKS_A_TURN = 16;
const MOMENTS_A_TURN = 2_000;

/**
 * Runs a strategy over stored bars. Nothing is decided here: the same run that trades in test mode is fed the four
 * prices of each bar and then the bar. Bars of several bases that opened together are walked together, point by point.
 *
 * @throws RangeError when bases and series do not match or bars are coarser than the strategy's interval
 */
export function runBacktest(input: BacktestInput): BacktestResult {
  return prepareBacktest(input).run();
}

/** A back-test with all that it works with, for who wants to hold on to that. It is run once. */
export interface PreparedBacktest {
  /** Works on some of it, for milliseconds, so that others can be served meanwhile. Answers whether to go on. */
  goOn(): boolean;
  /** All that is left. */
  run(): BacktestResult;
}

/** @throws RangeError as `runBacktest` */
export function prepareBacktest(input: BacktestInput): PreparedBacktest {
  checkInput(input);
  const { interval, strategy, onProgress, calendar } = input;
  const { tradeFrom = Number.NEGATIVE_INFINITY, until = Number.NEGATIVE_INFINITY } = input;
  const series = input.series.map((bars) => PiecedBars.from(bars));
  const isInBlocks = interval === strategy.definition.interval && !input.watch;
  const record = recordOf(input);
  const blocks = isInBlocks ? { blockBars: BLOCK_BARS, shelves: shelvesOf(input) } : { blockBars: 1 };
  const config = configOf(input, { ...blocks, ...(record ? { record } : {}) });
  const run = new Run(config);
  input.sources?.forEach((given, i) => {
    const source = run.sources[i];
    if (source) feedSource(source, { ...given, actions: reachedBy(series, given.actions) }, interval);
  });
  const total = series.reduce((sum, { length }) => sum + length, 0);
  const tally = new Tally(run, total, onProgress);
  const { maxHoldBars } = strategy.definition.risk;
  const walk = isInBlocks
    ? new BlockWalk(
        { run, tally, clock: new SessionClock(config), stepMs: pathStepMs(interval), tradeFrom, maxHoldBars },
        series,
      )
    : new PointWalk({ run, tally }, series, { clock: new BarClock(calendar, interval), tradeFrom, until });
  let goesOn = true;
  const goOn = (): boolean => {
    if (goesOn) goesOn = walk.goOn(isInBlocks ? BLOCKS_A_TURN : MOMENTS_A_TURN);
    return goesOn;
  };
  return {
    goOn,
    run: () => {
      if (goesOn) walk.all();
      if (!Number.isNaN(tally.lastAt)) {
        tally.collect(run.finish(new BarClock(calendar, interval).closeOfBar(tally.lastAt)));
        tally.markDay();
      }
      return resultOf(input, { run, record }, tally);
    },
  };
}

/** What comes after the last bar that is traded on needs nothing to be read anew. */
function reachedBy(series: readonly PiecedBars[], actions: SourceSeries['actions'] = []): readonly CorporateAction[] {
  return actions.filter(({ exDate }) => {
    const at = indiaMoment(exDate);
    return series.some((bars) => bars.firstRowAt(at) < bars.length);
  });
}

function resultOf(
  { settings }: BacktestInput,
  { run, record }: { readonly run: Run; readonly record: RunRecord | undefined },
  { events, equity, traded, inPosition }: Tally,
): BacktestResult {
  const told = record ?? toldOf(events);
  const report = summarise({
    trades: record ? record.results() : told.trades,
    equity,
    startCapitalPaise: settings.capitalPaise,
    // Of positions that are left open at the end, too.
    chargesPaise: run.account.chargesPaise,
    chargesByKind: run.account.chargesByKind,
    barsInPosition: inPosition,
    bars: traded,
  });
  // What is recorded as numbers is put into words where somebody reads it.
  return {
    get events() {
      return told.events;
    },
    get decisions() {
      return told.decisions;
    },
    get trades() {
      return told.trades;
    },
    equity,
    report,
    bars: traded,
  };
}

function toldOf(events: readonly RunEvent[]): ToldRun {
  const decisions: Decision[] = [];
  const trades: ClosedTrade[] = [];
  for (const event of events) {
    if (event.kind === 'decision') decisions.push(event.decision);
    else if (event.kind === 'trade') trades.push(event.trade);
  }
  return { events, decisions, trades };
}

function checkInput({ bases, series, sources = [], interval, strategy }: BacktestInput): void {
  if (bases.length !== series.length)
    throw new RangeError(`${bases.length} instruments but ${series.length} series of bars`);
  if (sources.length !== strategy.sources.length)
    throw new RangeError(`the conditions read ${strategy.sources.join(', ')}, and ${sources.length} series are given`);
  const wanted = strategy.definition.interval;
  if (interval === wanted || wanted === '1d') return;
  if (interval === '1d' || INTERVAL_MINUTES[wanted] % INTERVAL_MINUTES[interval] !== 0) {
    throw new RangeError(`bars of ${interval} cannot be built into bars of ${wanted}`);
  }
}

/** Prices that change their unit are fed anew to indicators that begin with them. */
function shelvesOf({ bases, shelves = [] }: BacktestInput): NonNullable<RunConfig['shelves']> {
  return bases.map(({ actions = [] }, i) => (actions.length === 0 ? shelves[i] : undefined));
}

function recordOf({ bases, tells = 'all' }: BacktestInput): RunRecord | undefined {
  return tells === 'all' ? undefined : new RunRecord(bases, tells);
}

function configOf(input: BacktestInput, own: Pick<RunConfig, 'blockBars' | 'shelves' | 'record'>): RunConfig {
  const { strategy, bases, settings, calendar, costs, slippageBps, stopFrom, closeAtEnd, watch } = input;
  return {
    strategy,
    bases,
    settings,
    calendar,
    costs,
    slippageBps,
    ...own,
    ...(stopFrom === undefined ? {} : { stopFrom }),
    ...(closeAtEnd === undefined ? {} : { closeAtEnd }),
    ...(watch === undefined ? {} : { watch }),
  };
}
