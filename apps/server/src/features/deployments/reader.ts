import type { MyTrick, MyTrickDetails, ParityDay } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { readDetails } from './read-details.ts';
import { readMyTricksPage, readTotals, type TrickSort } from './read-my-tricks.ts';
import type { DeploymentFilter, Owner } from './store.ts';

export type DeploymentsReader = ReturnType<typeof createDeploymentsReader>;

/** What owners see of their deployments, valued at the last prices. */
export function createDeploymentsReader({
  database,
  marketData,
  parityOf,
}: {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** The last days of a deployment beside their back-tests, newest first. */
  readonly parityOf: (owner: Owner) => Promise<ParityDay[]>;
}) {
  const db = database.kysely;
  return {
    list: async (
      filter: DeploymentFilter,
      page: { readonly pageNumber: number; readonly pageSize: number; readonly sort?: TrickSort | undefined },
    ): Promise<{ readonly items: readonly MyTrick[]; readonly total: number }> => {
      const window = { limit: page.pageSize, offset: (page.pageNumber - 1) * page.pageSize, sort: page.sort };
      return readMyTricksPage(database, marketData, filter, window);
    },
    totals: (filter: DeploymentFilter) => readTotals(db, marketData, filter),
    /** @throws Refusal `NOT_FOUND`, also for somebody else's */
    details: async (owner: Owner): Promise<MyTrickDetails> => {
      const [details, parity] = await Promise.all([readDetails(db, marketData, owner), parityOf(owner)]);
      if (!details) throw new Refusal('NOT_FOUND');
      return { ...details, parity };
    },
  };
}
