import { type Bar, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { DAY } from './fixtures.ts';

/** A repeatable source of numbers from 0 to 1 (mulberry32): the same seed gives the same series on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface SeriesShape {
  readonly seed: number;
  readonly days: number;
  readonly minutes?: number;
  /** Share of minutes without a trade, 0 to 1. */
  readonly missing?: number;
}

/** One-minute bars of a random walk on a five-paisa grid, with gaps over night and minutes without a trade. */
export function randomBars({ seed, days, minutes = 375, missing = 0.03 }: SeriesShape): Bar[] {
  const next = seeded(seed);
  const bars: Bar[] = [];
  let price = 50_000;
  const step = (width: number): number => Math.round((next() - 0.5) * width) * 5;
  for (let day = 0; day < days; day += 1) {
    price = Math.max(5_000, price + step(200));
    const opening = indiaMoment(DAY, 555) + (day + 2 * Math.floor(day / 5)) * 86_400_000;
    for (let minute = 0; minute < minutes; minute += 1) {
      if (next() < missing) continue;
      const open = Math.max(5_000, price + step(8));
      const close = Math.max(5_000, open + step(40));
      const high = Math.max(open, close) + Math.abs(step(24));
      const low = Math.max(2_500, Math.min(open, close) - Math.abs(step(24)));
      bars.push({ openAt: opening + minute * MINUTE_MS, open, high, low, close, volume: Math.floor(next() * 10_000) });
      price = close;
    }
  }
  return bars;
}
