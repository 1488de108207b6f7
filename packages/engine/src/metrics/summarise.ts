import { daysBetween, weekdayBefore } from '@trickdesk/domain';
import { monthsOf, yearsOf } from './periods.ts';
import type { BacktestReport, EquityPoint, SummaryInput } from './report.ts';
import { annualised, cagrPct, dailyReturns, finite, maxDrawdown, sharpe, sortino, volatilityPct } from './returns.ts';
import { resultsOf, tradeFigures } from './trades.ts';

/**
 * All figures of a back-test. Net figures are the change of equity, so an open position at the end counts at its last
 * price; trade figures are of closed trades, after charges.
 *
 * Calmar is the return annualised by sessions over the depth of the deepest drawdown. The series of returns starts at
 * the start capital. Formulas stand at the functions of `returns.ts` and `trades.ts`.
 */
export function summarise(input: SummaryInput): BacktestReport {
  const { startCapitalPaise: start, equity } = input;
  const trades = 'count' in input.trades ? input.trades : resultsOf(input.trades);
  const series = withStart(input);
  const values = series.map((point) => point.equityPaise);
  const end = values.at(-1) ?? start;
  const chargesPaise = input.chargesPaise ?? sumOf(trades.chargesPaise);
  const returns = dailyReturns(values);
  const drawdown = maxDrawdown(series);
  const yearly = annualised(start, end, returns.length);
  const first = series[0];
  const last = series.at(-1);
  const riskFree = input.riskFreePct ?? 0;
  const months = monthsOf(equity, trades, start);
  return {
    startCapitalPaise: start,
    endEquityPaise: end,
    netPaise: end - start,
    grossPaise: end - start + chargesPaise,
    chargesPaise,
    chargesByKind: input.chargesByKind,
    returnPct: start > 0 ? finite((end / start - 1) * 100) : undefined,
    cagrPct: first && last ? cagrPct(start, end, daysBetween(first.date, last.date)) : undefined,
    volatilityPct: volatilityPct(returns),
    sharpe: sharpe(returns, riskFree),
    sortino: sortino(returns, riskFree),
    calmar: drawdown && yearly !== undefined ? finite(yearly / (drawdown.pct / 100)) : undefined,
    maxDrawdown: drawdown,
    exposurePct: input.bars ? ((input.barsInPosition ?? 0) / input.bars) * 100 : undefined,
    ...tradeFigures(trades),
    months: months.map(({ period, ...row }) => ({ month: period, ...row })),
    years: yearsOf(months, start).map(({ period, ...row }) => ({ year: period, ...row })),
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
}

/** The start capital as a point before the first day, so that the first day's result is a return like the others. */
function withStart(input: SummaryInput): readonly EquityPoint[] {
  const first = input.equity[0];
  if (!first) return [];
  const date = input.startDate ?? weekdayBefore(first.date);
  return [{ date, equityPaise: input.startCapitalPaise }, ...input.equity];
}
