import type { FeedTick } from '@trickdesk/brokers';
import type { LastPriceRow } from '../store.ts';

/** What is stored of a tick. */
export type PricedTick = Pick<
  FeedTick,
  'exchangeAt' | 'lastPaise' | 'openPaise' | 'highPaise' | 'lowPaise' | 'previousClosePaise' | 'volume'
>;

/** The newest price of each instrument, handed over in pieces to be stored. */
export interface LatestPrices {
  readonly note: (instrumentId: number, tick: PricedTick) => void;
  /** What has changed since the last call. */
  readonly take: () => LastPriceRow[];
}

export function createLatestPrices(): LatestPrices {
  const newestAt = new Map<number, number>();
  const changed = new Map<number, LastPriceRow>();
  return {
    note: (instrumentId, tick) => {
      // The feed may step back by a second; a price that is older than the one shown is no news.
      if (tick.exchangeAt < (newestAt.get(instrumentId) ?? 0)) return;
      newestAt.set(instrumentId, tick.exchangeAt);
      changed.set(instrumentId, {
        instrumentId,
        pricePaise: tick.lastPaise,
        openPaise: tick.openPaise,
        highPaise: tick.highPaise,
        lowPaise: tick.lowPaise,
        previousClosePaise: tick.previousClosePaise,
        volume: tick.volume,
        at: tick.exchangeAt,
      });
    },
    take: () => {
      const rows = [...changed.values()];
      changed.clear();
      return rows;
    },
  };
}
