import { indiaDateOf, indiaDayNumber } from '@trickdesk/domain';
import type { TradeResults } from '../run/run-record.ts';
import type { EquityPoint } from './report.ts';

export interface PeriodRow {
  readonly period: string;
  readonly profitPaise: number;
  readonly returnPct?: number | undefined;
  readonly trades: number;
}

const MONTH_LENGTH = 7;
const YEAR_LENGTH = 4;

/**
 * Change of equity in each month that has a point, from the last point of the month before (at first: the start
 * capital). A trade belongs to the month of its exit.
 *
 * @param equity oldest first
 */
export function monthsOf(
  equity: readonly EquityPoint[],
  trades: Pick<TradeResults, 'count' | 'exitAt'>,
  startPaise: number,
): PeriodRow[] {
  const counts = countsOf(trades);
  const rows: PeriodRow[] = [];
  let before = startPaise;
  for (let i = 0; i < equity.length; i += 1) {
    const { date = '', equityPaise = 0 } = equity[i] ?? {};
    const period = date.slice(0, MONTH_LENGTH);
    if (equity[i + 1]?.date.startsWith(period)) continue;
    rows.push(rowOf(period, { before, profitPaise: equityPaise - before, trades: counts.get(period) ?? 0 }));
    before = equityPaise;
  }
  return rows;
}

/** The same of years, from their months. */
export function yearsOf(months: readonly PeriodRow[], startPaise: number): PeriodRow[] {
  const rows: PeriodRow[] = [];
  let [before, profitPaise, trades] = [startPaise, 0, 0];
  for (const [i, month] of months.entries()) {
    const period = month.period.slice(0, YEAR_LENGTH);
    profitPaise += month.profitPaise;
    trades += month.trades;
    if (months[i + 1]?.period.startsWith(period)) continue;
    rows.push(rowOf(period, { before, profitPaise, trades }));
    before += profitPaise;
    [profitPaise, trades] = [0, 0];
  }
  return rows;
}

function rowOf(
  period: string,
  { before, profitPaise, trades }: { readonly before: number; readonly profitPaise: number; readonly trades: number },
): PeriodRow {
  return { period, profitPaise, returnPct: before > 0 ? (profitPaise / before) * 100 : undefined, trades };
}

/** By month. Trades of one day come together: its date is made once. */
function countsOf({ count, exitAt }: Pick<TradeResults, 'count' | 'exitAt'>): Map<string, number> {
  const counts = new Map<string, number>();
  let [day, ofDay] = [Number.NaN, 0];
  for (let i = 0; i <= count; i += 1) {
    const next = i < count ? indiaDayNumber(exitAt[i] ?? 0) : Number.NaN;
    if (next === day) {
      ofDay += 1;
      continue;
    }
    if (ofDay > 0) {
      const key = indiaDateOf(exitAt[i - 1] ?? 0).slice(0, MONTH_LENGTH);
      counts.set(key, (counts.get(key) ?? 0) + ofDay);
    }
    [day, ofDay] = [next, 1];
  }
  return counts;
}
