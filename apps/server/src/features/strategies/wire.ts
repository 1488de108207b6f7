import {
  type BacktestReportWire,
  type TrickItem,
  type TrickRecord,
  zBacktestReport,
  zCategory,
  zRisk,
} from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { StrategyRecord } from './store.ts';
import type { Track } from './track-rules.ts';

/** Strategies in the words of the wire. Part of the border, like `calls.ts`. */

/** Of a curve in a list. */
export const SPARKLINE_POINTS = 40;

/** The market that is on now, as far as a figure must name it. */
export interface MarketNames {
  readonly dataset: string;
  readonly simulated: boolean;
  readonly describeDataset: (dataset: string) => string;
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

export function strategyToWire(record: StrategyRecord, liveUsers: number, market: MarketNames): TrickItem {
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
    liveUsers,
    ...(record.plan_required === null ? {} : { planRequired: record.plan_required }),
    cloned: record.cloned,
  };
}

/** What copies of a trick made in one mode, everybody's who ever had one. */
export function recordToWire(track: Track | undefined): TrickRecord {
  if (!track) return { users: 0, trades: 0, netPnlPaise: 0 };
  return { ...trackFigures(track), returnPercent: track.returnPercent };
}

/** The figures that tell luck from skill, and what the return is made of. */
export function trackFigures(track: Track) {
  return {
    users: track.followers,
    trades: track.trades,
    since: track.since,
    netPnlPaise: toSafePaise(track.net),
    openPnlPaise: toSafePaise(track.open),
    chargesPaise: toSafePaise(track.charges),
    capitalPaise: toSafePaise(track.capital),
    usersGained: track.gained,
    userMedianPercent: track.medianPercent,
    worstMonth: track.worstMonth,
    likelyFromPercent: track.likelyFromPercent,
    likelyToPercent: track.likelyToPercent,
  };
}

/** `undefined` for a report of an earlier release whose shape was another: it is worked out again in time. */
export function storedReport(stored: unknown): BacktestReportWire | undefined {
  const parsed = zBacktestReport.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}
