import { type Bar, createRandom, MINUTE_MS, type Random } from '@trickdesk/domain';
import { closingTicks, type TickStyle, ticksOfBar } from './bars-to-ticks.ts';
import type { DayBars, SimInstrument, SourceSession, SourceTick } from './market-source.ts';

export interface DayOfTicks {
  readonly session: SourceSession;
  readonly instruments: readonly SimInstrument[];
  readonly style: TickStyle;
  /** Keys the jitter of times and prices. */
  readonly seed: number;
  readonly dayBars: (token: string) => DayBars | undefined;
}

interface Track {
  readonly instrument: SimInstrument;
  readonly bars: readonly Bar[];
  readonly barMinutes: number;
  readonly random: Random;
  next: number;
  cumVolume: number;
  lastPaise: number;
}

/** All ticks of a day in the order of time, made a minute at a time. */
export function* ticksOfDay(day: DayOfTicks): Generator<SourceTick, undefined> {
  const tracks: Track[] = [];
  for (const instrument of day.instruments) {
    const found = day.dayBars(instrument.token);
    if (!found || found.bars.length === 0) continue;
    const random = createRandom(day.seed, day.session.date, instrument.symbol, 'ticks');
    tracks.push({ instrument, ...found, random, next: 0, cumVolume: 0, lastPaise: 0 });
  }
  // A bar that is longer than a minute spills over the minute's end, so what is not due yet waits here.
  let waiting: SourceTick[] = [];
  for (let minute = day.session.openAt; minute < day.session.closeAt; minute += MINUTE_MS) {
    for (const track of tracks) waiting.push(...ticksUntil(track, minute + MINUTE_MS, day.style));
    waiting.sort((a, b) => a.due - b.due);
    const due = waiting.findIndex((tick) => tick.due >= minute + MINUTE_MS);
    const ready = due < 0 ? waiting : waiting.slice(0, due);
    waiting = due < 0 ? [] : waiting.slice(due);
    yield* ready;
  }
  yield* waiting;
  const closing = tracks.flatMap((track) =>
    closingTicks(
      { instrument: track.instrument, pricePaise: track.lastPaise, cumVolume: track.cumVolume },
      day.session.closeAt,
      track.random,
    ),
  );
  yield* closing.sort((a, b) => a.due - b.due);
}

function ticksUntil(track: Track, before: number, style: TickStyle): SourceTick[] {
  const out: SourceTick[] = [];
  for (let bar = track.bars[track.next]; bar && bar.openAt < before; bar = track.bars[track.next]) {
    out.push(...ticksOfBar({ ...track, bar, cumBefore: track.cumVolume, style }));
    track.cumVolume += bar.volume;
    track.lastPaise = bar.close;
    track.next += 1;
  }
  return out;
}
