import { indiaDateOf } from '@trickdesk/domain';
import type { ClosedTrade } from '../run/types.ts';
import type { EquityPoint } from './report.ts';

export interface PeriodRow {
  readonly period: string;
  readonly profitPaise: number;
  readonly returnPct?: number | undefined;
  readonly trades: number;
}

/**
 * Change of equity in each period that has a point, from the last point of the period before (at first: the start
 * capital). A trade belongs to the period of its exit.
 *
 * @param keyLength 7 for months (`YYYY-MM`), 4 for years
 */
export function periods(
  equity: readonly EquityPoint[],
  trades: readonly ClosedTrade[],
  startPaise: number,
  keyLength: 4 | 7,
): PeriodRow[] {
  const ends = new Map<string, number>();
  for (const point of equity) ends.set(point.date.slice(0, keyLength), point.equityPaise);
  const counts = new Map<string, number>();
  for (const trade of trades) {
    const key = indiaDateOf(trade.exitAt).slice(0, keyLength);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let before = startPaise;
  return [...ends].map(([period, end]) => {
    const profitPaise = end - before;
    const returnPct = before > 0 ? (profitPaise / before) * 100 : undefined;
    before = end;
    return { period, profitPaise, returnPct, trades: counts.get(period) ?? 0 };
  });
}
