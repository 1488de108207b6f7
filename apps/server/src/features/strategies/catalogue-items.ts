import type { TrickItem } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { isKycVerified } from '../accounts/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { StrategyRecord } from './store.ts';
import { strategyToWire } from './wire.ts';

export interface CatalogueFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Returns are hidden from people who are not verified clients. */
  readonly compliance: boolean;
}

/** An entry as its reader may see it. */
export function itemOf(
  { marketData }: CatalogueFacts,
  record: StrategyRecord,
  { liveUsers, showsReturns }: { readonly liveUsers: number; readonly showsReturns: boolean },
): TrickItem {
  const item = strategyToWire(record, liveUsers, marketData);
  return showsReturns ? item : withoutClaims(item);
}

/** Whether a caller may see what tricks returned: in compliance mode only a verified client. */
export async function showsReturnsTo({ database, compliance }: CatalogueFacts, accountId: number): Promise<boolean> {
  return !compliance || (await isKycVerified(database.kysely, accountId));
}

/** The entry with every figure of a return left out. */
export function withoutClaims(item: TrickItem): TrickItem {
  const { return30dPercent: _a, returnTotalPercent: _b, maxDrawdownPercent: _c, winRatePercent: _d, ...rest } = item;
  const { sparkline: _e, ...kept } = rest;
  return { ...kept, returnsHidden: true };
}
