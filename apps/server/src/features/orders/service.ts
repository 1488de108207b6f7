import type { HeldPositionRow, OrderRow, TradeRow } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf, type MarketCalendar, toSafePaise } from '@trickdesk/domain';
import { type HandPosition, readHandPositions } from './hand-positions.ts';
import { handSortable, handTotals, handToWire, isAskedFor } from './hand-wire.ts';
import { investedPaise, unrealisedPaise } from './rules.ts';
import { sortableOf, sortPositions } from './sort-positions.ts';
import type { OrderSort, PositionSort } from './sort-store.ts';
import {
  countOrders,
  countPositions,
  listOrders,
  listPositions,
  type OrderFilter,
  type PositionFilter,
  type PositionRecord,
  preparedTotals,
  type ResultTotals,
  searchedTotals,
} from './store.ts';
import { pageTrades, type TradePage } from './trades-store.ts';
import { holdingOf, markOf, orderToWire, positionToWire, tradeToWire } from './wire.ts';

export interface OrdersFacts {
  readonly database: Database;
  /** Which world's prices value an open position. */
  readonly dataset: string;
  readonly simulated: boolean;
  readonly calendar: MarketCalendar;
  /** The exchange's clock. */
  readonly now: () => Promise<EpochMs>;
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
  /** Of these rows, those opened by hand or handed over; their result is before charges and in no other figure. */
  readonly handPositions: number;
  readonly handPnlPaise: number;
}

export type OrdersService = ReturnType<typeof createOrdersService>;

export function createOrdersService({ database, dataset, simulated, calendar, now }: OrdersFacts) {
  const db = database.kysely;

  async function readTrades(
    asked: PositionFilter,
    page: PageAsked<PositionSort>,
  ): Promise<Page<TradeRow> & { totals: ResultTotals }> {
    const { records, totals } = asked.search
      ? await searchTrades({ ...asked, isTrade: true }, page)
      : await pageTrades(database, asked, window(page));
    return { rows: records.map((record) => tradeToWire(record, simulated)), total: totals.trades, totals };
  }

  async function searchTrades(filter: PositionFilter, page: PageAsked<PositionSort>): Promise<TradePage> {
    const [records, totals] = await Promise.all([
      listPositions(db, dataset, filter, window(page)),
      searchedTotals(db, filter),
    ]);
    return { records, totals };
  }

  async function readPositions(
    filter: PositionFilter,
    page: PageAsked<PositionSort>,
  ): Promise<Page<HeldPositionRow> & { totals: PositionTotals }> {
    if (filter.status === 'open') {
      // They are few (one for each instrument of a running deployment), so totals and order come from them all.
      const [records, byHand] = await Promise.all([listPositions(db, dataset, filter), readByHand(filter)]);
      return openPage({ records, byHand }, page, simulated);
    }
    const records = await listPositions(db, dataset, filter, window(page));
    return {
      rows: records.map((record) => ofTrick(record, simulated)),
      total: await countPositions(db, filter),
      totals: closedTotals(await closedResult(filter)),
    };
  }

  async function readByHand(filter: PositionFilter): Promise<HandPosition[]> {
    return filter.mode === 'live' ? heldByHand(db, filter, { dataset, day: indiaDateOf(await now()) }) : [];
  }

  /** Positions that an account's owner opened by hand or took over from tricks. */
  async function countByHand(accountId: number): Promise<number> {
    return (await readByHand({ accountId, mode: 'live', status: 'open' })).length;
  }

  function closedResult(filter: PositionFilter): Promise<ResultTotals> {
    return filter.search || filter.brokerLinkId !== undefined
      ? searchedTotals(db, filter)
      : preparedTotals(database, filter);
  }

  async function readOrders(filter: OrderFilter, page: PageAsked<OrderSort>): Promise<Page<OrderRow>> {
    const [records, total, at] = await Promise.all([
      listOrders(db, filter, window(page)),
      countOrders(db, filter),
      now(),
    ]);
    return { rows: records.map((record) => orderToWire(record, { simulated, calendar, now: at })), total };
  }

  return { readTrades, readPositions, countByHand, readOrders };
}

function window<Sort>({ pageNumber, pageSize, sort }: PageAsked<Sort>) {
  return { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
}

function openPage(
  { records, byHand }: { readonly records: readonly PositionRecord[]; readonly byHand: readonly HandPosition[] },
  page: PageAsked<PositionSort>,
  simulated: boolean,
): Page<HeldPositionRow> & { totals: PositionTotals } {
  const all = [
    ...records.map((record) => ({ ...sortableOf(record), row: () => ofTrick(record, simulated) })),
    ...byHand.map((held) => ({ ...handSortable(held), row: () => handToWire(held, simulated) })),
  ];
  const { limit, offset } = window(page);
  const shown = sortPositions(all, page.sort).slice(offset, offset + limit);
  return { rows: shown.map(({ row }) => row()), total: all.length, totals: openTotals(records, byHand) };
}

async function heldByHand(
  db: Database['kysely'],
  filter: PositionFilter,
  moment: { readonly dataset: string; readonly day: IndiaDate },
): Promise<HandPosition[]> {
  const held = await readHandPositions(db, { accountId: filter.accountId, ...moment });
  return held.filter((position) => isAskedFor(position, filter));
}

function ofTrick(record: PositionRecord, simulated: boolean): HeldPositionRow {
  return { placedBy: 'trick', ...positionToWire(record, simulated) };
}

function openTotals(records: readonly PositionRecord[], byHand: readonly HandPosition[]): PositionTotals {
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
  const hand = handTotals(byHand);
  return {
    pnlPaise: toSafePaise(pnl),
    chargesPaise: toSafePaise(charges),
    investedPaise: toSafePaise(invested + hand.invested),
    handPositions: byHand.length,
    handPnlPaise: toSafePaise(hand.pnl),
  };
}

function closedTotals(totals: ResultTotals): PositionTotals {
  const [pnlPaise, chargesPaise] = [toSafePaise(totals.net), toSafePaise(totals.charges)];
  return { pnlPaise, chargesPaise, investedPaise: 0, handPositions: 0, handPnlPaise: 0 };
}
