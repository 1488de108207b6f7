import type { Queryable } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf, type Paise } from '@trickdesk/domain';
import { xirr } from '@trickdesk/engine';
import { badgeOf } from '../orders/index.ts';
import * as store from './owned-store.ts';
import { type Book, readBooks } from './read-book.ts';
import { rounded } from './read-catalogue.ts';
import { readMoment, readNames } from './read-market.ts';
import { type OwnedParts, returnsOfBook } from './read-owned.ts';
import type { Names } from './wanted-orders.ts';

export type BasketFigure =
  | 'basketPnl'
  | 'basketInvested'
  | 'basketValue'
  | 'basketCash'
  | 'basketRealised'
  | 'basketUnrealised'
  | 'basketCharges';
export type RateFigure = 'basketXirr' | 'basketReturn';

/** One of the flows, orders, sales, holdings or baskets that a figure comes from. */
export interface BasketPart {
  readonly kind: store.FlowRow['cause'] | 'bought' | 'sold' | 'sale' | 'holding' | 'cash' | 'stt' | 'worth' | 'basket';
  readonly label: string;
  readonly quantity?: number;
  readonly date?: IndiaDate;
  readonly at?: Date;
  readonly amount: Paise;
  readonly link?: string;
}

type Part = BasketPart;
type Whose = Pick<store.OwnedFilter, 'accountId' | 'mode' | 'status' | 'search'>;

/** Of all baskets that a filter lets through: a part for each, which is the sum of its own. */
export async function explainBaskets(
  parts: OwnedParts,
  db: Queryable,
  { figure, search, ...whose }: Whose & { readonly figure: BasketFigure },
): Promise<readonly Part[]> {
  const rows = await store.listOwned(db, { ...whose, dataset: parts.marketData.dataset });
  const wanted = search?.toLowerCase();
  const found = wanted === undefined ? rows : rows.filter(({ name }) => name.toLowerCase().includes(wanted));
  const { books, ...facts } = await readFacts(parts, db, found);
  return books.map((book) => ({
    ...{ kind: 'basket', label: book.owned.name, link: `/my-baskets/${book.owned.id}` },
    amount: sumOf(partsOf(book, facts, figure)),
  }));
}

/** Of one basket; a rate with what it comes to. `undefined` where it is not the caller's. */
export async function explainBasket(
  parts: OwnedParts,
  db: Queryable,
  asked: { readonly accountId: number; readonly myBasketId: number; readonly figure: BasketFigure | RateFigure },
) {
  const owned = await store.findOwned(db, asked.accountId, asked.myBasketId);
  if (!owned || owned.dataset !== parts.marketData.dataset) return undefined;
  const { books, ...facts } = await readFacts(parts, db, [owned]);
  const [book] = books;
  if (!book) throw new Error(`basket ${owned.id} has no book`);
  const badge = badgeOf(owned.mode, parts.marketData.simulated);
  const { figure } = asked;
  if (figure !== 'basketXirr' && figure !== 'basketReturn') return { badge, parts: partsOf(book, facts, figure) };
  const flows = earned(book, facts);
  const { xirrPercent, returnPercent } = await returnsOfBook(parts.marketData, book, {
    date: facts.today,
    valuePaise: Number(sumOf(partsOf(book, facts, 'basketValue'))),
  });
  // A year's rate anew from the very parts that are shown; before a year there is none.
  const yearly = xirrPercent === undefined ? undefined : rateOf(flows);
  const percent = figure === 'basketReturn' ? returnPercent : yearly;
  return { badge, parts: flows, ratePercent: percent === undefined ? undefined : rounded(percent) };
}

interface Facts {
  readonly names: Names;
  readonly today: IndiaDate;
  readonly flows: readonly store.FlowRow[];
}

async function readFacts({ marketData, clock }: OwnedParts, db: Queryable, rows: readonly store.OwnedRecord[]) {
  const books = await readBooks(db, marketData, rows);
  const symbols = new Set(books.flatMap((book) => book.orders.map(({ symbol }) => symbol)));
  const moment = await readMoment(marketData);
  const names = await readNames(marketData, [...symbols], moment);
  const flows = await store.listFlows(
    db,
    rows.map(({ id }) => id),
  );
  return { books, names, flows, today: moment?.day ?? indiaDateOf(clock.now()) };
}

