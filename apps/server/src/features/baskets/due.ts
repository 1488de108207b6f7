import type { Database, Queryable } from '@trickdesk/db';
import type { MarketDataService } from '../market-data/index.ts';
import { notify } from '../notifications/index.ts';
import * as store from './owned-store.ts';
import { readBooks } from './read-book.ts';
import { readMoment, readNames } from './read-market.ts';
import { driftOf } from './read-plan.ts';
import { listConstituents, listVersions } from './store.ts';

/** Above it a basket is due, percent. */
const DRIFT_DUE_PERCENT = 5;
const AT_ONCE = 200;

/** Weights of the newest version of each basket, by symbol. */
export async function newestWeights(db: Queryable, marketData: MarketDataService, rows: readonly store.OwnedRecord[]) {
  const versions = await listVersions(db, marketData.dataset, [...new Set(rows.map((row) => row.basket_id))]);
  const newest = new Map(versions.map((version) => [version.basket_id, version.id]));
  const constituents = await listConstituents(db, [...newest.values()]);
  return new Map(
    [...newest].map(([basketId, versionId]) => [
      basketId,
      new Map(
        constituents.filter((one) => one.basket_version_id === versionId).map((one) => [one.symbol, one.weight_bps]),
      ),
    ]),
  );
}

export interface DueFacts {
  readonly owned: store.OwnedRecord;
  readonly drift: number;
  readonly targets: readonly { readonly symbol: string; readonly weightBps: number }[];
  readonly latest: ReadonlyMap<string, number> | undefined;
}

/** Why a holding should be brought back to its weights; `undefined` where it need not. */
export function dueReason({ owned, drift, targets, latest }: DueFacts): string | undefined {
  if (owned.status !== 'open') return undefined;
  if (isReviewed({ owned, drift, targets, latest })) return 'The basket was reviewed: its weights have changed.';
  if (drift > DRIFT_DUE_PERCENT) return `Prices have moved it ${drift.toFixed(1)} % away from its weights.`;
  return undefined;
}

function isReviewed({ targets, latest }: DueFacts): boolean {
  if (!latest) return false;
  return latest.size !== targets.length || targets.some(({ symbol, weightBps }) => latest.get(symbol) !== weightBps);
}

/** Tells owners whose baskets are due: once for each review, and once a month for prices that have moved them. */
export async function tellDue({
  database,
  marketData,
}: {
  readonly database: Database;
  readonly marketData: MarketDataService;
}): Promise<void> {
  const moment = await readMoment(marketData);
  if (!moment?.isOpen) return;
  const db = database.kysely;
  for (let after = 0; ; ) {
    const rows = await store.listOpen(db, { dataset: marketData.dataset, after, limit: AT_ONCE });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const latest = await newestWeights(db, marketData, rows);
    const books = await readBooks(db, marketData, rows);
    const names = await readNames(
      marketData,
      [...new Set(books.flatMap((book) => book.orders.map(({ symbol }) => symbol)))],
      moment,
    );
    for (const { owned, standingAt, weightsOf } of books) {
      const targets = weightsOf(owned.basket_version_id);
      const drift = driftOf(standingAt(moment.day).held, names, targets);
      const facts = { owned, drift, targets, latest: latest.get(owned.basket_id) };
      const reason = dueReason(facts);
      if (reason === undefined) continue;
      const what = isReviewed(facts) ? `review:${[...(facts.latest ?? [])].join()}` : `drift:${moment.day.slice(0, 7)}`;
      await database.transaction((tx) =>
        notify(tx, {
          ...{ accountId: owned.account_id, category: 'baskets', severity: 'info', link: `/my-baskets/${owned.id}` },
          dedupeKey: `basket:${owned.id}:${what}`,
          title: `${owned.name} can be rebalanced`,
          body: `${reason} Nothing is done by itself: look at the plan, and decide.`,
        }),
      );
    }
  }
}
