import { leaseLock } from '@trickdesk/db';
import type { MarketDataService } from '../features/market-data/index.ts';
import type { ReadinessFactsParts } from '../features/readiness/index.ts';
import type { Foundation } from './foundation.ts';
import { livePartsOf } from './live-parts.ts';
import { createMarketCalendar } from './market.ts';

/** What the readiness board stands on; the simulated exchange has no closing auction. */
export function readinessPartsOf(foundation: Foundation, marketData: MarketDataService): ReadinessFactsParts {
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
  };
}
