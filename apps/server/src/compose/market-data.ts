import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { createMarketData, type MarketDataService } from '../features/market-data/index.ts';
import type { Settings } from '../platform/settings.ts';
import type { Foundation } from './foundation.ts';

/** Prices for a process that reads them; the feed is the only one that writes. */
export async function openMarketData({ settings, database, clock }: Foundation): Promise<MarketDataService> {
  const marketData = createMarketData({
    db: database,
    clock,
    dataset: datasetOf(settings),
    simulated: settings.market === 'simulator',
    speed: settings.market === 'simulator' ? settings.simulator.speed : 1,
    calendar: createCalendar(NSE_CALENDAR),
  });
  await marketData.start();
  return marketData;
}

/** Names the world that prices are from: another source or seed is another market, and their prices never mix. */
export function datasetOf({ market, simulator }: Pick<Settings, 'market' | 'simulator'>): string {
  return market === 'simulator' ? `simulator:${simulator.source}:${simulator.seed}` : market;
}
