import { type Bar, type EpochMs, INTERVAL_MINUTES, type Interval, MINUTE_MS, pathOfBar } from '@trickdesk/domain';
import type { BarClock } from '../bars/index.ts';

const SESSION_MINUTES = 375;
/** Prices of a bar's path; the first is the opening. */
export const PATH_POINTS = 4;

/** One price of a bar's path. */
export interface PathPoint {
  readonly at: EpochMs;
  readonly pricePaise: number;
}

/** Time between two points of the path of a whole bar. A daily bar counts as a regular session. */
export function pathStepMs(interval: Interval): number {
  return ((interval === '1d' ? SESSION_MINUTES : INTERVAL_MINUTES[interval]) * MINUTE_MS) / PATH_POINTS;
}

/** The same of the bar that opened then: the close cuts a session's last one short, and a short session its daily bar. */
export function pathStepOf(clock: BarClock, openAt: EpochMs): number {
  const step = (clock.closeOfBar(openAt) - openAt) / PATH_POINTS;
  // A daily bar after the hours of its day has no close to come.
  return step > 0 ? step : pathStepMs(clock.interval);
}

/**
 * The bar's price path with its moments: the four points at the quarters of the interval, the first at the opening. The
 * back-test, the catch-up after an outage and a replay market must use these moments for their logs to be the same bytes.
 *
 * @param clock of the interval; without it, the bar is taken to be a whole one
 */
export function barPath(
  bar: Pick<Bar, 'openAt' | 'open' | 'high' | 'low' | 'close'>,
  interval: Interval,
  clock?: BarClock,
): PathPoint[] {
  const step = clock ? pathStepOf(clock, bar.openAt) : pathStepMs(interval);
  return pathOfBar(bar).map((pricePaise, i) => ({ at: bar.openAt + i * step, pricePaise }));
}
