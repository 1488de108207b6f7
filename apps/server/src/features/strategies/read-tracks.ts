import type { TrickItem } from '@trickdesk/contract';
import { holdingOf, markOf, openPositionsOf, unrealisedPaise } from '../orders/index.ts';
import type { CatalogueFacts } from './catalogue-items.ts';
import { type OpenResult, rankTracks, type Track, type TrackFacts } from './track-rules.ts';
import { listCopies, listDays, listMonths, listOpenCopies, type TrackAsked } from './track-store.ts';
import { trackFigures } from './wire.ts';

/**
 * What the record says of one mode at the market that is on, with what is open now.
 *
 * @param fromDay the first day that closed trades count from; from the start where absent
 * @param ids of these tricks alone
 */
export async function readTrackFacts(
  facts: Pick<CatalogueFacts, 'database' | 'marketData'>,
  mode: TrackAsked['mode'],
  { fromDay, ids }: { readonly fromDay?: string | undefined; readonly ids?: readonly number[] } = {},
): Promise<TrackFacts> {
  const db = facts.database.kysely;
  const asked = { mode, dataset: facts.marketData.dataset, ...(ids ? { ids } : {}) };
  const [copies, days, months, open] = await Promise.all([
    listCopies(db, asked, fromDay),
    listDays(db, asked),
    listMonths(db, asked),
    readOpen(facts, asked),
  ]);
  return { copies, days, months, open };
}

type RankedRecord = NonNullable<TrickItem['record']>;

export const NO_RECORDS: ReadonlyMap<number, RankedRecord> = new Map();

/**
 * What users made of each trick since its start, best first: of those with enough in live mode, and then of the others
 * with enough in test mode. The two are never added up.
 */
export async function readRankedRecords(
  facts: Pick<CatalogueFacts, 'database' | 'marketData'>,
): Promise<ReadonlyMap<number, RankedRecord>> {
  const [live, test] = await Promise.all([readTrackFacts(facts, 'live'), readTrackFacts(facts, 'paper')]);
  const { dataset, describeDataset, simulated } = facts.marketData;
  const market = { data: describeDataset(dataset), simulated };
  const records = new Map<number, RankedRecord>();
  const add = (kind: RankedRecord['kind'], tracks: readonly Track[]): void => {
    for (const [i, track] of tracks.entries()) {
      if (records.has(track.strategyId)) continue;
      const place = { rank: i + 1, of: tracks.length, returnPercent: track.returnPercent };
      records.set(track.strategyId, { kind, ...market, ...place, ...trackFigures(track) });
    }
  };
  add('live', rankTracks(live, undefined).ranked);
  add('test', rankTracks(test, undefined).ranked);
  return records;
}

async function readOpen(
  { database, marketData }: Pick<CatalogueFacts, 'database' | 'marketData'>,
  asked: TrackAsked,
): Promise<OpenResult[]> {
  const db = database.kysely;
  const copies = await listOpenCopies(db, asked);
  const ids = copies.map(({ deploymentId }) => deploymentId);
  const positions = await openPositionsOf(db, marketData.dataset, ids);
  const byId = new Map(copies.map((copy) => [copy.deploymentId, copy]));
  return positions.flatMap((position) => {
    const copy = byId.get(position.deployment_id);
    const mark = markOf(position);
    if (!copy || !mark) return [];
    const { strategyId, follower, capital } = copy;
    return [{ strategyId, copy: copy.copy, follower, capital, net: unrealisedPaise(holdingOf(position), mark) }];
  });
}
