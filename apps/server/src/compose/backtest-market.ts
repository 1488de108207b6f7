import type { Database } from '@trickdesk/db';
import type { MarketDataService } from '../features/market-data/index.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { openDatabase } from './foundation.ts';
import { createMarket } from './market.ts';

/** Prices as a thread reads them, on one connection of its own, which it closes. */
export function openThreadMarket(settings: Settings): {
  readonly marketData: MarketDataService;
  readonly database: Database;
} {
  const log = createLog(settings.logLevel);
  const database = openDatabase({ settings, log }, { maxConnections: 1 });
  return { marketData: createMarket({ settings, log, clock: systemClock, ids: randomIds, database }), database };
}
