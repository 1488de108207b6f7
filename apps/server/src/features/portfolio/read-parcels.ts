import type { Queryable } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { LotAction } from '@trickdesk/engine';
import { type BasketDealRow, listBasketDeals, listTrickPositions, type PositionRow } from './overview-store.ts';
import {
  accountParcels,
  type BasketDeal,
  basketClaims,
  basketParcels,
  type Claim,
  type OverviewAccount,
  type Parcel,
  type TrickPosition,
  trickParcels,
} from './parcel-rules.ts';
import { accountsOf, actionsUntil, type PortfolioParts } from './read-accounts.ts';
import { listDeals, listLinks } from './store.ts';

export interface Book {
  readonly parcels: readonly Parcel[];
  /** Live: what baskets and tricks count. In test mode every parcel says whose it is. */
  readonly claims: readonly Claim[];
  readonly actions: readonly LotAction[];
  readonly accounts: readonly OverviewAccount[];
  readonly recordsFrom: IndiaDate | undefined;
}

interface Asked {
  readonly accountId: number;
  readonly today: IndiaDate;
}

/** Everything that traded in test mode. */
export async function readTestBook(parts: PortfolioParts, { accountId, today }: Asked): Promise<Book> {
  const db = parts.database.kysely;
  const filter = { accountId, mode: 'paper', dataset: parts.marketData.dataset } as const;
  const deals = (await listBasketDeals(db, filter)).map(basketDealOf);
  const positions = (await listTrickPositions(db, filter)).map(positionOf);
  const actions = await actionsUntil(parts.marketData, [...deals, ...positions], today);
  const parcels = [...basketParcels(deals, actions), ...trickParcels(positions)];
  return {
    ...{ parcels, actions, accounts: [], recordsFrom: firstDay(parcels) },
    claims: parcels.flatMap(({ holder, symbol, quantity, soldOn }) =>
      holder && soldOn === undefined ? [{ holder, symbol, quantity }] : [],
    ),
  };
}

/** Everything that traded at a person's broker accounts, and what they hold. */
export async function readLiveBook(parts: PortfolioParts, { accountId, today }: Asked): Promise<Book> {
  const { database, marketData, environment } = parts;
  const db = database.kysely;
  const rows = await listDeals(db, { accountId, environment });
  const accounts = await accountsOf(parts, await listLinks(db, { accountId, environment }), rows);
  const actions = await actionsUntil(marketData, rows, today);
  const parcels = accounts.flatMap((account) => accountParcels(account, ofSymbols(actions, account)));
  const linked = new Set(accounts.filter(({ isLinked }) => isLinked).map(({ brokerId }) => brokerId));
  return {
    ...{ parcels, actions, accounts, recordsFrom: firstDay(parcels) },
    claims: await claimsOf(db, { accountId, actions, linked, dataset: marketData.dataset }),
  };
}

interface ClaimFacts {
  readonly accountId: number;
  readonly dataset: string;
  readonly actions: readonly LotAction[];
  readonly linked: ReadonlySet<number>;
}

async function claimsOf(db: Queryable, { accountId, dataset, actions, linked }: ClaimFacts): Promise<Claim[]> {
  const filter = { accountId, mode: 'live', dataset } as const;
  const deals = await listBasketDeals(db, filter);
  const positions = (await listTrickPositions(db, filter)).map(positionOf);
  return [
    ...positions
      .filter(({ isDelivery, direction }) => isDelivery && direction === 'long')
      .map(({ holder, symbol, quantity }) => ({ holder, symbol, quantity })),
    ...basketClaims(
      deals.filter(({ brokerId }) => brokerId !== null && linked.has(brokerId)).map(basketDealOf),
      actions,
    ),
  ];
}

function ofSymbols(actions: readonly LotAction[], { deals }: OverviewAccount): LotAction[] {
  const symbols = new Set(deals.map(({ symbol }) => symbol));
  return actions.filter(({ symbol }) => symbols.has(symbol));
}

function basketDealOf(row: BasketDealRow): BasketDeal {
  const { id, symbol, side, quantity, day: date, basketId, name } = row;
  return {
    ...{ id, symbol, side, quantity, date, holder: { kind: 'basket', id: basketId, name } },
    ...{ valuePaise: Number(row.valuePaise), deductiblePaise: Number(row.chargesPaise) },
  };
}

function positionOf(row: PositionRow): TrickPosition {
  const { symbol, direction, quantity, entryPaise, exitDay, netPaise, deploymentId, name, product } = row;
  const entryChargesPaise = Number(row.entryChargesPaise);
  return {
    ...{ symbol, direction, quantity, entryPaise, entryChargesPaise, isDelivery: product === 'DELIVERY' },
    holder: { kind: 'trick', id: deploymentId, name },
    entryOn: indiaDateOf(row.entryAt.getTime()),
    exit: exitDay === null || netPaise === null ? undefined : { on: exitDay, netPaise: Number(netPaise) },
  };
}

function firstDay(parcels: readonly Parcel[]): IndiaDate | undefined {
  return parcels
    .flatMap(({ boughtOn, soldOn }) => boughtOn ?? soldOn ?? [])
    .toSorted()
    .at(0);
}
