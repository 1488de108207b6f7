import type { IndiaDate } from '@trickdesk/domain';
import type { TradeResults } from '../run/run-record.ts';
import type { ClosedTrade } from '../run/types.ts';

/** Value of the account at the close of one day, whole paise, open positions at the day's last price. */
export interface EquityPoint {
  readonly date: IndiaDate;
  readonly equityPaise: number;
}

export interface SummaryInput {
  readonly trades: readonly ClosedTrade[] | TradeResults;
  /** One point for each session, oldest first. */
  readonly equity: readonly EquityPoint[];
  readonly startCapitalPaise: number;
  /** The day that the start capital stands for; the last weekday before the first point when absent. */
  readonly startDate?: IndiaDate;
  /** Charges of all executed orders; those of the closed trades when absent. */
  readonly chargesPaise?: number;
  /** The same by kind (`sttPaise`, `brokeragePaise`, …), where the run kept them apart. */
  readonly chargesByKind?: Readonly<Record<string, number>>;
  /** Bars with an open position and bars in all, for exposure. */
  readonly barsInPosition?: number;
  readonly bars?: number;
  /** A year's riskless return in percent; 0 when absent. */
  readonly riskFreePct?: number;
}

/** `lengthDays`: calendar days from the peak to the recovery, or to the end of the data. */
export interface Drawdown {
  readonly pct: number;
  readonly amountPaise: number;
  readonly peakDate: IndiaDate;
  readonly troughDate: IndiaDate;
  readonly recoveredDate?: IndiaDate | undefined;
  readonly lengthDays: number;
}

export interface MonthRow {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Change of equity in the month. */
  readonly profitPaise: number;
  /** Against the equity at the month's start; `undefined` where that was not positive. */
  readonly returnPct?: number | undefined;
  readonly trades: number;
}

/**
 * The figures of a back-test or of a live record. Money in whole paise, shares in percent. A figure that has no
 * meaning for the data (a Sharpe ratio of one day, a profit factor without a loss) is `undefined`, never NaN or infinite.
 */
export interface BacktestReport {
  readonly startCapitalPaise: number;
  readonly endEquityPaise: number;
  readonly netPaise: number;
  readonly grossPaise: number;
  readonly chargesPaise: number;
  readonly chargesByKind?: Readonly<Record<string, number>> | undefined;
  readonly returnPct?: number | undefined;
  readonly cagrPct?: number | undefined;
  readonly volatilityPct?: number | undefined;
  readonly sharpe?: number | undefined;
  readonly sortino?: number | undefined;
  readonly calmar?: number | undefined;
  readonly maxDrawdown?: Drawdown | undefined;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly winRatePct?: number | undefined;
  readonly profitFactor?: number | undefined;
  readonly expectancyPaise?: number | undefined;
  readonly averageWinPaise?: number | undefined;
  readonly averageLossPaise?: number | undefined;
  readonly largestWinPaise?: number | undefined;
  readonly largestLossPaise?: number | undefined;
  readonly longestLosingRun: number;
  readonly exposurePct?: number | undefined;
  readonly turnoverPaise: number;
  readonly months: readonly MonthRow[];
  readonly years: readonly {
    readonly year: string;
    readonly profitPaise: number;
    readonly returnPct?: number | undefined;
    readonly trades: number;
  }[];
}
