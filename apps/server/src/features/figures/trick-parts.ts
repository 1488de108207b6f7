import type { MyTrick } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import type { IndiaDate, Paise } from '@trickdesk/domain';
import { exchangeDay, readMyTrick, readMyTricks } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import {
  dayUnrealisedPaise,
  holdingOf,
  investedPaise,
  markOf,
  openPositionsOf,
  type PositionRecord,
  unrealisedPaise,
} from '../orders/index.ts';
import { type Opened, openedOf, type Page, type Part } from './part.ts';
import {
  countTrades,
  type DayFilter,
  listTrades,
  type Mode,
  sumByTrick,
  sumOfMoved,
  type TradeColumn,
} from './store.ts';

export type TrickFigure = 'trickCapital' | 'trickDay' | 'trickTotal' | 'trickCharges' | 'trickInvested';

export interface TrickFilter {
  readonly accountId: number;
  readonly mode: Mode;
  readonly status?: Parameters<typeof readMyTricks>[2]['status'];
  readonly brokerLinkId?: number | undefined;
  readonly search?: string | undefined;
}

type Market = Pick<MarketDataService, 'dataset' | 'simulated'>;

const pageOf = (id: number): string => `/my-tricks/${id}`;

/** Of all tricks that a filter lets through: a part for each. */
export async function openTricks(
  db: Queryable,
  market: Market,
  { filter, figure, page }: { readonly filter: TrickFilter; readonly figure: TrickFigure; readonly page: Page },
): Promise<Opened> {
  const reading = await readerOf(db, market, figure);
  return openedOf(await partsOfTricks(db, market, { filter, figure, reading }), page);
}

/** Of an account in one mode: its tricks, then what those that are in the other mode now have closed in this one. */
export async function openAccount(
  db: Queryable,
  market: Market,
  asked: { readonly accountId: number; readonly mode: Mode; readonly figure: TrickFigure; readonly page: Page },
): Promise<Opened> {
  const { accountId, mode, figure, page } = asked;
  const reading = await readerOf(db, market, figure);
  const parts = await partsOfTricks(db, market, { filter: { accountId, mode }, figure, reading });
  if (!reading.closed) return openedOf(parts, page);
  const days = { accountId, mode, brokerLinkId: undefined, roboPro: undefined, from: reading.day, to: reading.day };
  const moved = await movedParts(db, days, reading.closed);
  return openedOf([...parts, ...moved.filter(({ amount }) => amount !== 0n)], page);
}

/** Of each trick that is in the other mode now, by its trades: its own page has none of it. */
export async function movedParts(db: Queryable, filter: DayFilter, column: TradeColumn): Promise<Part[]> {
  const type = filter.mode === 'live' ? 'Live' : 'Test';
  return (await sumOfMoved(db, filter, column)).map(({ id, name, amount }) => ({
    ...{ kind: 'moved_trick', label: name, amount },
    link: `/trades?type=${type}&TricksId=${id}`,
  }));
}

async function partsOfTricks(
  db: Queryable,
  market: Market,
  asked: { readonly filter: TrickFilter; readonly figure: TrickFigure; readonly reading: Reading },
): Promise<Part[]> {
  const { filter, figure } = asked;
  const { closed, open, day } = asked.reading;
  const tricks = await readMyTricks(db, market, filter);
  const ids = tricks.map(({ TricksId }) => TricksId);
  const { accountId, mode } = filter;
  const sums = closed ? await sumByTrick(db, { accountId, mode, deploymentIds: ids, day }, closed) : new Map();
  const held = open ? await openPositionsOf(db, market.dataset, ids) : [];
  const parts = tricks.map((trick): Part => {
    const own = held.filter((position) => position.deployment_id === trick.TricksId);
    const unsold = own.reduce((sum, position) => sum + (open?.(position) ?? 0n), 0n);
    const amount = figure === 'trickCapital' ? BigInt(trick.capitalPaise) : (sums.get(trick.TricksId) ?? 0n) + unsold;
    return { kind: 'trick', label: trick.name, amount, link: pageOf(trick.TricksId) };
  });
  // Where most have nothing to add, those that have would be looked for.
  return figure === 'trickCapital' ? parts : parts.filter(({ amount }) => amount !== 0n);
}

