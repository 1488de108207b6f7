import type { EpochMs, Interval, MarketCalendar } from '@trickdesk/domain';
import type { MarketStatus } from './market-events.ts';
import type { FeedHealth, MarketState } from './types.ts';

/** NSE collects orders for the opening price from 09:00 to 09:08 and rests until the session opens at 09:15. */
const PRE_OPEN_MS = 15 * 60_000;
/** A feed writes its clock every second; one that has not for so long is down, whatever it last said. */
const SILENT_AFTER_MS = 5_000;

export function statusAt(calendar: MarketCalendar, at: EpochMs): MarketStatus {
  if (calendar.sessionAt(at)) return 'open';
  const next = calendar.nextSession(at);
  if (next && next.openAt - at <= PRE_OPEN_MS) return 'pre_open';
  // A session before and after, or a day that the table calls closed: then "closed" is known and not guessed.
  return next || calendar.previousSession(at) ? 'closed' : 'unknown';
}

export interface ClockFacts {
  readonly exchangeAt: EpochMs;
  readonly seenAt: EpochMs;
  readonly speed: number;
  readonly feed: FeedHealth;
}

export interface MarketFacts {
  readonly clock: ClockFacts | undefined;
  readonly calendar: MarketCalendar;
  /** Wall clock. */
  readonly now: EpochMs;
  readonly speed: number;
  readonly simulated: boolean;
}

/** Between two writes of the feed, the exchange's clock is taken to run on at the market's speed. */
export function marketStateOf({ clock, calendar, now, speed, simulated }: MarketFacts): MarketState {
  if (!clock) return { status: 'unknown', speed, simulated, feed: 'down' };
  const silentMs = Math.max(0, now - clock.seenAt);
  const feed = silentMs > SILENT_AFTER_MS ? 'down' : clock.feed;
  const exchangeNow = feed === 'live' ? clock.exchangeAt + Math.round(silentMs * clock.speed) : clock.exchangeAt;
  const session = calendar.sessionAt(exchangeNow) ?? calendar.nextSession(exchangeNow);
  return {
    status: statusAt(calendar, exchangeNow),
    ...(session ? { opensAt: session.openAt, closesAt: session.closeAt } : {}),
    now: exchangeNow,
    speed: clock.speed,
    simulated,
    feed,
  };
}

/** Percent against the close before; 0 where there is none. */
export function changePercent(lastPaise: number, previousClosePaise: number): number {
  if (previousClosePaise <= 0) return 0;
  return Math.round(((lastPaise - previousClosePaise) / previousClosePaise) * 10_000) / 100;
}

/** Longest first, so that an hour is made of half-hours rather than of minutes where only those are stored. */
const COARSEST_FIRST: readonly Exclude<Interval, '1d'>[] = ['1h', '30m', '15m', '10m', '5m', '3m'];
const MINUTES: Readonly<Record<Exclude<Interval, '1d'>, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '1h': 60,
};

/** Which stored series an interval is built from: minutes where there are any, else itself, else the longest that divides it. */
export function sourceInterval(wanted: Exclude<Interval, '1d'>, stored: readonly string[]): Interval {
  if (stored.includes('1m')) return '1m';
  if (stored.includes(wanted)) return wanted;
  return COARSEST_FIRST.find((own) => stored.includes(own) && MINUTES[wanted] % MINUTES[own] === 0) ?? '1m';
}

/** In words for people. */
export function describeDataset(dataset: string): string {
  const [world, source, seed] = dataset.split(':');
  if (world === 'simulator') {
    return source === 'synthetic' ? `Simulated market, seed ${seed}` : `Simulated market, replay of ${source}`;
  }
  if (world === 'angelone') return 'Angel One';
  if (world === 'import') return 'NSE prices, imported';
  return dataset;
}
