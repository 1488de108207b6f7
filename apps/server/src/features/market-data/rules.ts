import { type EpochMs, INTERVAL_MINUTES, type Interval, type MarketCalendar } from '@trickdesk/domain';
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

/** Longest first, so that an hour is made of half-hours rather than of five minutes where both are stored. */
const COARSEST_FIRST: readonly Exclude<Interval, '1d'>[] = ['1h', '30m', '15m', '10m', '5m', '3m'];

/**
 * The stored series that bars of an interval are made of, the one that is believed first: minutes, the interval itself,
 * then each that divides it. Each may hold days that the others lack: the newest week may be imported in minutes beside
 * years of a longer interval.
 *
 * @returns minutes alone where nothing is stored
 */
export function sourceIntervals(wanted: Exclude<Interval, '1d'>, stored: readonly string[]): readonly Interval[] {
  const divides = (own: Exclude<Interval, '1d'>) => INTERVAL_MINUTES[wanted] % INTERVAL_MINUTES[own] === 0;
  const order: readonly Interval[] = ['1m', wanted, ...COARSEST_FIRST.filter((own) => own !== wanted && divides(own))];
  const found = [...new Set(order)].filter((own) => stored.includes(own));
  return found.length > 0 ? found : ['1m'];
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
