import { type Bar, createCalendar, type EpochMs, MINUTE_MS, NSE_CALENDAR, type Session } from '@trickdesk/domain';

export const CALENDAR = createCalendar(NSE_CALENDAR);

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** So many sessions that end with the one before a moment, oldest first. */
export function sessionsBefore(at: EpochMs, count: number): Session[] {
  const sessions: Session[] = [];
  let session = CALENDAR.previousSession(at - 1);
  while (session && sessions.length < count) {
    sessions.unshift(session);
    session = CALENDAR.previousSession(session.openAt - 1);
  }
  return sessions;
}

/**
 * Minutes of a walk with swings, on a five-paisa grid. `every` thins them: one minute out of so many has trades.
 */
export function randomMinutes(
  sessions: readonly Session[],
  { seed, every = 1, missing = 0.02 }: { readonly seed: number; readonly every?: number; readonly missing?: number },
): Bar[] {
  const next = seeded(seed);
  const bars: Bar[] = [];
  let price = 50_000;
  const step = (width: number): number => Math.round((next() - 0.5) * width) * 5;
  for (const { openAt: opening, closeAt } of sessions) {
    price = Math.max(20_000, price + step(300));
    let drift = 0;
    for (let openAt = opening; openAt < closeAt; openAt += every * MINUTE_MS) {
      if (next() < 0.03) drift = (next() - 0.5) * 12;
      if (next() < missing) continue;
      const open = Math.max(10_000, price + step(6));
      const close = Math.max(10_000, open + step(30) + Math.round(drift) * 5);
      const high = Math.max(open, close) + Math.abs(step(20));
      const low = Math.max(5_000, Math.min(open, close) - Math.abs(step(20)));
      bars.push({ openAt, open, high, low, close, volume: 1_000 + Math.floor(next() * 20_000) });
      price = close;
    }
  }
  return bars;
}
