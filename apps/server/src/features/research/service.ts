import type { PortfolioTricks, RaTrade, ResearchRecord } from '@trickdesk/contract';
import { isKycVerified } from '../accounts/index.ts';
import type { ResearchFacts } from './parts.ts';
import { readPortfolios } from './read-portfolios.ts';
import { hitRatePercent } from './rules.ts';
import * as store from './store.ts';
import { callToWire } from './wire.ts';

export type ResearchService = ReturnType<typeof createResearchService>;

export interface ReadCalls {
  readonly calls: readonly RaTrade[];
  readonly total: number;
  readonly record: ResearchRecord;
}

/** What people read: calls of the analyst with their outcomes, and tricks shown together. */
export function createResearchService(facts: ResearchFacts) {
  const { database, marketData, compliance } = facts;
  const showsTo = async (accountId: number): Promise<boolean> =>
    !compliance || (await isKycVerified(database.kysely, accountId));
  return {
    /** @returns `undefined` for whoever may not see research */
    calls: async (
      accountId: number,
      filter: Omit<store.CallFilter, 'dataset'>,
      page: store.CallPage,
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

async function readCalls(
  { database, marketData }: ResearchFacts,
  asked: Omit<store.CallFilter, 'dataset'>,
  page: store.CallPage,
): Promise<ReadCalls> {
  const db = database.kysely;
  const { dataset } = marketData;
  const filter = { ...asked, dataset };
  const [rows, total, record] = await Promise.all([
    store.listCalls(db, filter, page),
    store.countCalls(db, filter),
    store.readRecord(db, dataset),
  ]);
  const rate = hitRatePercent(record);
  return {
    calls: rows.map((row) => callToWire(row, marketData)),
    total,
    record: { ...record, ...(rate === undefined ? {} : { hitRatePercent: rate }) },
  };
}
