import { weekdayBefore } from '@trickdesk/domain';
import type { OutputOfCall } from '../../lib/wire.ts';
import type { EquityPoint } from '../../ui/charts/series.ts';

/** The capital before the first day, then what was made of it at the end of each: what the chart shows. Whole paise. */
export function profitPoints({ profit, totals }: OutputOfCall<'mytrickprofit'>): EquityPoint[] {
  const [first] = profit;
  if (!first) return [];
  let valuePaise = totals.capitalPaise;
  const points = profit.map((day) => {
    valuePaise += day.realisedPaise + day.unrealisedPaise;
    return { date: day.date, valuePaise };
  });
  return [{ date: weekdayBefore(first.date), valuePaise: totals.capitalPaise }, ...points];
}
