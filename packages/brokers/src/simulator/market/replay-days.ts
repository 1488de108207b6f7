import { type Bar, type EpochMs, type IndiaDate, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { DayBars, SimInstrument, SourceSession, SourceTick } from './market-source.ts';
import type { CandleRow, TickRow } from './replay-files.ts';
import { AFTER_CLOSE_MS } from './synthetic.ts';

const OPENING_MINUTE = 9 * 60 + 15;
const CLOSING_MINUTE = 15 * 60 + 30;
/** Until the end of 2009 the exchange opened at 09:55. */
const OLD_OPENING_MINUTE = 9 * 60 + 55;
const NEW_HOURS_FROM: IndiaDate = '2010-01-04';
const SESSION_MINUTES = 375;

/** Everything that is known of one instrument, by day. */
export interface ReplayTrack {
  readonly instrument: SimInstrument;
  readonly days: Map<IndiaDate, ReplayDay>;
}

export interface ReplayDay extends DayBars {
  /** The recorded ticks of the day, where the replay is one of ticks. */
  readonly ticks?: readonly TickRow[];
}

/** Splits the rows of a candle file into days; the bars' length is the shortest step between two of them. */
export function candleDays(rows: readonly CandleRow[], daily: boolean): Map<IndiaDate, ReplayDay> {
  const barMinutes = daily ? SESSION_MINUTES : shortestStep(rows);
  const days = new Map<IndiaDate, ReplayDay>();
  for (const [date, group] of byDate(rows)) days.set(date, { barMinutes, bars: group.map(barOf) });
  return days;
}

/** Splits recorded ticks into days, with the minute bars that they make. */
export function tickDays(rows: readonly TickRow[]): Map<IndiaDate, ReplayDay> {
  const days = new Map<IndiaDate, ReplayDay>();
  for (const [date, ticks] of byDate(rows)) days.set(date, { barMinutes: 1, bars: barsOfTicks(ticks, date), ticks });
  return days;
}

/**
 * Minute bars of recorded ticks: exact duplicates dropped, ordered by time and running volume, the session's hours
 * only; a bar's volume is what the running total gained since the bar before.
 */
export function barsOfTicks(ticks: readonly TickRow[], date: IndiaDate): Bar[] {
  const { openAt, closeAt } = hoursOf(date, []);
  const seen = new Set<string>();
  const clean = ticks
    .filter((tick) => {
      const key = `${tick.at}|${tick.pricePaise}|${tick.cumVolume}`;
      return seen.has(key) ? false : seen.add(key) && tick.at >= openAt && tick.at < closeAt;
    })
    .sort((a, b) => a.at - b.at || a.cumVolume - b.cumVolume);
  const bars: Bar[] = [];
  let volumeBefore = 0;
  let cumVolume = 0;
  for (const tick of clean) {
    const at = Math.floor((tick.at - openAt) / MINUTE_MS) * MINUTE_MS + openAt;
    const price = tick.pricePaise;
    const bar = bars.at(-1);
    if (!bar || bar.openAt !== at) {
      volumeBefore = cumVolume;
      bars.push({
        openAt: at,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: tick.cumVolume - volumeBefore,
      });
    } else {
      const [high, low] = [Math.max(bar.high, price), Math.min(bar.low, price)];
      bars[bars.length - 1] = { ...bar, high, low, close: price, volume: tick.cumVolume - volumeBefore };
    }
    cumVolume = tick.cumVolume;
  }
  return bars;
}

/** The day's ticks of all instruments as they were recorded: each file in its own order, none before its stamp. */
export function* recordedTicks(tracks: readonly ReplayTrack[], date: IndiaDate): Generator<SourceTick, undefined> {
  const heads = tracks.flatMap((track) => {
    const ticks = dueTicks(track, date);
    const first = ticks.next();
    return first.done ? [] : [{ ticks, tick: first.value }];
  });
  while (heads.length > 0) {
    let soonest = 0;
    for (let i = 1; i < heads.length; i += 1) {
      if ((heads[i]?.tick.due ?? 0) < (heads[soonest]?.tick.due ?? 0)) soonest = i;
    }
    const head = heads[soonest];
    if (!head) return;
    yield head.tick;
    const next = head.ticks.next();
    if (next.done) heads.splice(soonest, 1);
    else head.tick = next.value;
  }
}

function* dueTicks({ instrument, days }: ReplayTrack, date: IndiaDate): Generator<SourceTick, undefined> {
  let due = 0;
  for (const { at, pricePaise, cumVolume } of days.get(date)?.ticks ?? []) {
    due = Math.max(due, at);
    yield { token: instrument.token, due, at, pricePaise, cumVolume, traded: true };
  }
}

/** The hours of a replayed day: the exchange's, or longer where the data says so. */
export function sessionOfDay(date: IndiaDate, days: readonly ReplayDay[]): SourceSession {
  const { openAt, closeAt } = hoursOf(date, days);
  const lastTick = days.reduce(
    (latest, day) => (day.ticks ?? []).reduce((most, tick) => Math.max(most, tick.at), latest),
    0,
  );
  return { date, openAt, closeAt, endAt: Math.max(closeAt + AFTER_CLOSE_MS, lastTick + 1_000) };
}

function hoursOf(date: IndiaDate, days: readonly ReplayDay[]): { openAt: EpochMs; closeAt: EpochMs } {
  let openAt = indiaMoment(date, date < NEW_HOURS_FROM ? OLD_OPENING_MINUTE : OPENING_MINUTE);
  let closeAt = indiaMoment(date, CLOSING_MINUTE);
  for (const { bars, barMinutes } of days) {
    const [first, last] = [bars[0], bars.at(-1)];
    if (first) openAt = Math.min(openAt, first.openAt);
    // A long bar is cut by the close (the last half hour holds fifteen minutes of an hourly bar), never the reverse.
    if (last) closeAt = Math.max(closeAt, last.openAt + Math.min(barMinutes, 1) * MINUTE_MS);
  }
  return { openAt, closeAt };
}

function byDate<T extends { readonly at: EpochMs }>(rows: readonly T[]): Map<IndiaDate, T[]> {
  const groups = new Map<IndiaDate, T[]>();
  for (const row of rows) {
    const date = indiaDateOf(row.at);
    const group = groups.get(date);
    if (group) group.push(row);
    else groups.set(date, [row]);
  }
  return groups;
}

function shortestStep(rows: readonly CandleRow[]): number {
  let shortest = SESSION_MINUTES;
  rows.forEach((row, i) => {
    const step = (row.at - (rows[i - 1]?.at ?? 0)) / MINUTE_MS;
    if (step >= 1 && step < shortest) shortest = step;
  });
  return shortest;
}

function barOf({ at, open, high, low, close, volume }: CandleRow): Bar {
  return { openAt: at, open, high, low, close, volume };
}
