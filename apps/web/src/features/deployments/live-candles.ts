import { INTERVAL_MINUTES, type Interval, indiaDateOf, indiaMinuteOf, indiaMoment } from '@trickdesk/domain';
import type { Candle } from '../../ui/charts/series.ts';

/** The minute of the day at which a regular session opens, 09:15: longer bars are counted from there. */
const SESSION_OPEN = 9 * 60 + 15;
/** 15:30: a bar that it cuts short is whole all the same. */
const SESSION_CLOSE = 15 * 60 + 30;
const MINUTES_KEPT = 800;

/** What the stream has told of one instrument: minutes that closed, and those still being made from quotes. */
export interface LiveMinutes {
  readonly closed: readonly Candle[];
  readonly forming: readonly Candle[];
}

export const NO_MINUTES: LiveMinutes = { closed: [], forming: [] };

/** The opening of the bar in which a moment falls, in epoch seconds. A daily bar opens with the session. */
export function bucketOf(epochSeconds: number, interval: Interval): number {
  const at = epochSeconds * 1000;
  const minute = indiaMinuteOf(at);
  const day = indiaDateOf(at);
  if (interval === '1d') return indiaMoment(day, SESSION_OPEN) / 1000;
  const length = INTERVAL_MINUTES[interval];
  const anchor = minute >= SESSION_OPEN ? SESSION_OPEN : 0;
  return indiaMoment(day, anchor + Math.floor((minute - anchor) / length) * length) / 1000;
}

/**
 * Puts a quote into the minute that it belongs to. A quote for a minute that has closed already is old news.
 *
 * @param last rupees
 */
export function withQuote(live: LiveMinutes, atMs: number, last: number): LiveMinutes {
  const open = Math.floor(atMs / 60_000) * 60;
  const newest = Math.max(live.closed.at(-1)?.[0] ?? 0, live.forming.at(-1)?.[0] ?? 0);
  if (open < newest || live.closed.at(-1)?.[0] === open) return live;
  const current = live.forming.at(-1);
  if (current?.[0] !== open) return { ...live, forming: [...live.forming, [open, last, last, last, last, undefined]] };
  const [, first, high, low] = current;
  // The volume of a minute is known when it has closed.
  const next: Candle = [open, first, Math.max(high, last), Math.min(low, last), last, undefined];
  return { ...live, forming: [...live.forming.slice(0, -1), next] };
}

/** A minute closed: it replaces what quotes had made of it, and of any minute before. */
export function withClosedMinute(live: LiveMinutes, candle: Candle): LiveMinutes {
  const closed = [...live.closed.filter(([open]) => open !== candle[0]), candle]
    .toSorted((a, b) => a[0] - b[0])
    .slice(-MINUTES_KEPT);
  return { closed, forming: live.forming.filter(([open]) => open > candle[0]) };
}

/** One bar from minutes in order. */
function merged(before: Candle, minute: Candle): Candle {
  return [
    before[0],
    before[1],
    Math.max(before[2], minute[2]),
    Math.min(before[3], minute[3]),
    minute[4],
    before[5] === undefined || minute[5] === undefined ? undefined : before[5] + minute[5],
  ];
}

/**
 * The chart's series: stored bars, and after the last of them bars made from minutes. The last one may be in progress;
 * it has no volume then, since that of its minutes so far would be read as the bar's.
 *
 * @param stored closed bars of `interval`, oldest first
 * @param minutes stored one-minute bars of today, which a bar in progress began with before this page was opened
 */
export function seriesOf(parts: {
  readonly stored: readonly Candle[];
  readonly minutes: readonly Candle[];
  readonly live: LiveMinutes;
  readonly interval: Interval;
}): readonly Candle[] {
  const { stored, minutes, live, interval } = parts;
  const lastStored = stored.at(-1)?.[0] ?? 0;
  const byOpen = new Map<number, Candle>();
  for (const minute of [...minutes, ...live.forming, ...live.closed]) byOpen.set(minute[0], minute);
  const inOrder = [...byOpen.values()].toSorted((a, b) => a[0] - b[0]);
  const made: Candle[] = [];
  for (const minute of inOrder) {
    const open = bucketOf(minute[0], interval);
    if (open <= lastStored) continue;
    const current = made.at(-1);
    if (current?.[0] === open) made[made.length - 1] = merged(current, minute);
    else made.push([open, minute[1], minute[2], minute[3], minute[4], minute[5]]);
  }
  const last = made.pop();
  if (!last) return stored;
  const [open, first, high, low, close] = last;
  const isWhole = endsItsBar(inOrder.at(-1)?.[0] ?? open, interval);
  return [...stored, ...made, isWhole ? last : [open, first, high, low, close, undefined]];
}

/** Whether a minute is the last of the bar that it falls in. */
const endsItsBar = (openAt: number, interval: Interval): boolean =>
  indiaMinuteOf(openAt * 1000) + 1 === SESSION_CLOSE || bucketOf(openAt + 60, interval) !== bucketOf(openAt, interval);

/** When the bar under way closes, in epoch milliseconds; daily bars close with the session. */
export function nextCloseMs(nowMs: number, interval: Interval): number | undefined {
  if (interval === '1d') return undefined;
  return (bucketOf(nowMs / 1000, interval) + INTERVAL_MINUTES[interval] * 60) * 1000;
}

/** How many calendar days of stored bars a chart of an interval asks for, so that it stays under two thousand or so. */
export const DAYS_SHOWN: Readonly<Record<Interval, number | undefined>> = {
  '1m': 7,
  '3m': 14,
  '5m': 21,
  '10m': 35,
  '15m': 45,
  '30m': 90,
  '1h': 150,
  '1d': undefined,
};
