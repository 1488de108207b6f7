import { addDays, type EpochMs, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { dailyCloses, type Returns, returnsOf } from '../baskets/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { fewerAtBroker, soldOf } from './overview-rules.ts';
import type { Parcel, PriceNow } from './parcel-rules.ts';
import type { PortfolioParts } from './read-accounts.ts';
import { todayOf } from './read-accounts.ts';
import { type Book, readLiveBook, readTestBook } from './read-parcels.ts';
import {
  type Came,
  type Closes,
  cameTo,
  type DayFlow,
  dayValues,
  flowsOf,
  type HeldParcel,
  heldOverNight,
  inBenchmark,
  priceFinder,
  type ValueDay,
} from './return-rules.ts';
import { concentrationOf } from './share-rules.ts';
import { type AssetKind, holdersOf, instrumentsOf, kindsOf } from './spread-rules.ts';
import { isOtherFund } from './tax-rules.ts';

/** What baskets are measured by where they name nothing else; an index, so that it costs nothing to hold. */
const BENCHMARK = 'NIFTY';
/** Closes from a little before: the first purchase may fall on a day without one. */
const DAYS_BEFORE = 10;

export interface OverviewWish {
  readonly mode: 'paper' | 'live';
  readonly search: string | undefined;
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

export async function readOverview(parts: PortfolioParts, accountId: number, { mode, search }: OverviewWish) {
  const { marketData } = parts;
  const today = await todayOf(parts);
  const book = await (mode === 'live' ? readLiveBook : readTestBook)(parts, { accountId, today });
  const { parcels, claims, accounts } = book;
  const facts = await factsOf(marketData, parcels);
  const instruments = instrumentsOf(parcels, facts.prices);
  const { holders, overclaimed } = holdersOf(instruments, claims);
  const { now } = await marketData.marketState();
  const returns = await readReturns(marketData, { book, prices: facts.prices, today });
  const out = ({ brokerId, clientCode }: (typeof accounts)[number]) => ({ brokerId, clientCode });
  return {
    ...{ now, recordsFrom: book.recordsFrom, instruments, holders, titles: facts.titles, kindOf: facts.kindOf },
    kinds: kindsOf(instruments, facts.kindOf),
    concentration: concentrationOf(instruments.map(({ valuePaise }) => valuePaise)),
    ...soldOf(parcels, search),
    ...returns,
    missing: {
      unread: accounts.filter(({ isLinked, heldNow }) => isLinked && !heldNow).map(out),
      unlinked: accounts.filter(({ isLinked }) => !isLinked).map(out),
      unpriced: [...new Set(openSymbols(parcels))].filter((symbol) => !facts.prices.has(symbol)).sort(),
      fewer: fewerAtBroker(parcels, accounts, today),
      overclaimed: [...overclaimed],
      benchmark: returns.returns !== undefined && returns.benchmark === undefined,
    },
  };
}

const openSymbols = (parcels: readonly Parcel[]): string[] =>
  parcels.filter(({ soldOn }) => soldOn === undefined).map(({ symbol }) => symbol);

interface Facts {
  readonly prices: ReadonlyMap<string, PriceNow>;
  readonly titles: ReadonlyMap<string, string>;
  readonly kindOf: (symbol: string) => AssetKind;
}

async function factsOf(marketData: MarketDataService, parcels: readonly Parcel[]): Promise<Facts> {
  const symbols = [...new Set(openSymbols(parcels))];
  const known = await marketData.lastPrices(symbols.map((symbol) => ({ symbol })));
  const titles = new Map<string, string>();
  const kinds = new Map<string, AssetKind>();
  for (const symbol of symbols) {
    const instrument = await marketData.instrument('NSE', symbol);
    titles.set(symbol, instrument?.name ?? symbol);
    const isEtf = instrument?.kind === 'etf';
    if (isEtf) kinds.set(symbol, isOtherFund({ symbol, isEtf }) ? 'other_fund' : 'share_fund');
  }
  return {
    prices: new Map(known.filter(({ pricePaise }) => pricePaise > 0).map((price) => [price.symbol, price])),
    titles,
    kindOf: (symbol) => kinds.get(symbol) ?? 'share',
  };
}

interface ReturnFacts {
  readonly book: Book;
  readonly prices: ReadonlyMap<string, PriceNow>;
  readonly today: IndiaDate;
}

interface ReadReturns {
  readonly returns?: Came & Returns & { readonly flows: readonly DayFlow[] };
  readonly benchmark?: Came & Pick<Returns, 'xirrPercent'> & { readonly symbol: string; readonly name: string };
}

/** What was held over night earned, and what the benchmark would have earned with the same purchases. */
async function readReturns(marketData: MarketDataService, { book, prices, today }: ReturnFacts): Promise<ReadReturns> {
  const parcels = book.parcels
    .filter(heldOverNight)
    .filter(({ symbol, soldOn }) => soldOn !== undefined || prices.has(symbol));
  const flows = flowsOf(parcels);
  const valuePaise = parcels.reduce((sum, { symbol, quantity, soldOn }) => {
    return soldOn === undefined ? sum + quantity * (prices.get(symbol)?.pricePaise ?? 0) : sum;
  }, 0);
  const came = cameTo(flows, valuePaise);
  if (!came) return {};
  const values = await readValues(marketData, { book, parcels, since: came.since, today });
  const benchmark = await readBenchmark(marketData, { parcels, since: came.since, today });
  return {
    returns: { ...came, ...ratesOf(flows, values, { date: today, valuePaise }), flows },
    ...(benchmark ? { benchmark } : {}),
  };
}

function ratesOf(
  flows: readonly DayFlow[],
  values: readonly ValueDay[],
  now: { readonly date: IndiaDate; readonly valuePaise: number },
): Returns {
  const moved = flows.map(({ date: day, putInPaise, takenOutPaise }) => {
    return { day, amountPaise: BigInt(putInPaise - takenOutPaise) };
  });
  return returnsOf(moved, values, { ...now, isClosed: false });
}

interface ValueFacts {
  readonly parcels: readonly HeldParcel[];
  readonly since: IndiaDate;
  readonly today: IndiaDate;
}

async function readValues(
  marketData: MarketDataService,
  { book, parcels, since, today }: ValueFacts & { readonly book: Book },
): Promise<ValueDay[]> {
  const closes = new Map<string, ReadonlyMap<IndiaDate, number>>();
  const range = { from: indiaMoment(addDays(since, -DAYS_BEFORE)), to: indiaMoment(today) };
  const actions = new Map<string, Book['actions']>();
  for (const symbol of new Set(parcels.map((parcel) => parcel.symbol))) {
    // In the units of their day.
    const bars = await marketData.bars({ symbol, interval: '1d', ...range });
    closes.set(symbol, new Map(bars.map(({ openAt, close }) => [indiaDateOf(openAt as EpochMs), close])));
    actions.set(
      symbol,
      book.actions.filter((action) => action.symbol === symbol),
    );
  }
  return dayValues(parcels, closes satisfies Closes, actions, today);
}

async function readBenchmark(
  marketData: MarketDataService,
  { parcels, since, today }: ValueFacts,
): Promise<ReadReturns['benchmark']> {
  const instrument = await marketData.instrument('NSE', BENCHMARK);
  const [price] = await marketData.lastPrices([{ symbol: BENCHMARK }]);
  if (!instrument || !price) return undefined;
  const from = addDays(since, -DAYS_BEFORE);
  const closes = await dailyCloses(marketData, { symbol: BENCHMARK, from, today });
  const priceOn = priceFinder(closes, { today, pricePaise: price.pricePaise });
  const instead = inBenchmark(parcels, priceOn, today);
  const came = instead && cameTo(instead.flows, instead.valuePaise);
  if (!came) return undefined;
  const { xirrPercent } = ratesOf(instead.flows, [], { date: today, valuePaise: instead.valuePaise });
  return { ...came, xirrPercent, symbol: BENCHMARK, name: instrument.name };
}
