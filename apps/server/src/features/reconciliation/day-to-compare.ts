import { type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import { AFTER_AUCTION_MS, type MarketDataService } from '../market-data/index.ts';

/** After the close: the last orders have been told. A simulated day ends soon after it. */
const AFTER_CLOSE_MS = 10_000;

/** The day whose books can be compared whole; the broker's are those of a session until its day is over. */
export function dayToCompare(
  { calendar, simulated }: Pick<MarketDataService, 'calendar' | 'simulated'>,
  now: EpochMs,
): IndiaDate | undefined {
  const session = calendar.sessionOn(indiaDateOf(now));
  const settledMs = simulated ? AFTER_CLOSE_MS : AFTER_AUCTION_MS;
  return session && now >= session.closeAt + settledMs ? session.date : undefined;
}
