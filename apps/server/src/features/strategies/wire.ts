import { type BacktestReportWire, type TrickItem, zBacktestReport, zCategory, zRisk } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { StrategyRecord } from './store.ts';
import type { StrategyRecordTotals } from './user-results-store.ts';

/** Strategies in the words of the wire. Part of the border, like `calls.ts`. */

/** Of a curve in a list. */
export const SPARKLINE_POINTS = 40;

/** The market that is on now, as far as a figure must name it. */
export interface MarketNames {
  readonly dataset: string;
  readonly simulated: boolean;
  readonly describeDataset: (dataset: string) => string;
}

export interface UserRecords {
  readonly live: StrategyRecordTotals | undefined;
  readonly test: StrategyRecordTotals | undefined;
}

export function recordsOf(totals: readonly StrategyRecordTotals[], strategyId: number): UserRecords {
  const own = totals.filter((row) => row.strategy_id === strategyId);
  return { live: own.find((row) => row.mode === 'live'), test: own.find((row) => row.mode === 'paper') };
}

/** Figures appear only with the back-test that they come from, of the market that is on now. */
function figuresOf(record: StrategyRecord, market: MarketNames): Partial<TrickItem> {
  const { from_date: from, to_date: to } = record;
  const ready = record.report_status === 'ready' && record.report_dataset === market.dataset;
  if (!ready || from === null || to === null) return {};
  return {
    ...(record.return_30d_percent === null ? {} : { return30dPercent: record.return_30d_percent }),
    ...(record.return_total_percent === null ? {} : { returnTotalPercent: record.return_total_percent }),
    ...(record.max_drawdown_percent === null ? {} : { maxDrawdownPercent: record.max_drawdown_percent }),
    ...(record.win_rate_percent === null ? {} : { winRatePercent: record.win_rate_percent }),
    ...(record.sparkline === null ? {} : { sparkline: record.sparkline }),
    basis: {
      kind: 'back_test',
      data: market.describeDataset(market.dataset),
      simulated: market.simulated,
      from_date: from,
      to_date: to,
      days: record.days ?? 0,
      afterCharges: true,
    },
  };
}

export function strategyToWire(record: StrategyRecord, records: UserRecords, market: MarketNames): TrickItem {
  const figures = figuresOf(record, market);
  return {
    TricksId: record.id,
    name: record.name,
    summary: record.summary,
    author: record.author,
    category: zCategory.parse(record.category),
    segment: record.segment === 'positional' ? 'positional' : 'intraday',
    risk: zRisk.parse(record.risk),
    minCapitalPaise: toSafePaise(record.min_capital_paise),
    ...figures,
    trades: figures.basis ? (record.trades ?? 0) : 0,
    liveUsers: records.live?.users_now ?? 0,
    ...(record.plan_required === null ? {} : { planRequired: record.plan_required }),
    cloned: record.cloned,
  };
}

export function totalsToWire(totals: StrategyRecordTotals | undefined) {
  return {
    users: totals?.users ?? 0,
    trades: totals?.trades ?? 0,
    netPnlPaise: totals ? toSafePaise(totals.net) : 0,
  };
}

/** `undefined` for a report of an earlier release whose shape was another: it is worked out again in time. */
export function storedReport(stored: unknown): BacktestReportWire | undefined {
  const parsed = zBacktestReport.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}
