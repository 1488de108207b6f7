import type { OrderRow, PositionRow, TradeRow } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import { investedPaise, unrealisedPaise } from './rules.ts';
import { sortPositions } from './sort-positions.ts';
import type { OrderSort, PositionSort } from './sort-store.ts';
import {
  countOrders,
  countPositions,
  listOrders,
  listPositions,
  type OrderFilter,
  type PositionFilter,
  type PositionRecord,
  preparedPositions,
  preparedTotals,
  type ResultTotals,
  searchedTotals,
} from './store.ts';
import { holdingOf, markOf, orderToWire, positionToWire, tradeToWire } from './wire.ts';

export interface OrdersFacts {
  readonly database: Database;
  /** Which world's prices value an open position. */
  readonly dataset: string;
  readonly simulated: boolean;
}

export interface PageAsked<Sort> {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sort?: Sort | undefined;
}
interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface PositionTotals {
  readonly pnlPaise: number;
  readonly chargesPaise: number;
  readonly investedPaise: number;
}

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService({ database, dataset, simulated }: OrdersFacts) {
  const db = database.kysely;

  async function readTrades(
    asked: PositionFilter,
    page: PageAsked<PositionSort>,
  ): Promise<Page<TradeRow> & { totals: ResultTotals }> {
    const filter = { ...asked, isTrade: true };
    const [records, totals] = await Promise.all([
      filter.search
        ? listPositions(db, dataset, filter, window(page))
        : preparedPositions(database, dataset, filter, window(page)),
      filter.search ? searchedTotals(db, filter) : preparedTotals(database, filter),
    ]);
    return { rows: records.map((record) => tradeToWire(record, simulated)), total: totals.trades, totals };
  }

  async function readPositions(
    filter: PositionFilter,
    page: PageAsked<PositionSort>,
  ): Promise<Page<PositionRow> & { totals: PositionTotals }> {
    // Open positions are few (one for each instrument of a running deployment), so totals and order come from them all.
    const all = filter.status === 'open' ? await listPositions(db, dataset, filter) : undefined;
    const { limit, offset } = window(page);
    const records = all
      ? sortPositions(all, page.sort).slice(offset, offset + limit)
      : await listPositions(db, dataset, filter, window(page));
    const total = all?.length ?? (await countPositions(db, filter));
    const totals = all ? openTotals(all) : closedTotals(await closedResult(filter));
    return { rows: records.map((record) => positionToWire(record, simulated)), total, totals };
  }

  function closedResult(filter: PositionFilter): Promise<ResultTotals> {
    return filter.search || filter.brokerLinkId !== undefined
      ? searchedTotals(db, filter)
      : preparedTotals(database, filter);
  }

  async function readOrders(filter: OrderFilter, page: PageAsked<OrderSort>): Promise<Page<OrderRow>> {
    const [records, total] = await Promise.all([listOrders(db, filter, window(page)), countOrders(db, filter)]);
    return { rows: records.map((record) => orderToWire(record, simulated)), total };
  }

  return { readTrades, readPositions, readOrders };
}

function window<Sort>({ pageNumber, pageSize, sort }: PageAsked<Sort>) {
  return { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
}

function openTotals(records: readonly PositionRecord[]): PositionTotals {
  let pnl = 0n;
  let charges = 0n;
  let invested = 0n;
  for (const record of records) {
    const holding = holdingOf(record);
    const mark = markOf(record);
    invested += investedPaise(holding);
    charges += record.charges_paise;
    if (mark) pnl += unrealisedPaise(holding, mark);
  }
  return { pnlPaise: toSafePaise(pnl), chargesPaise: toSafePaise(charges), investedPaise: toSafePaise(invested) };
}

function closedTotals(totals: ResultTotals): PositionTotals {
  return { pnlPaise: toSafePaise(totals.net), chargesPaise: toSafePaise(totals.charges), investedPaise: 0 };
}
