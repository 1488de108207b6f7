import type { InputOf, MyBasket, mybasketdetails, OutputOf } from '@trickdesk/contract';
import type { Database, Queryable } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf, indiaMoment, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { badgeOf } from '../orders/index.ts';
import { dueReason, newestWeights } from './due.ts';
import { heldBackOf } from './hold-back.ts';
import { holdingsOf } from './holdings.ts';
import * as store from './owned-store.ts';
import { type Book, readBooks } from './read-book.ts';
import { rounded, titlesOf } from './read-catalogue.ts';
import { readMoment, readNames } from './read-market.ts';
import { driftOf } from './read-plan.ts';
import { explainReturns, type Returns, returnsOf, type ValueDay, valuesOf } from './returns.ts';
import { datesOf } from './sip.ts';
import { listInstalments, listSips } from './sip-store.ts';
import { type Names, worthOf } from './wanted-orders.ts';
import { runToWire, sipToWire } from './wire.ts';

export interface OwnedParts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly clock: Clock;
}

/** Everything about one holding that its screens show. */
interface Seen {
  readonly book: Book;
  readonly names: Names;
  readonly today: IndiaDate;
  readonly wire: MyBasket;
  readonly values: readonly ValueDay[];
  readonly returns: Returns;
  readonly runs: readonly store.RunRow[];
}

export async function readMyBaskets(
  parts: OwnedParts,
  { accountId, mode, status, search }: Omit<store.OwnedFilter, 'dataset'>,
): Promise<MyBasket[]> {
  const { database, marketData } = parts;
  const rows = await store.listOwned(database.kysely, { accountId, mode, status, dataset: marketData.dataset });
  const wanted = search?.toLowerCase();
  const found = wanted === undefined ? rows : rows.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (await see(parts, database.kysely, found)).map(({ wire }) => wire);
}

export async function readMyBasket(
  parts: OwnedParts,
  { accountId, myBasketId }: { readonly accountId: number } & InputOf<typeof mybasketdetails>,
): Promise<OutputOf<typeof mybasketdetails>> {
  const { database, marketData } = parts;
  const owned = await store.findOwned(database.kysely, accountId, myBasketId);
  if (!owned || owned.dataset !== marketData.dataset) throw new Refusal('NOT_FOUND');
  const [seen] = await see(parts, database.kysely, [owned]);
  if (!seen) throw new Refusal('NOT_FOUND');
  const { book, names, today, wire, values, returns, runs } = seen;
  const standing = book.standingAt(today);
  const titles = await titlesOf(marketData, [...standing.held.keys()]);
  const prices = await marketData.lastPrices([...standing.held.keys()].map((symbol) => ({ symbol })));
  const flows = await store.listFlows(database.kysely, [owned.id]);
  return {
    my_basket: wire,
    holdings: holdingsOf({ standing, names, titles, today, targets: book.weightsOf(owned.basket_version_id), prices }),
    flow_list: flows.map(({ day: date, amount_paise: amount, cause }) => ({
      date,
      amountPaise: toSafePaise(amount),
      cause,
    })),
    run_list: runs.map((run) => runToWire(run, book.orders)),
    growth: [
      ...values.filter(({ date }) => date < today),
      ...(wire.status === 'closed'
        ? []
        : [{ date: today, valuePaise: wire.valuePaise, investedPaise: wire.investedPaise }]),
    ],
    returnsExplained: explainReturns(returns),
    disposals: [...standing.disposals],
  };
}

async function see(parts: OwnedParts, db: Queryable, rows: readonly store.OwnedRecord[]): Promise<Seen[]> {
  const { marketData, clock } = parts;
  const ids = rows.map(({ id }) => id);
  const books = await readBooks(db, marketData, rows);
  const runs = await store.listRuns(db, ids);
  const sips = await listSips(db, ids);
  const instalments = await listInstalments(db, ids);
  const latest = await newestWeights(db, marketData, rows);
  const { now } = await marketData.marketState();
  const today = indiaDateOf(now ?? clock.now());
  const symbols = new Set(
    books.flatMap((book) => [
      ...book.orders.map(({ symbol }) => symbol),
      ...(latest.get(book.owned.basket_id)?.keys() ?? []),
    ]),
  );
  const names = await readNames(marketData, [...symbols], await readMoment(marketData));
  const seen: Seen[] = [];
  for (const book of books) {
    const own = runs.filter((run) => run.owned_basket_id === book.owned.id);
    const row = sips.find((sip) => sip.owned_basket_id === book.owned.id);
    const dealt = instalments.filter((one) => one.owned_basket_id === book.owned.id);
    const sip = row && sipToWire({ row, next: datesOf(marketData, { row, instalments: dealt, today, count: 3 }) });
    const values = await valuesOfBook(marketData, book, today);
    const facts = {
      book,
      names,
      today,
      runs: own,
      values,
      latest: latest.get(book.owned.basket_id),
      simulated: marketData.simulated,
    };
    const { wire, returns } = wireOf(facts);
    const more = { ...(sip ? { sip } : {}), ...heldBackOf(book.owned) };
    seen.push({ ...facts, returns, wire: { ...wire, ...more } });
  }
  return seen;
}

