import type { PortfolioTricks } from '@trickdesk/contract';
import { isKycVerified } from '../accounts/index.ts';
import type { ResearchFacts } from './parts.ts';
import { type ReadCalls, readCalls } from './read-list.ts';
import { readPortfolios } from './read-portfolios.ts';
import type { CallFilter, CallPage } from './store.ts';

export type ResearchService = ReturnType<typeof createResearchService>;

/** What people read: calls of the analyst with their outcomes, and tricks shown together. */
export function createResearchService(facts: ResearchFacts) {
  const { database, marketData, compliance } = facts;
  const showsTo = async (accountId: number): Promise<boolean> =>
    !compliance || (await isKycVerified(database.kysely, accountId));
  return {
    /** @returns `undefined` for whoever may not see research */
    calls: async (
      accountId: number,
      filter: Omit<CallFilter, 'dataset'>,
      page: CallPage,
    ): Promise<ReadCalls | undefined> => ((await showsTo(accountId)) ? readCalls(facts, filter, page) : undefined),
    portfolios: async (accountId: number, search: string | undefined): Promise<PortfoliosRead> => {
      const showsReturns = await showsTo(accountId);
      return { showsReturns, portfolios: await readPortfolios({ database, marketData }, { showsReturns, search }) };
    },
  };
}

interface PortfoliosRead {
  readonly showsReturns: boolean;
  readonly portfolios: readonly PortfolioTricks[];
}
