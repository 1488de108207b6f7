import { indiaDateOf, indiaDayNumber } from '@trickdesk/domain';
import type { TradeResults } from '../run/run-record.ts';
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
  trades: Pick<TradeResults, 'count' | 'exitAt'>,
  startPaise: number,
  keyLength: 4 | 7,
): PeriodRow[] {
  const ends = new Map<string, number>();
  for (const point of equity) ends.set(point.date.slice(0, keyLength), point.equityPaise);
  const counts = countsOf(trades, keyLength);
  let before = startPaise;
  return [...ends].map(([period, end]) => {
    const profitPaise = end - before;
    const returnPct = before > 0 ? (profitPaise / before) * 100 : undefined;
    before = end;
    return { period, profitPaise, returnPct, trades: counts.get(period) ?? 0 };
  });
}

/** Trades of one day come together: its date is made once. */
function countsOf({ count, exitAt }: Pick<TradeResults, 'count' | 'exitAt'>, keyLength: 4 | 7): Map<string, number> {
  const counts = new Map<string, number>();
  let [day, ofDay] = [Number.NaN, 0];
  for (let i = 0; i <= count; i += 1) {
    const next = i < count ? indiaDayNumber(exitAt[i] ?? 0) : Number.NaN;
    if (next === day) {
      ofDay += 1;
      continue;
    }
    if (ofDay > 0) {
      const key = indiaDateOf(exitAt[i - 1] ?? 0).slice(0, keyLength);
      counts.set(key, (counts.get(key) ?? 0) + ofDay);
    }
    [day, ofDay] = [next, 1];
  }
  return counts;
}
