import type { TrickItem } from '@trickdesk/contract';
import { addDays, indiaDateOf } from '@trickdesk/domain';
import { type CatalogueFacts, showsReturnsTo } from './catalogue-items.ts';
import { RANKED, type RankedTrick, type RankingAsked, rankingNote, resultItem } from './ranking-wire.ts';
import { listCatalogue } from './store.ts';
import { listDays, rankResults, readUserRecords } from './user-results-store.ts';
import { recordsOf, strategyToWire } from './wire.ts';

/**
 * What users' closed positions of the asked mode came to, best first. Test results are followed by the back-tests of
 * tricks that have none, each line on one basis; live ones stand alone.
 */
export async function rankTopTen(facts: CatalogueFacts, accountId: number, asked: RankingAsked) {
  const { marketData } = facts;
  if (!(await showsReturnsTo(facts, accountId)))
    return { items: [], note: 'Rankings are shown to verified clients only.' };
  const results = await rankUsersResults(facts, accountId, asked);
  const backTests = asked.test ? await rankBackTests(facts, accountId, asked) : [];
  const shown = new Set(results.map((item) => item.TricksId));
  const items = [...results, ...backTests.filter((item) => !shown.has(item.TricksId))]
    .slice(0, RANKED)
    .map((item, i) => ({ ...item, rank: i + 1 }));
  const data = marketData.describeDataset(marketData.dataset);
  return { items, note: rankingNote(items, asked, { data, simulated: marketData.simulated }) };
}

async function rankUsersResults(
  facts: CatalogueFacts,
  accountId: number,
  { thirtyDay, test }: RankingAsked,
): Promise<RankedTrick[]> {
  const { database, marketData } = facts;
  const db = database.kysely;
  const { now } = await marketData.marketState();
  const fromDay = thirtyDay && now !== undefined ? addDays(indiaDateOf(now), -29) : undefined;
  const at = { mode: test ? ('paper' as const) : ('live' as const), dataset: marketData.dataset };
  const results = await rankResults(db, { ...at, fromDay }, RANKED);
  const ids = results.map((result) => result.strategy_id);
  if (ids.length === 0) return [];
  const [items, days] = await Promise.all([itemsOf(facts, accountId, ids), listDays(db, at, ids)]);
  const market = { data: marketData.describeDataset(marketData.dataset), simulated: marketData.simulated };
  return results.flatMap((result) => {
    const item = items.get(result.strategy_id);
    if (!item) return [];
    const own = days.filter((day) => day.strategy_id === result.strategy_id);
    return [resultItem(item, { ...result, days: own }, { thirtyDay, test, fromDay, market })];
  });
}

async function rankBackTests(
  facts: CatalogueFacts,
  accountId: number,
  { thirtyDay }: RankingAsked,
): Promise<RankedTrick[]> {
  const sort = thirtyDay ? '-return_30d' : '-return_total';
  const { dataset } = facts.marketData;
  // Twice as many as are shown: the best of them may stand above with results.
  const page = { sort, limit: 2 * RANKED, offset: 0 } as const;
  const records = await listCatalogue(facts.database.kysely, { accountId, dataset }, page);
  const items = await toItems(facts, records);
  return items.flatMap((item) => {
    const returnPercent = thirtyDay ? item.return30dPercent : item.returnTotalPercent;
    if (returnPercent === undefined || item.basis === undefined) return [];
    // Nobody traded a back-test.
    return [{ ...item, basis: item.basis, returnPercent, users: 0 }];
  });
}

async function itemsOf(facts: CatalogueFacts, accountId: number, ids: readonly number[]) {
  const filter = { accountId, dataset: facts.marketData.dataset, ids };
  const page = { sort: 'name', limit: ids.length, offset: 0 } as const;
  const items = await toItems(facts, await listCatalogue(facts.database.kysely, filter, page));
  return new Map(items.map((item) => [item.TricksId, item]));
}

async function toItems(
  { database, marketData }: CatalogueFacts,
  records: Awaited<ReturnType<typeof listCatalogue>>,
): Promise<TrickItem[]> {
  const ids = records.map((record) => record.id);
  const totals = await readUserRecords(database.kysely, ids);
  return records.map((record) => strategyToWire(record, recordsOf(totals, record.id), marketData));
}