/** Of one trick: what it holds first, then its trades, newest first. `undefined` where it is not the caller's. */
export async function openTrick(
  db: Queryable,
  market: Market,
  asked: {
    readonly accountId: number;
    readonly deploymentId: number;
    readonly figure: TrickFigure;
    readonly page: Page;
  },
): Promise<(Opened & { readonly badge: MyTrick['badge'] }) | undefined> {
  const { accountId, deploymentId, figure, page } = asked;
  const trick = await readMyTrick(db, market, accountId, deploymentId);
  if (!trick) return undefined;
  const { badge } = trick;
  if (figure === 'trickCapital') {
    const capital = { kind: 'capital', label: trick.name, amount: BigInt(trick.capitalPaise) } as const;
    return { badge, ...openedOf([capital], page) };
  }
  const mode = trick.mode === 'Live' ? 'live' : 'paper';
  const { closed, open, day } = await readerOf(db, market, figure);
  const held = open ? (await openPositionsOf(db, market.dataset, [deploymentId])).map((one) => partOf(one, open)) : [];
  const of = { accountId, mode, deploymentIds: [deploymentId], day } as const;
  const first = openedOf(held, page);
  if (!closed) return { badge, ...first };
  const window = { limit: page.limit - first.parts.length, offset: Math.max(0, page.offset - held.length) };
  const trades = await listTrades(db, of, { column: closed, ...window });
  const sums = await sumByTrick(db, of, closed);
  return {
    badge,
    parts: [...first.parts, ...trades.map((trade) => tradePart(trade, trick))],
    count: held.length + (await countTrades(db, of)),
    total: first.total + (sums.get(deploymentId) ?? 0n),
  };
}

/** Which column of closed trades a figure adds up, what it takes of an open one, and of which day. */
interface Reading {
  readonly closed?: TradeColumn;
  readonly open?: (position: PositionRecord) => Paise;
  readonly day?: IndiaDate | undefined;
}

async function readerOf(db: Queryable, { dataset }: Market, figure: TrickFigure): Promise<Reading> {
  switch (figure) {
    case 'trickCapital':
      return {};
    case 'trickDay': {
      const day = await exchangeDay(db, dataset);
      return { day, closed: 'net_paise', open: valued((holding, mark) => dayUnrealisedPaise(holding, mark, day)) };
    }
    case 'trickTotal':
      return { closed: 'net_paise', open: unrealisedOf };
    case 'trickCharges':
      return { closed: 'charges_paise', open: (position) => position.charges_paise };
    case 'trickInvested':
      return { open: (position) => investedPaise(holdingOf(position)) };
  }
}

type Marked = (holding: ReturnType<typeof holdingOf>, mark: NonNullable<ReturnType<typeof markOf>>) => Paise;

/** Nothing until its instrument has had a price. */
const valued =
  (worth: Marked) =>
  (position: PositionRecord): Paise => {
    const mark = markOf(position);
    return mark ? worth(holdingOf(position), mark) : 0n;
  };

export const unrealisedOf = valued(unrealisedPaise);

export function partOf(position: PositionRecord, amountOf: (position: PositionRecord) => Paise): Part {
  return {
    ...{ kind: 'position', label: position.symbol, quantity: position.quantity, at: position.entry_at },
    ...{ amount: amountOf(position), link: pageOf(position.deployment_id) },
  };
}

function tradePart(trade: Awaited<ReturnType<typeof listTrades>>[number], { TricksId, mode }: MyTrick): Part {
  const { id, symbol, quantity, exit_at: at, amount } = trade;
  const link = `/trades?type=${mode}&TricksId=${TricksId}&trade=${id}`;
  return { kind: 'trade', label: symbol, quantity, at, amount, link };
}
