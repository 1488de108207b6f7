import type { IndiaDate } from '@trickdesk/domain';
import type { EquityPoint } from './report.ts';

export interface DrawdownPoint {
  readonly date: IndiaDate;
  /** Below the highest value up to the day, percent of it, 0 to 100 and above after ruin; `undefined` where that was not positive. */
  readonly depthPct?: number | undefined;
  /** The same in whole paise, never negative. */
  readonly amountPaise: number;
}

/**
 * How far the account stood below its highest value up to each day. The start capital is the first peak. The deepest
 * `depthPct` is that of the report's `maxDrawdown`.
 *
 * @param equity one point for each session, oldest first
 */
export function drawdownSeries(equity: readonly EquityPoint[], startCapitalPaise: number): DrawdownPoint[] {
  let peak = startCapitalPaise;
  return equity.map(({ date, equityPaise }) => {
    peak = Math.max(peak, equityPaise);
    const amountPaise = peak - equityPaise;
    return { date, amountPaise, depthPct: peak > 0 ? (amountPaise / peak) * 100 : undefined };
  });
}
