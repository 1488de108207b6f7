import { leaseLock } from '@trickdesk/db';
import type { ReleaseReader } from '../features/broker-links/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import type { ReadinessFactsParts } from '../features/readiness/index.ts';
import type { Foundation } from './foundation.ts';
import { livePartsOf } from './live-parts.ts';
import { createMarketCalendar } from './market.ts';

/**
 * What the readiness board stands on; the simulated exchange has no closing auction.
 *
 * @param releases what the broker would not sell; absent: nobody asks it
 */
export function readinessPartsOf(
  foundation: Foundation,
  marketData: MarketDataService,
  releases?: Pick<ReleaseReader, 'lately'>,
): ReadinessFactsParts {
  const { database, clock, settings } = foundation;
  const { nameOf, hoursOf, knowsSegments } = createMarketCalendar(foundation);
  return {
    database,
    clock,
    marketData,
    dayBook: marketData.simulated
      ? { nameOf, hoursOf: (_symbol, session) => session }
      : { nameOf, hoursOf, knowsSegments },
    policy: livePartsOf(settings).policy,
    lockOf: leaseLock,
    releasesOf: async (linkId) => releases?.lately(linkId),
  };
}
