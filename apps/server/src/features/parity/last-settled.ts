import { type EpochMs, indiaDateOf, type Session } from '@trickdesk/domain';
import { AFTER_AUCTION_MS, type MarketDataService } from '../market-data/index.ts';

/** After the close: late bars are stored and the last orders told. A simulated day ends soon after it. */
const AFTER_CLOSE_MS = 45_000;

/** The newest session of which nothing comes any more; `undefined` where the calendar has none before. */
export function lastSettled(
  { calendar, simulated }: Pick<MarketDataService, 'calendar' | 'simulated'>,
  now: EpochMs,
): Session | undefined {
  const today = calendar.sessionOn(indiaDateOf(now));
  const settledMs = simulated ? AFTER_CLOSE_MS : AFTER_AUCTION_MS;
  return today && today.closeAt + settledMs <= now ? today : calendar.previousSession((today?.openAt ?? now) - 1);
}
