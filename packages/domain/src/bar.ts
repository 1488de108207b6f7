import type { EpochMs } from './india-time.ts';

export type Interval = '1m' | '3m' | '5m' | '10m' | '15m' | '30m' | '1h' | '1d';
export const INTERVALS = ['1m', '3m', '5m', '10m', '15m', '30m', '1h', '1d'] as const satisfies readonly Interval[];

/** Minutes of an interval; a day is the whole session, so it has none. */
export const INTERVAL_MINUTES: Readonly<Record<Exclude<Interval, '1d'>, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '1h': 60,
};

/** The intervals whose bars are made of whole bars of this one, shortest first. */
export function longerIntervals(own: Interval): readonly Interval[] {
  if (own === '1d') return [];
  const minutes = INTERVAL_MINUTES[own];
  return INTERVALS.filter((one) => {
    if (one === '1d') return true;
    return INTERVAL_MINUTES[one] > minutes && INTERVAL_MINUTES[one] % minutes === 0;
  });
}

/** One OHLCV bar. Prices in whole paise, `openAt` the moment that it opens (a daily bar: the session's opening). */
export interface Bar {
  readonly openAt: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * The price path inside a bar: open, the extreme nearer to the open (equal distance: high first), the other extreme,
 * close. Back-test, replay market and catch-up after an outage all walk this one path.
 */
export function pathOfBar(
  bar: Pick<Bar, 'open' | 'high' | 'low' | 'close'>,
): readonly [number, number, number, number] {
  const highFirst = bar.high - bar.open <= bar.open - bar.low;
  return highFirst ? [bar.open, bar.high, bar.low, bar.close] : [bar.open, bar.low, bar.high, bar.close];
}
