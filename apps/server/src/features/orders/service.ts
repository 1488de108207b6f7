import type { OrderRow, PositionRow, TradeRow } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import { investedPaise, unrealisedPaise } from './rules.ts';
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

export interface PageAsked {
  readonly pageNumber: number;
  readonly pageSize: number;
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
    page: PageAsked,
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
    page: PageAsked,
  ): Promise<Page<PositionRow> & { totals: PositionTotals }> {
    // Open positions are few (one for each instrument of a running deployment), so their totals come from all of them.
    const all = filter.status === 'open' ? await listPositions(db, dataset, filter) : undefined;
    const records =
      all?.slice(window(page).offset, window(page).offset + page.pageSize) ??
      (await listPositions(db, dataset, filter, window(page)));
    const total = all?.length ?? (await countPositions(db, filter));
    const totals = all ? openTotals(all) : closedTotals(await closedResult(filter));
    return { rows: records.map((record) => positionToWire(record, simulated)), total, totals };
  }

  function closedResult(filter: PositionFilter): Promise<ResultTotals> {
    return filter.search || filter.brokerLinkId !== undefined
      ? searchedTotals(db, filter)
      : preparedTotals(database, filter);
  }

  async function readOrders(filter: OrderFilter, page: PageAsked): Promise<Page<OrderRow>> {
    const [records, total] = await Promise.all([listOrders(db, filter, window(page)), countOrders(db, filter)]);
    return { rows: records.map((record) => orderToWire(record, simulated)), total };
  }

  return { readTrades, readPositions, readOrders };
}

function window({ pageNumber, pageSize }: PageAsked) {
  return { limit: pageSize, offset: (pageNumber - 1) * pageSize };
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
