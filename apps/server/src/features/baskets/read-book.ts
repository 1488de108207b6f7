import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import type { TargetWeight } from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';
import * as store from './owned-store.ts';
import { readActions } from './read-market.ts';
import { type ActionsOf, type ExecutedOrder, type Flow, type Standing, standingOf } from './standing.ts';
import { listConstituents } from './store.ts';

/** A held basket with everything that it follows from. */
export interface Book {
  readonly owned: store.OwnedRecord;
  readonly orders: readonly store.OrderRow[];
  readonly executed: readonly ExecutedOrder[];
  readonly flows: readonly Flow[];
  readonly actions: ActionsOf;
  readonly standingAt: (day: IndiaDate) => Standing;
  readonly weightsOf: (versionId: number) => readonly TargetWeight[];
}

export async function readBook(db: Queryable, marketData: MarketDataService, ownedId: number): Promise<Book> {
  const [book] = await readBooks(db, marketData, [await store.ownedById(db, ownedId)]);
  if (!book) throw new Error(`basket ${ownedId} has no book`);
  return book;
}

/** Of several at once, in their order. */
export async function readBooks(
  db: Queryable,
  marketData: MarketDataService,
  owned: readonly store.OwnedRecord[],
): Promise<Book[]> {
  const ids = owned.map(({ id }) => id);
  const flows = await store.listFlows(db, ids);
  const orders = await store.listOrders(db, ids);
  const runs = await store.listRuns(db, ids);
  const versions = [...owned.map((row) => row.basket_version_id), ...runs.map((run) => run.basket_version_id)];
  const constituents = await listConstituents(db, [...new Set(versions)]);
  const actions = await readActions(marketData, [...new Set(orders.map(({ symbol }) => symbol))]);
  const weightsOf = (versionId: number): TargetWeight[] =>
    constituents
      .filter((row) => row.basket_version_id === versionId)
      .map(({ symbol, weight_bps: weightBps }) => ({ symbol, weightBps }));
  return owned.map((row) => {
    const own = orders.filter((order) => order.owned_basket_id === row.id);
    const executed = own.map(executedOf);
    const came = flows
      .filter((flow) => flow.owned_basket_id === row.id)
      .map(({ day, amount_paise: amountPaise }) => ({ day, amountPaise }));
    return {
      ...{ owned: row, orders: own, executed, flows: came, actions, weightsOf },
      standingAt: (day) => standingOf({ flows: came, orders: executed }, actions, day),
    };
  });
}

function executedOf(order: store.OrderRow): ExecutedOrder {
  return {
    ...{ id: order.id, symbol: order.symbol, side: order.side, day: order.day },
    filledQuantity: order.filled_quantity,
    filledValuePaise: order.filled_value_paise,
    chargesPaise: order.charges_paise,
    sttPaise: order.stt_paise,
  };
}
