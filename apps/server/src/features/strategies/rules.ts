import { addDays, daysBetween, type EpochMs, type IndiaDate } from '@trickdesk/domain';
import type { BaseFacts } from '@trickdesk/engine';

/** How many sessions must have been added before a stored report is worked out again. */
export const SESSIONS_BEFORE_RENEWAL = 5;
/** Fewer days than this say nothing; the report waits for more data. */
export const FEWEST_DAYS = { intraday: 5, positional: 120 } as const;

/** What the engine must know of an instrument: the same for a report and for a run, so that both cost the same. */
export function baseFactsOf(
  instrument: { readonly symbol: string; readonly tickPaise: number; readonly lotSize: number; readonly kind: string },
  enabled: boolean,
): BaseFacts {
  return {
    exchange: 'NSE',
    symbol: instrument.symbol,
    tickPaise: instrument.tickPaise,
    lotSize: instrument.lotSize,
    enabled,
    kind: instrument.kind === 'etf' ? 'etf' : 'equity',
  };
}

export interface EquityPoint {
  readonly date: string;
  readonly equityPaise: number;
}

/** Return of the last 30 calendar days of a series in percent; of all of it where it is shorter. */
export function returnOfLast30Days(equity: readonly EquityPoint[], startCapitalPaise: number): number | undefined {
  const last = equity.at(-1);
  if (!last) return undefined;
  const from = addDays(last.date, -30);
  const before = equity.findLast((point) => point.date <= from);
  const base = before?.equityPaise ?? startCapitalPaise;
  return base > 0 ? ((last.equityPaise - base) / base) * 100 : undefined;
}

/** Drawdown of each day in percent of the highest value so far, 0 or negative. */
export function drawdowns(equity: readonly EquityPoint[], startCapitalPaise: number): number[] {
  let peak = startCapitalPaise;
  return equity.map(({ equityPaise }) => {
    peak = Math.max(peak, equityPaise);
    // As the report's deepest is worked out, to the last digit: what is rounded is then the same as well.
    return peak > 0 ? (equityPaise / peak - 1) * 100 : 0;
  });
}

/** At most `points` values of a series, evenly spread, the first and the last among them. */
export function thinned(values: readonly number[], points: number): number[] {
  if (values.length <= points) return [...values];
  return Array.from({ length: points }, (_, i) => values[Math.round((i * (values.length - 1)) / (points - 1))] ?? 0);
}

/** Halves away from 0, so that a loss and the fall that it is are the same figure. */
export function rounded(value: number, decimals = 2): number {
  const factor = 10 ** decimals;
  const size = Math.round(Math.abs(value) * factor) / factor;
  // Nothing has no sign.
  return value < 0 && size !== 0 ? -size : size;
}

export type ReportNeed = 'none' | 'first' | 'renewal';

/** A report that failed is tried again after this: the release or the data may have changed. */
const TRY_FAILED_AFTER_MS = 60 * 60_000;

export interface StoredReport {
  readonly dataset: string;
  readonly status: string;
  readonly toDate: string | null;
  readonly storedAt: EpochMs;
}

/**
 * Whether a look at the data is worth while: it costs much, and a report that is up to date needs none.
 *
 * @param dataUntil the last day of the shortest series
 */
export function mayNeedReport(
  stored: StoredReport | undefined,
  { dataset, dataUntil, now }: { readonly dataset: string; readonly dataUntil: IndiaDate; readonly now: EpochMs },
): boolean {
  if (!stored || stored.dataset !== dataset) return true;
  if (stored.status === 'failed') return now - stored.storedAt >= TRY_FAILED_AFTER_MS;
  if (stored.status !== 'ready' || stored.toDate === null) return true;
  return dataUntil > stored.toDate && daysBetween(stored.toDate, dataUntil) >= SESSIONS_BEFORE_RENEWAL;
}

/** Whether a version's report must be worked out: there is none for this data yet, or the data has grown. */
export function reportNeed(
  stored: Pick<StoredReport, 'dataset' | 'status'> | undefined,
  data: { readonly dataset: string; readonly days: number; readonly newDays: number; readonly fewestDays: number },
): ReportNeed {
  if (data.days < data.fewestDays) return 'none';
  if (!stored || stored.dataset !== data.dataset || stored.status !== 'ready') return 'first';
  return data.newDays >= SESSIONS_BEFORE_RENEWAL ? 'renewal' : 'none';
}