async function valuesOfBook(marketData: MarketDataService, book: Book, today: IndiaDate): Promise<ValueDay[]> {
  const begin = book.flows[0]?.day;
  if (begin === undefined || begin >= today) return [];
  const closes = new Map<string, ReadonlyMap<IndiaDate, number>>();
  for (const symbol of new Set(
    book.executed.filter(({ filledQuantity }) => filledQuantity > 0).map(({ symbol }) => symbol),
  )) {
    // In the units of their day: what is held follows splits by itself.
    const bars = await marketData.bars({ symbol, interval: '1d', from: indiaMoment(begin), to: indiaMoment(today) });
    closes.set(symbol, new Map(bars.map(({ openAt, close }) => [indiaDateOf(openAt), close])));
  }
  return valuesOf(book.standingAt, closes, { from: begin, to: today });
}

/** What a book's money earned, from its flows and the closes of its days, and what it is worth now. */
export async function returnsOfBook(
  marketData: MarketDataService,
  book: Book,
  now: { readonly date: IndiaDate; readonly valuePaise: number },
): Promise<Returns> {
  return returnsOf(book.flows, await valuesOfBook(marketData, book, now.date), endOf(book, now));
}

/** Today's worth, or what the sale of all has brought. */
function endOf({ owned, flows }: Book, now: { readonly date: IndiaDate; readonly valuePaise: number }) {
  const last = flows.at(-1);
  if (owned.status !== 'closed' || !last) return { ...now, isClosed: false };
  return { date: last.day, valuePaise: -Number(last.amountPaise), isClosed: true };
}

interface WireFacts {
  readonly book: Book;
  readonly names: Names;
  readonly today: IndiaDate;
  readonly runs: readonly store.RunRow[];
  readonly values: readonly ValueDay[];
  readonly latest: ReadonlyMap<string, number> | undefined;
  readonly simulated: boolean;
}

function wireOf({ book, names, today, runs, values, latest, simulated }: WireFacts): {
  wire: MyBasket;
  returns: Returns;
} {
  const { owned } = book;
  const standing = book.standingAt(today);
  const { held, cashPaise, investedPaise, chargesPaise } = standing;
  const worth = worthOf(held, names);
  const cost = standing.lots.reduce((sum, lot) => sum + lot.costPaise, 0);
  const value = worth + Number(cashPaise);
  const pnl = value - Number(investedPaise);
  const unrealised = worth - cost;
  const returns = returnsOf(book.flows, values, endOf(book, { date: today, valuePaise: value }));
  const targets = book.weightsOf(owned.basket_version_id);
  const drift = owned.status === 'closed' || targets.length === 0 ? 0 : driftOf(held, names, targets);
  const due = dueReason({ owned, drift, targets, latest });
  const run = runs.find(({ ended_at: at }) => at === null);
  const wire: MyBasket = {
    ...{ myBasketId: owned.id, basketId: owned.basket_id, name: owned.name, status: owned.status },
    badge: badgeOf(owned.mode, simulated),
    ...(owned.broker_link_id === null ? {} : { brokerId: owned.broker_link_id }),
    ...{ investedPaise: toSafePaise(investedPaise), valuePaise: value, cashPaise: toSafePaise(cashPaise) },
    chargesPaise: toSafePaise(chargesPaise),
    ...{ pnlPaise: pnl, unrealisedPaise: unrealised },
    realisedPaise: standing.disposals.reduce((sum, { gainPaise }) => sum + gainPaise, 0),
    sttPaise: toSafePaise(standing.sttPaise),
    ...(returns.xirrPercent === undefined ? {} : { xirrPercent: rounded(returns.xirrPercent) }),
    ...(returns.returnPercent === undefined ? {} : { returnPercent: rounded(returns.returnPercent) }),
    driftPercent: drift,
    stalePrices: [...held.keys()].filter((symbol) => !names.has(symbol)).sort(),
    rebalanceDue: due !== undefined,
    ...(due === undefined ? {} : { rebalanceReason: due }),
    ...(run ? { run: runToWire(run, book.orders) } : {}),
    openedAt: toIndiaIso(owned.opened_at.getTime()),
    ...(owned.closed_at ? { closedAt: toIndiaIso(owned.closed_at.getTime()) } : {}),
  };
  return { wire, returns };
}
