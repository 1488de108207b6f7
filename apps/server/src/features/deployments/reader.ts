import type { MyTrick, MyTrickDetails } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { readDetails } from './read-details.ts';
import { readMyTricksPage, readTotals } from './read-my-tricks.ts';
import type { DeploymentFilter, Owner } from './store.ts';

export type DeploymentsReader = ReturnType<typeof createDeploymentsReader>;

/** What owners see of their deployments, valued at the last prices. */
export function createDeploymentsReader({
  database,
  marketData,
}: {
  readonly database: Database;
  readonly marketData: MarketDataService;
}) {
  const db = database.kysely;
  return {
    list: async (
      filter: DeploymentFilter,
      page: { readonly pageNumber: number; readonly pageSize: number },
    ): Promise<{ readonly items: readonly MyTrick[]; readonly total: number }> => {
      const window = { limit: page.pageSize, offset: (page.pageNumber - 1) * page.pageSize };
      return readMyTricksPage(database, marketData, filter, window);
    },
    totals: (filter: DeploymentFilter) => readTotals(db, marketData, filter),
    /** @throws Refusal `NOT_FOUND`, also for somebody else's */
    details: async (owner: Owner): Promise<MyTrickDetails> => {
      const details = await readDetails(db, marketData, owner);
      if (!details) throw new Refusal('NOT_FOUND');
      return details;
    },
  };
}
