import { resolve } from 'node:path';
import { type Bar, type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { TickStyle } from './bars-to-ticks.ts';
import { dayBarOf, extremesOf } from './history.ts';
import type { MarketSource, SimInstrument, SourceSession } from './market-source.ts';
import { candleDays, type ReplayTrack, recordedTicks, sessionOfDay, tickDays } from './replay-days.ts';
import { type ReplayFile, readDailyBeside, readReplay } from './replay-files.ts';
import { replayInstrument } from './replay-instruments.ts';
import { ticksOfDay } from './ticks-of-day.ts';

export interface ReplayOptions {
  /** A CSV (or gzip of one), or a folder of them. */
  readonly path: string;
  readonly seed: number;
  readonly style?: TickStyle;
  readonly startAt?: EpochMs;
}

const BEFORE_OPEN_MS = 30_000;

interface Daily {
  readonly date: IndiaDate;
  readonly bar: Bar;
}

/**
 * Replays recorded candles (by the price path of a bar) or recorded ticks (as they came). Days are those of the files;
 * daily bars come from a folder `daily` or `index` beside them where the files have no such day.
 *
 * @throws Error naming a file that cannot be read, or a folder without one
 */
export function openReplaySource(options: ReplayOptions): MarketSource {
  // Without spread and noise a replayed day and its back-test agree trade for trade.
  const style = options.style ?? 'path';
  const files = readReplay(options.path);
  const tracks = tracksOf(files);
  const byToken = new Map(tracks.map((track) => [track.instrument.token, track]));
  const instruments = tracks.map((track) => track.instrument);
  const sessions = sessionsOf(tracks);
  const byDate = new Map(sessions.map((session) => [session.date, session]));
  const daily = new Map<string, readonly Daily[]>();
  const first = sessions[0];
  if (!first) throw new Error(`nothing to replay in ${options.path}: no rows`);

  /** All days of an instrument, oldest first; a replayed day counts before the same day of a daily file. */
  const everyDay = (token: string): readonly Daily[] => {
    const known = daily.get(token);
    if (known) return known;
    const track = byToken.get(token);
    const found = new Map<IndiaDate, Bar>(track ? besideOf(options.path, track.instrument) : []);
    for (const [date, day] of track?.days ?? []) {
      const bar = dayBarOf(day.bars, byDate.get(date)?.openAt ?? 0);
      if (bar) found.set(date, bar);
    }
    const sorted = [...found].map(([date, bar]) => ({ date, bar })).sort((x, y) => (x.date < y.date ? -1 : 1));
    daily.set(token, sorted);
    return sorted;
  };

  return {
    key: `replay:${resolve(options.path)}:${options.seed}`,
    instruments,
    startAt: options.startAt ?? Math.min(first.openAt - BEFORE_OPEN_MS, firstTickAt(tracks, first.date) - 1),
    frictionless: style === 'path',
    sessionOn: (date) => byDate.get(date),
    sessionFrom: (at) => sessions.find((session) => session.endAt > at),
    sessionsBetween: (from, to) => sessions.filter((session) => session.date >= from && session.date <= to),
    dayBars: (token, date) => byToken.get(token)?.days.get(date),
    dailyBars: (token, from, to) => everyDay(token).flatMap(({ date, bar }) => (date >= from && date <= to ? bar : [])),
    extremes: (token, from, to) =>
      extremesOf(
        everyDay(token).flatMap(({ date, bar }) => (date >= from && date <= to ? bar : [])),
        true,
      ),
    previousClose: (token, date) => everyDay(token).findLast((day) => day.date < date)?.bar.close,
    ticks: (session) =>
      files[0]?.kind === 'ticks'
        ? recordedTicks(tracks, session.date)
        : ticksOfDay({
            session,
            instruments,
            style,
            seed: options.seed,
            dayBars: (token) => byToken.get(token)?.days.get(session.date),
          }),
  };
}

/** One track for each instrument; where two files tell of one day, the one with the shorter bars is taken. */
function tracksOf(files: readonly ReplayFile[]): ReplayTrack[] {
  const groups = new Map<string, ReplayFile[]>();
  for (const file of files) {
    const key = `${file.exchange}|${file.symbol}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (!one) return [];
    const track: ReplayTrack = {
      instrument: replayInstrument(one.symbol, one.exchange, pricesOf(group)),
      days: new Map(),
    };
    for (const file of group) {
      const days = file.kind === 'ticks' ? tickDays(file.rows) : candleDays(file.rows, file.daily);
      for (const [date, day] of days) {
        if (day.barMinutes < (track.days.get(date)?.barMinutes ?? Number.POSITIVE_INFINITY)) track.days.set(date, day);
      }
    }
    return [track];
  });
}

function* pricesOf(files: readonly ReplayFile[]): Generator<number, undefined> {
  for (const file of files) {
    if (file.kind === 'ticks') for (const row of file.rows) yield row.pricePaise;
    else for (const row of file.rows) yield row.close;
  }
}

function sessionsOf(tracks: readonly ReplayTrack[]): SourceSession[] {
  const dates = new Set(tracks.flatMap((track) => [...track.days.keys()]));
  return [...dates].sort().map((date) =>
    sessionOfDay(
      date,
      tracks.flatMap((track) => track.days.get(date) ?? []),
    ),
  );
}

function firstTickAt(tracks: readonly ReplayTrack[], date: IndiaDate): EpochMs {
  return Math.min(...tracks.map((track) => track.days.get(date)?.ticks?.[0]?.at ?? Number.POSITIVE_INFINITY));
}

/** The daily files are NSE's; another exchange's closes differ by a few paise and are no history of it. */
function besideOf(path: string, instrument: SimInstrument): [IndiaDate, Bar][] {
  const rows = instrument.exchange === 'NSE' ? readDailyBeside(path, instrument.symbol) : undefined;
  return (rows ?? []).map(({ at, ...prices }) => [indiaDateOf(at), { openAt: at, ...prices }]);
}
