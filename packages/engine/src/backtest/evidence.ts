import { type EpochMs, INTERVAL_MINUTES, indiaDateOf, parseTimeOfDay } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/index.ts';
import {
  type BootstrapIntervals,
  bootstrapIntervals,
  type Capacity,
  type CostSensitivity,
  capacityOf,
  costSensitivity,
  type DeflatedSharpe,
  deflatedSharpe,
  type HeldTrade,
  heldTrade,
  independentTrades,
  type LookAheadCheck,
  type Neighbourhood,
  type RandomEntries,
  type RoundTrip,
  randomEntries,
  type TradedVolume,
  type TradingHours,
  tradableBars,
  type Verdict,
  type VerdictFacts,
  verdictOf,
} from '../metrics/index.ts';
import { dailyReturns } from '../metrics/returns.ts';
import type { BaseFacts, ClosedTrade } from '../run/types.ts';
import type { BacktestResult } from './backtest.ts';
import { type BarColumns, firstRowAt } from './columns.ts';
import { adjustedBars, ratioOf } from './ex-dates.ts';
import { type BarPiece, type BarSeries, PiecedBars } from './pieced-bars.ts';

/** What a sweep adds to the evidence of its best run. */
export interface SweepEvidence {
  /** All combinations that were tried, the chosen one included. */
  readonly trials: number;
  /** A day's Sharpe ratio of each; absent of one that did not trade. */
  readonly trialSharpes: readonly (number | undefined)[];
  readonly neighbourhood: Neighbourhood | undefined;
  readonly walkForward: VerdictFacts['walkForward'];
}

