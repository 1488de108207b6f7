import type { TrickItem } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import type { MarketDataService } from '../market-data/index.ts';
import type { StrategyRecord } from './store.ts';
import { strategyToWire, type UserRecords } from './wire.ts';

export interface CatalogueFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Returns are hidden from people who are not verified clients. */
  readonly compliance: boolean;
}

/** An entry as this product may show it. */
export function itemOf(
  { marketData, compliance }: CatalogueFacts,
  record: StrategyRecord,
  records: UserRecords,
): TrickItem {
  const item = strategyToWire(record, records, marketData);
  return compliance ? withoutClaims(item) : item;
}

function withoutClaims(item: TrickItem): TrickItem {
  const { return30dPercent: _a, returnTotalPercent: _b, maxDrawdownPercent: _c, winRatePercent: _d, ...rest } = item;
  const { sparkline: _e, ...kept } = rest;
  return kept;
}
