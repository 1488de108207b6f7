import type { BacktestRun } from '@trickdesk/contract';
import { daysBetween } from '@trickdesk/domain';
import type { BacktestResult } from '@trickdesk/engine';
import { drawdowns, rounded } from '../strategies/index.ts';

export interface Basis {
  readonly data: string;
  readonly simulated: boolean;
  readonly bars: number;
  readonly afterCharges: boolean;
}

/** A yearly rate of a few weeks would be a boast. */
export const FEWEST_DAYS_OF_A_RATE = 365;

export function reportToWire({ report, equity }: BacktestResult, basis: Basis): BacktestRun {
  const from = equity[0]?.date ?? '';
  const to = equity.at(-1)?.date ?? from;
  const falls = drawdowns(equity, report.startCapitalPaise);
  const hasRate = daysBetween(from, to) >= FEWEST_DAYS_OF_A_RATE;
  const fall = report.maxDrawdown;
  return {
    basis: { ...basis, from_date: from, to_date: to, days: equity.length },
    capitalPaise: report.startCapitalPaise,
    netPnlPaise: report.netPaise,
    grossPnlPaise: report.grossPaise,
    chargesPaise: report.chargesPaise,
    charges: Object.entries(report.chargesByKind ?? {}).map(([kind, paise]) => ({
      kind: kind.replace(/Paise$/, ''),
      paise,
    })),
    returnPercent: rounded(report.returnPct ?? 0),
    ...(hasRate ? given({ cagrPercent: report.cagrPct, calmar: report.calmar }) : {}),
    ...given({
      volatilityPercent: report.volatilityPct,
      sharpe: report.sharpe,
      sortino: report.sortino,
      winRatePercent: report.winRatePct,
      profitFactor: report.profitFactor,
      exposurePercent: report.exposurePct,
    }),
    ...given(
      {
        expectancyPaise: report.expectancyPaise,
        averageWinPaise: report.averageWinPaise,
        averageLossPaise: report.averageLossPaise,
      },
      0,
    ),
    ...(fall
      ? {
          drawdown: {
            percent: rounded(fall.pct),
            amountPaise: fall.amountPaise,
            from_date: fall.peakDate,
            deepest_date: fall.troughDate,
            ...(fall.recoveredDate === undefined ? {} : { to_date: fall.recoveredDate }),
            days: fall.lengthDays,
          },
        }
      : {}),
    turnoverPaise: report.turnoverPaise,
    trades: report.trades,
    longestLosingRun: report.longestLosingRun,
    equity: equity.map((point, i) => ({
      date: point.date,
      valuePaise: point.equityPaise,
      drawdownPercent: rounded(falls[i] ?? 0),
    })),
    monthly: report.months.map(({ month, ...row }) => ({ month, ...period(row) })),
    yearly: report.years.map(({ year, ...row }) => ({ year, ...period(row) })),
  };
}

function period(row: {
  readonly profitPaise: number;
  readonly returnPct?: number | undefined;
  readonly trades: number;
}) {
  return {
    profitPaise: row.profitPaise,
    ...(row.returnPct === undefined ? {} : { returnPercent: rounded(row.returnPct) }),
    trades: row.trades,
  };
}

/** Those that have a meaning, rounded. */
export function given<Key extends string>(
  figures: Readonly<Record<Key, number | undefined>>,
  decimals = 2,
): Partial<Record<Key, number>> {
  const known: Partial<Record<Key, number>> = {};
  for (const key of Object.keys(figures) as Key[]) {
    const value = figures[key];
    if (value !== undefined) known[key] = rounded(value, decimals);
  }
  return known;
}
