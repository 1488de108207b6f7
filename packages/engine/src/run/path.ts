import { type Bar, type EpochMs, INTERVAL_MINUTES, type Interval, MINUTE_MS, pathOfBar } from '@trickdesk/domain';

const SESSION_MINUTES = 375;
/** Prices of a bar's path; the first is the opening. */
export const PATH_POINTS = 4;

/** One price of a bar's path. */
export interface PathPoint {
  readonly at: EpochMs;
  readonly pricePaise: number;
}

/** Time between two points of the path. A daily bar counts as a regular session. */
export function pathStepMs(interval: Interval): number {
  return ((interval === '1d' ? SESSION_MINUTES : INTERVAL_MINUTES[interval]) * MINUTE_MS) / PATH_POINTS;
}

/**
 * The bar's price path with its moments: the four points at the quarters of the interval, the first at the opening. The
 * back-test, the catch-up after an outage and a replay market must use these moments for their logs to be the same bytes.
 */
export function barPath(bar: Pick<Bar, 'openAt' | 'open' | 'high' | 'low' | 'close'>, interval: Interval): PathPoint[] {
  const step = pathStepMs(interval);
  return pathOfBar(bar).map((pricePaise, i) => ({ at: bar.openAt + i * step, pricePaise }));
}
