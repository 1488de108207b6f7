import type { BacktestReportWire } from '@trickdesk/contract';
import { daysBetween, indiaDateOf, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import {
  type BacktestResult,
  type BarColumns,
  type CompiledStrategy,
  explainDecision,
  runBacktest,
} from '@trickdesk/engine';
import type { MarketDataService, StoredInstrument } from '../market-data/index.ts';
import { baseFactsOf, drawdowns, rounded } from './rules.ts';

/** The data of one back-test: for each instrument its bars, in the finest interval that the strategy needs. */
export interface ReportData {
  readonly interval: '1m' | '1d';
  readonly instruments: readonly StoredInstrument[];
  readonly series: readonly BarColumns[];
  /** Those that conditions read. */
  readonly sources: readonly BarColumns[];
}

/** @returns `undefined` where an instrument is unknown or has no bars yet */
export async function loadReportData(
  marketData: MarketDataService,
  strategy: CompiledStrategy,
): Promise<ReportData | undefined> {
  const interval = strategy.definition.interval === '1d' ? '1d' : '1m';
  const instruments: StoredInstrument[] = [];
  const series: BarColumns[] = [];
  for (const { exchange, symbol } of strategy.definition.instruments) {
    const instrument = await marketData.instrument(exchange, symbol);
    if (!instrument) return undefined;
    const columns = await marketData.columns({ exchange, symbol, interval });
    if (columns.time.length === 0) return undefined;
    instruments.push(instrument);
    series.push(columns);
  }
  const sources = await Promise.all(strategy.sources.map((symbol) => marketData.columns({ symbol, interval })));
  if (sources.some(({ time }) => time.length === 0)) return undefined;
  return { interval, instruments, series, sources };
}

/** Days of the shortest series, and how many of them came after a day. */
export function countDays(data: ReportData, after: string | null): { days: number; newDays: number } {
  let days = Number.POSITIVE_INFINITY;
  let newDays = Number.POSITIVE_INFINITY;
  for (const { time } of data.series) {
    const dates = new Set<string>();
    let last = -1;
    for (const at of time) {
      const day = Math.floor((at + 19_800_000) / 86_400_000);
      if (day !== last) dates.add(indiaDateOf(at));
      last = day;
    }
    days = Math.min(days, dates.size);
    newDays = Math.min(newDays, [...dates].filter((date) => after === null || date > after).length);
  }
  return { days: Number.isFinite(days) ? days : 0, newDays: Number.isFinite(newDays) ? newDays : 0 };
}

export interface ReportSettings {
  readonly capitalPaise: number;
  readonly slippageBps: number;
}

/** Runs the engine over the data, with charges and slippage, exactly as test mode would have. */
export function backtestStrategy(
  marketData: Pick<MarketDataService, 'calendar'>,
  strategy: CompiledStrategy,
  data: ReportData,
  settings: ReportSettings,
): BacktestResult {
  const bases = data.instruments.map((instrument) => baseFactsOf(instrument, true));
  return runBacktest({
    strategy,
    bases,
    series: data.series,
    sources: data.sources.map((bars) => ({ bars })),
    interval: data.interval,
    settings: { capitalPaise: settings.capitalPaise, quantityMultiplier: 1 },
    calendar: marketData.calendar,
    costs: 'angelone',
    slippageBps: settings.slippageBps,
  });
}

const TRADES_KEPT = 200;

/** A back-test as the wire carries it; figures are after charges. */
export function reportToWire(
  result: BacktestResult,
  strategy: CompiledStrategy,
  basis: { readonly data: string; readonly simulated: boolean },
): BacktestReportWire {
  const { report, equity } = result;
  const from = equity[0]?.date ?? '';
  const to = equity.at(-1)?.date ?? from;
  const falls = drawdowns(equity, report.startCapitalPaise);
  return {
    basis: {
      kind: 'back_test',
      ...basis,
      from_date: from,
      to_date: to,
      days: equity.length,
      afterCharges: true,
    },
    capitalPaise: report.startCapitalPaise,
    netPnlPaise: report.netPaise,
    grossPnlPaise: report.grossPaise,
    chargesPaise: report.chargesPaise,
    returnPercent: rounded(report.returnPct ?? 0),
    ...(report.cagrPct === undefined || daysBetween(from, to) < 365 ? {} : { cagrPercent: rounded(report.cagrPct) }),
    ...(report.sharpe === undefined ? {} : { sharpe: rounded(report.sharpe) }),
    ...(report.sortino === undefined ? {} : { sortino: rounded(report.sortino) }),
    maxDrawdownPercent: rounded(report.maxDrawdown?.pct ?? 0),
    ...(report.maxDrawdown
      ? {
          maxDrawdownFrom: report.maxDrawdown.peakDate,
          maxDrawdownTo: report.maxDrawdown.recoveredDate ?? report.maxDrawdown.troughDate,
        }
      : {}),
    ...(report.winRatePct === undefined ? {} : { winRatePercent: rounded(report.winRatePct) }),
    ...(report.profitFactor === undefined ? {} : { profitFactor: rounded(report.profitFactor) }),
    ...(report.expectancyPaise === undefined ? {} : { expectancyPaise: Math.round(report.expectancyPaise) }),
    ...(report.averageWinPaise === undefined ? {} : { averageWinPaise: Math.round(report.averageWinPaise) }),
    ...(report.averageLossPaise === undefined ? {} : { averageLossPaise: Math.round(report.averageLossPaise) }),
    trades: report.trades,
    longestLosingRun: report.longestLosingRun,
    equity: equity.map((point, i) => ({
      date: point.date,
      valuePaise: point.equityPaise,
      drawdownPercent: rounded(falls[i] ?? 0),
    })),
    monthly: report.months.map((month) => ({ month: month.month, returnPercent: rounded(month.returnPct ?? 0) })),
    tradeList: tradesToWire(result, strategy),
  };
}

/** The newest trades first; the rest is in the totals. */
function tradesToWire(result: BacktestResult, strategy: CompiledStrategy): BacktestReportWire['tradeList'] {
  const decisions = new Map(result.decisions.map((decision) => [decision.sequence, decision]));
  return result.trades
    .slice(-TRADES_KEPT)
    .toReversed()
    .map((trade) => {
      const entry = decisions.get(trade.entrySequence);
      return {
        symbol: trade.symbol,
        direction: trade.direction,
        quantity: trade.quantity,
        entryAt: toIndiaIso(trade.entryAt),
        entryPrice: paiseToRupees(trade.entryPaise),
        exitAt: toIndiaIso(trade.exitAt),
        exitPrice: paiseToRupees(trade.exitPaise),
        exitRule: trade.exitRule,
        chargesPaise: trade.chargesPaise,
        pnlPaise: trade.netPaise,
        reason: entry ? explainDecision(entry, strategy.definition) : '',
      };
    });
}
