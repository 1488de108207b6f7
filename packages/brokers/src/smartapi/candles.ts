import {
  addDays,
  type Bar,
  type EpochMs,
  formatTimeOfDay,
  type IndiaDate,
  type Interval,
  indiaDateOf,
  indiaMinuteOf,
  indiaMoment,
  MINUTE_MS,
  rupeesToPaise,
} from '@trickdesk/domain';
import { z } from 'zod';
import { decimalText } from './reading.ts';

interface IntervalRule {
  readonly wireName: string;
  /** Most days in one call. */
  readonly maxDays: number;
}

export const INTERVAL_RULES: Readonly<Record<Interval, IntervalRule>> = {
  '1m': { wireName: 'ONE_MINUTE', maxDays: 30 },
  '3m': { wireName: 'THREE_MINUTE', maxDays: 60 },
  '5m': { wireName: 'FIVE_MINUTE', maxDays: 100 },
  '10m': { wireName: 'TEN_MINUTE', maxDays: 100 },
  '15m': { wireName: 'FIFTEEN_MINUTE', maxDays: 200 },
  '30m': { wireName: 'THIRTY_MINUTE', maxDays: 200 },
  '1h': { wireName: 'ONE_HOUR', maxDays: 400 },
  '1d': { wireName: 'ONE_DAY', maxDays: 2000 },
};

/** When the session of a day opens; the broker stamps daily bars with midnight instead. */
export type OpeningOf = (date: IndiaDate) => EpochMs;

export const usualOpening: OpeningOf = (date) => indiaMoment(date, 9 * 60 + 15);

export interface CandleWindow {
  /** `yyyy-MM-dd HH:mm`, Indian time, both ends included; seconds would be refused. */
  readonly fromdate: string;
  readonly todate: string;
}

/**
 * The calls that cover `[from, to)`, none longer than the interval allows, without overlap.
 * Daily bars are stamped 00:00, so their first window begins at midnight.
 */
export function candleWindows(from: EpochMs, to: EpochMs, interval: Interval): CandleWindow[] {
  const windows: CandleWindow[] = [];
  // The first minute that begins at or after `from`, the last that begins before `to`.
  const start = interval === '1d' ? indiaMoment(indiaDateOf(from)) : Math.ceil(from / MINUTE_MS) * MINUTE_MS;
  const last = Math.ceil(to / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  if (to <= from) return windows;
  for (let at = start; at <= last; ) {
    const next = indiaMoment(addDays(indiaDateOf(at), INTERVAL_RULES[interval].maxDays));
    windows.push({ fromdate: wireMinute(at), todate: wireMinute(Math.min(next - MINUTE_MS, last)) });
    at = next;
  }
  return windows;
}

function wireMinute(at: EpochMs): string {
  return `${indiaDateOf(at)} ${formatTimeOfDay(indiaMinuteOf(at))}`;
}

/**
 * Rows as they are stamped, prices in whole paise. An empty stretch comes as `[]` or as `null`. Read by hand: there are
 * tens of thousands in an answer, and a schema for each of their fields made the first start's history cost four times as
 * much.
 */
export const zCandles = z
  .custom<readonly unknown[] | null>((value) => value === null || Array.isArray(value))
  .transform((rows, context): readonly Bar[] => {
    const bars: Bar[] = [];
    for (const row of rows ?? []) {
      const bar = readRow(row);
      if (!bar) {
        context.addIssue({ code: 'custom', message: 'not a candle', path: [bars.length] });
        return z.NEVER;
      }
      bars.push(bar);
    }
    return bars;
  });

const ROW_LENGTH = 6;

function readRow(row: unknown): Bar | undefined {
  if (!Array.isArray(row) || row.length !== ROW_LENGTH) return undefined;
  const openAt = momentOf(row[0]);
  const open = paiseIn(row[1]);
  const high = paiseIn(row[2]);
  const low = paiseIn(row[3]);
  const close = paiseIn(row[4]);
  const volume = numberOf(row[5]);
  if (openAt === undefined || open === undefined || high === undefined || low === undefined) return undefined;
  return close === undefined || volume === undefined ? undefined : { openAt, open, high, low, close, volume };
}

function paiseIn(value: unknown): number | undefined {
  const rupees = numberOf(value);
  return rupees === undefined ? undefined : rupeesToPaise(rupees);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = typeof value === 'string' ? decimalText(value) : undefined;
  return text === undefined ? undefined : Number(text);
}

/** A stamp without a zone would be read in the machine's own. */
function momentOf(value: unknown): EpochMs | undefined {
  if (typeof value !== 'string' || !/(Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** Rows of several windows → bars within `[from, to)`, oldest first; of two rows for one moment the later counts. */
export function barsOf(
  rows: readonly Bar[],
  range: { readonly from: EpochMs; readonly to: EpochMs; readonly interval: Interval },
  openingOf: OpeningOf,
): readonly Bar[] {
  const opened =
    range.interval === '1d' ? rows.map((row) => ({ ...row, openAt: openingOf(indiaDateOf(row.openAt)) })) : rows;
  const wanted = opened.filter(({ openAt }) => openAt >= range.from && openAt < range.to);
  // As they come nearly always.
  if (wanted.every(({ openAt }, i) => i === 0 || (wanted[i - 1]?.openAt ?? 0) < openAt)) return wanted;
  const byMoment = new Map(wanted.map((bar) => [bar.openAt, bar]));
  return [...byMoment.values()].sort((a, b) => a.openAt - b.openAt);
}
