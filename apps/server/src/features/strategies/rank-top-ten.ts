import type { TrickItem } from '@trickdesk/contract';
import { addDays, indiaDateOf } from '@trickdesk/domain';
import { type CatalogueFacts, showsReturnsTo, withoutClaims } from './catalogue-items.ts';
import {
  byRiskAndRecord,
  goneItem,
  HIDDEN_NOTE,
  RANKED,
  type RankedTrick,
  type RankingAsked,
  rankingNote,
  resultItem,
  type TopTen,
  unrankedItem,
} from './ranking-wire.ts';
import { readTrackFacts } from './read-tracks.ts';
import { listCatalogue } from './store.ts';
import { rankTracks, type Track, tracksOf } from './track-rules.ts';
import { listTracked } from './track-store.ts';
import { countLiveUsers } from './user-results-store.ts';
import { strategyToWire } from './wire.ts';

/** More than there are to order, so that all are. */
const WHOLE_CATALOGUE = 1_000;

/**
 * What followers of the asked mode made, best first: from the record of results, so that nobody who lost is missing.
 * Back-tests are not in it: they were made on days that their makers could see.
 */
export async function rankTopTen(facts: CatalogueFacts, accountId: number, asked: RankingAsked): Promise<TopTen> {
  const { marketData } = facts;
  const { now } = await marketData.marketState();
  const fromDay = asked.thirtyDay && now !== undefined ? addDays(indiaDateOf(now), -29) : undefined;
  const record = await readTrackFacts(facts, asked.test ? 'paper' : 'live', { fromDay });
  if (!(await showsReturnsTo(facts, accountId))) return withoutReturns(facts, accountId, tracksOf(record, fromDay));
  const { ranked, tooFew } = rankTracks(record, fromDay);
  const market = { data: marketData.describeDataset(marketData.dataset), simulated: marketData.simulated };
  const best = ranked.slice(0, RANKED);
  const items = await itemsOf(facts, accountId, best);
  return {
    trick_list: best.flatMap((track, i) => {
      const item = items.get(track.strategyId);
      return item ? [resultItem(item, track, { ...asked, market, rank: i + 1 })] : [];
    }),
    note: rankingNote(best.length, { ...asked, tooFew }, market),
    disclosures: [
      'past_is_no_promise',
      ...(marketData.simulated ? (['simulated'] as const) : (['not_verified'] as const)),
    ],
    tooFew,
  };
}

/** For who is no verified client: what is offered, by risk and then by how long it has a record, which tells no return. */
async function withoutReturns(facts: CatalogueFacts, accountId: number, tracks: readonly Track[]): Promise<TopTen> {
  const { database, marketData } = facts;
  const page = { sort: 'name', limit: WHOLE_CATALOGUE, offset: 0 } as const;
  const records = await listCatalogue(database.kysely, { accountId, dataset: marketData.dataset }, page);
  const items = await toItems(facts, records);
  const days = new Map(tracks.map(({ strategyId, tradingDays }) => [strategyId, tradingDays]));
  const lines = byRiskAndRecord(items, days).slice(0, RANKED);
  return {
    trick_list: lines.map((item, i) => unrankedItem(withoutClaims(item), i + 1)),
    note: HIDDEN_NOTE,
    disclosures: ['returns_hidden', ...(marketData.simulated ? (['simulated'] as const) : [])],
    tooFew: 0,
  };
}

type Line = TrickItem & Pick<RankedTrick, 'state'>;

/** Also of tricks that are offered no more, or are not there any more. */
async function itemsOf(
  facts: CatalogueFacts,
  accountId: number,
  tracks: readonly Track[],
): Promise<ReadonlyMap<number, Line>> {
  const ids = tracks.map(({ strategyId }) => strategyId);
  if (ids.length === 0) return new Map();
  const { database, marketData } = facts;
  const page = { sort: 'name', limit: ids.length, offset: 0 } as const;
  const [records, tracked] = await Promise.all([
    listCatalogue(database.kysely, { accountId, dataset: marketData.dataset, ids }, page),
    listTracked(database.kysely, ids),
  ]);
  const retired = new Set(records.filter(({ retired_at }) => retired_at !== null).map(({ id }) => id));
  const there = (await toItems(facts, records)).map((item): [number, Line] => {
    return [item.TricksId, { ...item, state: retired.has(item.TricksId) ? 'retired' : 'offered' }];
  });
  const gone = tracked.map((row): [number, Line] => [row.strategy_id, { ...goneItem(row), state: 'gone' }]);
  return new Map([...gone, ...there]);
}

async function toItems(
  { database, marketData }: CatalogueFacts,
  records: Awaited<ReturnType<typeof listCatalogue>>,
): Promise<TrickItem[]> {
  const liveUsers = await countLiveUsers(
    database.kysely,
    records.map((record) => record.id),
  );
  return records.map((record) => strategyToWire(record, liveUsers.get(record.id) ?? 0, marketData));
}