export interface EvidenceInput {
  readonly run: Pick<BacktestResult, 'trades' | 'equity' | 'report'>;
  readonly bases: readonly Pick<BaseFacts, 'symbol' | 'actions'>[];
  /** For each base the bars of the run. */
  readonly series: readonly BarSeries[];
  /** The run's own; bars before it only warmed indicators. */
  readonly tradeFrom: EpochMs;
  /** Slippage that is in the run's prices. */
  readonly slippageBps: number;
  /** Charges were not counted; told by the trades where absent, of which a run may have none. */
  readonly isWithoutCharges?: boolean | undefined;
  /** When the strategy may trade: random entries of a day keep to it. They may be at any time of day when absent. */
  readonly hours?: TradingHours | undefined;
  /** Equal seeds give equal evidence, byte for byte. */
  readonly seed: string;
  /** Absent where one set of parameters was tried. */
  readonly sweep?: SweepEvidence | undefined;
  /** Absent where nothing was decided that could be made again. */
  readonly lookAhead?: LookAheadCheck | undefined;
  /** Called with the share that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** What a run is worth as evidence, and the figures that say so. */
export interface RunEvidence {
  readonly sessions: number;
  readonly independentTrades: number;
  readonly bootstrap: BootstrapIntervals | undefined;
  readonly deflatedSharpe: DeflatedSharpe | undefined;
  readonly randomEntries: RandomEntries | undefined;
  readonly costs: CostSensitivity;
  /** Absent where nobody knows what others traded. */
  readonly capacity: Capacity | undefined;
  /** Absent where nothing was decided. */
  readonly lookAhead: LookAheadCheck | undefined;
  readonly verdict: Verdict;
}

/** Random runs: as many as the module's own 500 where that costs little, and fewer for a run of many trades. */
const MOST_RANDOM_RUNS = 500;
const FEWEST_RANDOM_RUNS = 100;
const RANDOM_TRADES = 200_000;
const BPS = 10_000;

/**
 * Everything that a run says for and against itself. Random entries are charged like the run: what its trades in the
 * instrument paid for each rupee bought or sold, and the slippage that is in their prices.
 */
export function evidenceOfRun(input: EvidenceInput): RunEvidence {
  const { run, slippageBps, seed, sweep, onProgress } = input;
  const smooth = withoutExDates(input);
  const returns = returnsOfRun(run);
  const facts = {
    sessions: run.equity.length,
    isUsedUp: returns.length < run.equity.length,
    independentTrades: independentTrades(run.trades),
    netPaise: run.report.netPaise,
    isWithoutCharges: input.isWithoutCharges ?? paysNothing(run.trades),
    deflatedSharpe: deflatedSharpe({
      returns,
      trials: sweep?.trials ?? 1,
      ...(sweep ? { trialSharpes: sweep.trialSharpes } : {}),
    }),
    bootstrap: bootstrapIntervals({ returns, seed }),
    randomEntries: againstRandomEntries(smooth),
    lookAhead: input.lookAhead,
    capacity: capacityOf(smooth.run.trades, volumesOf(smooth), run.report.startCapitalPaise),
  };
  const costs = costSensitivity({ trades: run.trades, slippageBps });
  const verdict = verdictOf({
    ...facts,
    walkForward: sweep?.walkForward,
    neighbourhood: sweep?.neighbourhood,
    costs: { slippageBps, sensitivity: costs },
  });
  onProgress?.(1);
  return { ...facts, costs, verdict };
}

/**
 * When a strategy may hold what ends on its first day. A decision on a bar is filled at the opening of the next, so the
 * times at which bars may be decided on are those at which entries are filled.
 *
 * @returns `undefined` of daily bars, which are filled at an opening whatever the times
 */
export function tradingHoursOf({
  interval,
  product,
  session,
}: Pick<StrategyDefinition, 'interval' | 'product' | 'session'>): TradingHours | undefined {
  const [entryFromMinute, entryToMinute] = [parseTimeOfDay(session.entryFrom), parseTimeOfDay(session.entryTo)];
  if (interval === '1d' || entryFromMinute === undefined || entryToMinute === undefined) return undefined;
  const squareOffMinute =
    product === 'INTRADAY' && session.squareOff !== undefined ? parseTimeOfDay(session.squareOff) : undefined;
  const waitMinutes = product === 'INTRADAY' ? INTERVAL_MINUTES[interval] : 0;
  return { entryFromMinute, entryToMinute, waitMinutes, squareOffMinute, weekdays: session.weekdays };
}

/** No trade is without any charges where they are counted. */
function paysNothing(trades: readonly ClosedTrade[]): boolean {
  return trades.length > 0 && trades.every(({ chargesPaise }) => chargesPaise === 0);
}

/** Daily returns of a run after charges, as fractions, the first day against the start capital; none of one in ruin. */
export function returnsOfRun(run: Pick<BacktestResult, 'equity' | 'report'>): number[] {
  return dailyReturns(valuesOf(run));
}

/** What the account was worth before the first day, and at the end of each. */
export function valuesOf({ equity, report }: Pick<BacktestResult, 'equity' | 'report'>): number[] {
  return [report.startCapitalPaise, ...equity.map(({ equityPaise }) => equityPaise)];
}

/** All bars and trades in the units of the last day, so that trades and prices of any two days can be compared. */
function withoutExDates(input: EvidenceInput): EvidenceInput {
  const { bases, series, run } = input;
  if (bases.every(({ actions = [] }) => actions.length === 0)) return input;
  const actionsOf = new Map(bases.map(({ symbol, actions = [] }) => [symbol, actions]));
  const trades = run.trades.map((trade) => {
    const date = indiaDateOf(trade.exitAt);
    const later = (actionsOf.get(trade.symbol) ?? []).filter(({ exDate }) => exDate > date);
    const { price, units } = ratioOf(later);
    const scaled = (paise: number): number => (paise * price.oldUnits) / price.newUnits;
    return {
      ...trade,
      quantity: (trade.quantity * units.newUnits) / units.oldUnits,
      entryPaise: scaled(trade.entryPaise),
      exitPaise: scaled(trade.exitPaise),
    };
  });
  return {
    ...input,
    run: { ...run, trades },
    series: series.map((bars, i) => adjustedBars(PiecedBars.from(bars), bases[i]?.actions)),
  };
}

function volumesOf({ bases, series }: EvidenceInput): Map<string, TradedVolume> {
  return new Map(bases.map(({ symbol }, i) => [symbol, volumeOf(PiecedBars.from(series[i] ?? []))]));
}

/** Keeps the piece that was asked for last: trades come in the order of time. */
function volumeOf({ pieces }: PiecedBars): TradedVolume {
  let kept: { readonly piece: BarPiece; readonly rows: BarColumns } | undefined;
  return (at) => {
    const piece = pieces.findLast(({ firstAt }) => firstAt <= at);
    if (!piece) return undefined;
    if (kept?.piece !== piece) kept = { piece, rows: piece.read() };
    const { time, volume } = kept.rows;
    return volume[firstRowAt(time, at + 1, 0, time.length) - 1];
  };
}

function againstRandomEntries({ run, bases, series, onProgress, ...input }: EvidenceInput): RandomEntries | undefined {
  const seriesOf = new Map(bases.map(({ symbol }, i) => [symbol, PiecedBars.from(series[i] ?? [])]));
  const pricesOf = (symbol: string): TradedPrices =>
    pricesFrom(seriesOf.get(symbol) ?? PiecedBars.from([]), input.tradeFrom);
  const held = bases.flatMap(({ symbol }): HeldTrade[] => {
    const trades = run.trades.filter((trade) => trade.symbol === symbol);
    const time = trades.length === 0 ? [] : pricesOf(symbol).time;
    return trades.flatMap((trade) => heldTrade(trade, time) ?? []);
  });
  // A comparison that leaves some of the trades out would not be one with the run.
  if (held.length < run.trades.length) return undefined;
  const wanted = Math.floor(RANDOM_TRADES / Math.max(1, held.length));
  return randomEntries({
    trades: held,
    barsOf: (symbol) => {
      const { time, open, close } = pricesOf(symbol);
      return tradableBars(time, { openPaise: open, closePaise: close }, input.hours);
    },
    costPaise: costsLike(run.trades, input.slippageBps),
    seed: input.seed,
    samples: Math.min(MOST_RANDOM_RUNS, Math.max(FEWEST_RANDOM_RUNS, wanted)),
    ...(onProgress ? { onProgress } : {}),
  });
}

type TradedPrices = Pick<BarColumns, 'time' | 'open' | 'close'>;

/** Of the bars that were traded on. */
function pricesFrom(all: PiecedBars, tradeFrom: EpochMs): TradedPrices {
  const bars = all.rows(all.firstRowAt(tradeFrom));
  const prices = {
    time: new Float64Array(bars.length),
    open: new Int32Array(bars.length),
    close: new Int32Array(bars.length),
  };
  for (const [i, { read }] of bars.pieces.entries()) {
    const { time, open, close } = read();
    prices.time.set(time, bars.startOf(i));
    prices.open.set(open, bars.startOf(i));
    prices.close.set(close, bars.startOf(i));
  }
  return prices;
}

/** What a round trip would have cost at the rates that the instrument's trades paid on the whole. */
function costsLike(trades: readonly ClosedTrade[], slippageBps: number): (trip: RoundTrip) => number {
  const paid = new Map<string, { turnover: number; charges: number }>();
  for (const { symbol, quantity, entryPaise, exitPaise, chargesPaise } of trades) {
    const sums = paid.get(symbol) ?? { turnover: 0, charges: 0 };
    sums.turnover += quantity * (entryPaise + exitPaise);
    sums.charges += chargesPaise;
    paid.set(symbol, sums);
  }
  const rates = new Map(
    [...paid].map(([symbol, { turnover, charges }]) => [
      symbol,
      (turnover > 0 ? charges / turnover : 0) + slippageBps / BPS,
    ]),
  );
  return ({ symbol, quantity, entryPaise, exitPaise }) =>
    quantity * (entryPaise + exitPaise) * (rates.get(symbol) ?? 0);
}
