import { type EpochMs, type IndiaDate, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import type { MarketDataService } from '../market-data/index.ts';

/** After the close: the last orders have been told. A simulated day ends soon after it. */
const AFTER_CLOSE_MS = 10_000;
/** In the five minutes after the close the exchange matches its closing auction, and takes back what was left of it. */
const AFTER_AUCTION_MS = 6 * MINUTE_MS;

/** The day whose books can be compared whole; the broker's are those of a session until its day is over. */
export function dayToCompare(
  { calendar, simulated }: Pick<MarketDataService, 'calendar' | 'simulated'>,
  now: EpochMs,
): IndiaDate | undefined {
  const session = calendar.sessionOn(indiaDateOf(now));
  const settledMs = simulated ? AFTER_CLOSE_MS : AFTER_AUCTION_MS;
  return session && now >= session.closeAt + settledMs ? session.date : undefined;
}
