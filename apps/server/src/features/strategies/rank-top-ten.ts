import type { CatalogueFacts } from './catalogue-items.ts';
import { listCatalogue, readUserRecords } from './store.ts';
import { recordsOf, strategyToWire } from './wire.ts';

const RANKED = 10;

export interface RankingAsked {
  /** By the last thirty days, not by the whole back-test. */
  readonly thirtyDay: boolean;
  readonly test: boolean;
}

/** Ranked by the back-test after charges. Live results are ranked once there are live deployments. */
export async function rankTopTen(
  { database, marketData, compliance }: CatalogueFacts,
  accountId: number,
  asked: RankingAsked,
) {
  if (!asked.test) {
    return { items: [], note: 'Nobody trades live yet, so there is nothing to rank. Test results are beside it.' };
  }
  if (compliance) return { items: [], note: 'Rankings are shown to verified clients only.' };
  const db = database.kysely;
  const sort = asked.thirtyDay ? 'return_30d' : 'return_total';
  const records = await listCatalogue(
    db,
    { accountId, dataset: marketData.dataset },
    { sort, limit: RANKED, offset: 0 },
  );
  const totals = await readUserRecords(
    db,
    records.map((record) => record.id),
  );
  const items = records.flatMap((record, index) => {
    const records30 = recordsOf(totals, record.id);
    const item = strategyToWire(record, records30, marketData);
    const returnPercent = asked.thirtyDay ? item.return30dPercent : item.returnTotalPercent;
    if (returnPercent === undefined) return [];
    return [{ ...item, rank: index + 1, returnPercent, users: records30.test?.users ?? 0 }];
  });
  const data = marketData.describeDataset(marketData.dataset);
  const note = `Back-tests after charges on the data named (${data}). Few trades mean that luck weighs more than skill.`;
  return { items, note };
}
