import { type CatalogueFacts, itemOf, showsReturnsTo } from './catalogue-items.ts';
import { rankTopTen } from './rank-top-ten.ts';
import type { RankingAsked } from './ranking-wire.ts';
import { readDetails } from './read-details.ts';
import { NO_RECORDS, readRankedRecords } from './read-tracks.ts';
import { type CatalogueFilter, type CatalogueSort, countCatalogue, listCatalogue, reportProgress } from './store.ts';
import { countLiveUsers } from './user-results-store.ts';

export interface CataloguePage {
  readonly sort: CatalogueSort;
  readonly pageNumber: number;
  readonly pageSize: number;
}

export type CatalogueReader = ReturnType<typeof createCatalogueReader>;

/** What everybody sees of the catalogue. */
export function createCatalogueReader(facts: CatalogueFacts) {
  const { database, marketData } = facts;
  return {
    list: (asked: Omit<CatalogueFilter, 'dataset'>, page: CataloguePage) => listPage(facts, asked, page),
    details: (id: number, accountId: number) => readDetails(facts, id, accountId),
    topTen: (accountId: number, asked: RankingAsked) => rankTopTen(facts, accountId, asked),
    progress: () => reportProgress(database.kysely, marketData.dataset),
  };
}

const TELLS_NO_RETURN: ReadonlySet<CatalogueSort> = new Set(['name', '-name', 'capital', '-capital']);

async function listPage(facts: CatalogueFacts, asked: Omit<CatalogueFilter, 'dataset'>, page: CataloguePage) {
  const db = facts.database.kysely;
  const filter = { ...asked, dataset: facts.marketData.dataset };
  const showsReturns = await showsReturnsTo(facts, asked.accountId);
  // An order by what is hidden would tell it: what nobody is ranked by leaves the order of risk.
  const sort = showsReturns || TELLS_NO_RETURN.has(page.sort) ? page.sort : '-record';
  const records = showsReturns ? await readRankedRecords(facts) : NO_RECORDS;
  const order = {
    sort,
    ranked: [...records.keys()],
    limit: page.pageSize,
    offset: (page.pageNumber - 1) * page.pageSize,
  };
  const [rows, total] = await Promise.all([listCatalogue(db, filter, order), countCatalogue(db, filter)]);
  const liveUsers = await countLiveUsers(
    db,
    rows.map((row) => row.id),
  );
  return {
    items: rows.map((row) => {
      const item = itemOf(facts, row, { liveUsers: liveUsers.get(row.id) ?? 0, showsReturns });
      const record = records.get(row.id);
      return record ? { ...item, record } : item;
    }),
    total,
  };
}
