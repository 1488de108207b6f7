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

const zDecimal = z.union([z.string(), z.number()]).transform((value, context) => {
  const text = decimalText(value);
  if (text !== undefined) return Number(text);
  context.addIssue({ code: 'custom', message: 'not a number' });
  return z.NEVER;
});
const zMoment = z.string().transform((text, context) => {
  // A stamp without a zone would be read in the machine's own.
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  context.addIssue({ code: 'custom', message: 'not a moment' });
  return z.NEVER;
});

/** An empty stretch comes as `[]` or as `null`. */
export const zCandles = z
  .array(z.tuple([zMoment, zDecimal, zDecimal, zDecimal, zDecimal, zDecimal]))
  .nullable()
  .transform((rows) => rows ?? []);

type CandleRow = z.infer<typeof zCandles>[number];

/** Rows of several windows → bars within `[from, to)`, oldest first; of two rows for one moment the later counts. */
export function barsOf(
  rows: readonly CandleRow[],
  range: { readonly from: EpochMs; readonly to: EpochMs; readonly interval: Interval },
  openingOf: OpeningOf,
): Bar[] {
  const byMoment = new Map<EpochMs, Bar>();
  for (const [stamp, open, high, low, close, volume] of rows) {
    const openAt = range.interval === '1d' ? openingOf(indiaDateOf(stamp)) : stamp;
    if (openAt < range.from || openAt >= range.to) continue;
    byMoment.set(openAt, {
      openAt,
      open: rupeesToPaise(open),
      high: rupeesToPaise(high),
      low: rupeesToPaise(low),
      close: rupeesToPaise(close),
      volume,
    });
  }
  return [...byMoment.values()].sort((a, b) => a.openAt - b.openAt);
}