const sumOf = (parts: readonly Part[]): Paise => parts.reduce((sum, { amount }) => sum + amount, 0n);

function partsOf(book: Book, facts: Facts, figure: BasketFigure): readonly Part[] {
  switch (figure) {
    case 'basketInvested':
      return flowsOf(book, facts);
    case 'basketValue':
      return [...holdingsOf(book, facts, 0n), { kind: 'cash', label: '', amount: sumOf(cashOf(book, facts)) }];
    case 'basketCash':
      return cashOf(book, facts);
    case 'basketRealised':
      return salesOf(book, facts);
    case 'basketUnrealised':
      return holdingsOf(book, facts, 1n);
    case 'basketCharges':
      return tradesOf(book, ({ charges_paise: charges }) => charges);
    case 'basketPnl': {
      const stt = -sumOf(tradesOf(book, (order) => order.stt_paise));
      const tax: Part = { kind: 'stt', label: '', amount: stt };
      return [...salesOf(book, facts), ...holdingsOf(book, facts, 1n), ...(stt === 0n ? [] : [tax])];
    }
  }
}

function flowsOf({ owned }: Book, { flows }: Facts): readonly Part[] {
  const own = flows.filter((flow) => flow.owned_basket_id === owned.id);
  return own.map(({ cause, day, amount_paise: amount }) => ({ kind: cause, label: '', date: day, amount }));
}

/** What the money earned: what was put in is gone, and what it is worth is there. */
function earned(book: Book, facts: Facts): readonly Part[] {
  const flows = flowsOf(book, facts).map((flow) => ({ ...flow, amount: -flow.amount }));
  if (book.owned.status === 'closed') return flows;
  const amount = sumOf(partsOf(book, facts, 'basketValue'));
  return [...flows, { kind: 'worth', label: '', date: facts.today, amount }];
}

function rateOf(parts: readonly Part[]): number | undefined {
  const rate = xirr(parts.map(({ date = '', amount }) => ({ date, amountPaise: Number(amount) })));
  return rate === undefined ? undefined : rate * 100;
}

/** Orders of which something was executed. */
function tradesOf({ orders }: Book, amountOf: (order: store.OrderRow) => Paise): readonly Part[] {
  const done = orders.filter(({ filled_quantity: filled }) => filled > 0);
  return done.map((order) => ({
    ...{ kind: order.side === 'buy' ? 'bought' : 'sold', label: order.symbol },
    ...{ quantity: order.filled_quantity, at: order.exchange_at, amount: amountOf(order) },
    ...(order.broker_order_id === null ? {} : { link: `/orders/own/${order.broker_order_id}` }),
  }));
}

function cashOf(book: Book, facts: Facts): readonly Part[] {
  const moved = tradesOf(book, ({ side, filled_value_paise: value, charges_paise: charges }) =>
    side === 'buy' ? -value - charges : value - charges,
  );
  return [...flowsOf(book, facts), ...moved];
}

/** What each share is worth at its last price, less so many times what it cost. */
function holdingsOf({ owned, standingAt }: Book, { names, today }: Facts, lessCost: 0n | 1n): readonly Part[] {
  const { held, lots } = standingAt(today);
  return [...held].map(([symbol, quantity]) => {
    const cost = lots.filter((lot) => lot.symbol === symbol).reduce((sum, lot) => sum + BigInt(lot.costPaise), 0n);
    const worth = BigInt(quantity) * BigInt(names.get(symbol)?.pricePaise ?? 0);
    const link = `/my-baskets/${owned.id}?holding=${encodeURIComponent(symbol)}`;
    return { kind: 'holding', label: symbol, quantity, amount: worth - lessCost * cost, link };
  });
}

const salesOf = ({ standingAt }: Book, { today }: Facts): readonly Part[] =>
  standingAt(today).disposals.map(({ symbol, quantity, soldOn, gainPaise }) => ({
    ...{ kind: 'sale', label: symbol, quantity, date: soldOn, amount: BigInt(gainPaise) },
  }));
