import type { BasketDetails, BasketItem } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { addDays, type IndiaDate, paiseToRupees } from '@trickdesk/domain';
import { volatilityPct } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { isKycVerified } from '../accounts/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { dailyCloses } from './daily-closes.ts';
import { changeOver, type GrowthDay, growthOf } from './growth.ts';
import { heldBackOf } from './hold-back.ts';
import { minimumOf } from './latest-version.ts';
import { readMoment, readNames } from './read-market.ts';
import * as store from './store.ts';
import type { Names } from './wanted-orders.ts';
import { nextReview } from './weight-rules.ts';

export interface CatalogueParts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Returns are hidden from people who are not verified clients. */
  readonly compliance: boolean;
}

type Version = store.VersionRow & { readonly constituents: readonly store.ConstituentRow[] };

/** One basket with its versions, oldest first. */
export interface Known {
  readonly row: store.BasketRow;
  readonly versions: readonly [Version, ...Version[]];
}

export interface Performance {
  readonly growth: readonly GrowthDay[];
  readonly benchmark: readonly GrowthDay[];
}

export type BasketReader = ReturnType<typeof createBasketReader>;

const MOST_KEPT = 500;
const YEAR_DAYS = 365;
const SESSIONS_FOR_VOLATILITY = 60;

/** What the reader of a list may see of it, and of when. */
interface View {
  readonly names: Names;
  /** `undefined` before the exchange's first word. */
  readonly today: IndiaDate | undefined;
  readonly showsReturns: boolean;
}

/** The catalogue of baskets, with what they came to. Growth is computed once a day for each version. */
export function createBasketReader(parts: CatalogueParts) {
  const { database, marketData } = parts;
  const performanceOf = keepPerformance(marketData);
  return {
    list: async (filter: store.BasketFilter): Promise<BasketItem[]> => {
      const all = await withVersions(parts, await store.listVisible(database.kysely, filter));
      const view = await viewOf(parts, all, filter.accountId);
      return Promise.all(all.map(async (one) => itemOf(parts, one, { ...view, performance: await shown(one, view) })));
    },
    details: async (accountId: number, basketId: number): Promise<BasketDetails> => {
      const row = await store.findVisible(database.kysely, accountId, basketId);
      const [one] = row ? await withVersions(parts, [row]) : [];
      if (!one) throw new Refusal('NOT_FOUND');
      const view = await viewOf(parts, [one], accountId);
      const performance = await shown(one, view);
      const { constituents } = latestOf(one);
      const titles = await titlesOf(
        marketData,
        constituents.map(({ symbol }) => symbol),
      );
      return {
        ...itemOf(parts, one, { ...view, performance }),
        description: one.row.description,
        since: one.versions[0].since,
        constituents: constituents.map(({ symbol, weight_bps: bps, reason }) => {
          const name = view.names.get(symbol);
          const price = name ? { lastPrice: paiseToRupees(name.pricePaise) } : {};
          return { symbol, name: titles.get(symbol) ?? symbol, weightPercent: bps / 100, reason, ...price };
        }),
        performance: performance ? joined(performance) : [],
        change_list: changesOf(one.versions),
      };
    },
  };

  async function shown(one: Known, { today, showsReturns }: View): Promise<Performance | undefined> {
    return today !== undefined && showsReturns ? performanceOf(one, today) : undefined;
  }
}

/** Computes each growth once; who asks for it at the same time waits for the same. */
function keepPerformance(marketData: MarketDataService): (one: Known, today: IndiaDate) => Promise<Performance> {
  const computed = new Map<string, Promise<Performance>>();
  return ({ row, versions }, today) => {
    const key = `${versions.map(({ id }) => id).join('.')}:${today}`;
    const known = computed.get(key);
    if (known) return known;
    if (computed.size > MOST_KEPT) computed.clear();
    const made = computePerformance(marketData, { row, versions, today });
    computed.set(key, made);
    made.catch(() => computed.delete(key));
    return made;
  };
}

export async function withVersions(
  { database, marketData }: Pick<CatalogueParts, 'database' | 'marketData'>,
  rows: readonly store.BasketRow[],
): Promise<Known[]> {
  const db = database.kysely;
  const versions = await store.listVersions(
    db,
    marketData.dataset,
    rows.map(({ id }) => id),
  );
  const constituents = await store.listConstituents(
    db,
    versions.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const [first, ...rest] = versions
      .filter((version) => version.basket_id === row.id)
      .map((version) => ({
        ...version,
        constituents: constituents.filter((one) => one.basket_version_id === version.id),
      }));
    return first ? [{ row, versions: [first, ...rest] as const }] : [];
  });
}

export function latestOf({ versions }: Known): Version {
  return versions.at(-1) ?? versions[0];
}

async function viewOf(
  { database, marketData, compliance }: CatalogueParts,
  all: readonly Known[],
  accountId: number,
): Promise<View> {
  const moment = await readMoment(marketData);
  const symbols = new Set(all.flatMap((one) => latestOf(one).constituents.map(({ symbol }) => symbol)));
  return {
    names: await readNames(marketData, [...symbols], moment),
    today: moment?.day,
    showsReturns: !compliance || (await isKycVerified(database.kysely, accountId)),
  };
}

function itemOf(
  { marketData }: CatalogueParts,
  one: Known,
  { names, today, showsReturns, performance }: View & { readonly performance: Performance | undefined },
): BasketItem {
  const { row } = one;
  const targets = latestOf(one).constituents.map(({ symbol, weight_bps: weightBps }) => ({ symbol, weightBps }));
  const minInvestmentPaise = minimumOf(targets, names);
  const figures = performance && today ? figuresOf(performance, marketData, today) : undefined;
  return {
    ...{ basketId: row.id, name: row.name, summary: row.summary, theme: row.theme, risk: row.risk },
    ...{ benchmark: row.benchmark, constituentCount: targets.length, own: row.account_id !== null },
    ...(minInvestmentPaise === undefined ? {} : { minInvestmentPaise }),
    ...(figures ? { figures } : {}),
    ...(showsReturns ? {} : { returnsHidden: true as const }),
    ...heldBackOf(row),
    ...(row.review_months && today ? { nextReviewOn: nextReview(today, row.review_months) } : {}),
  };
}

/** Names in words, by symbol. */
export async function titlesOf(
  marketData: Pick<MarketDataService, 'instrument'>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const symbol of symbols) titles.set(symbol, (await marketData.instrument('NSE', symbol))?.name ?? symbol);
  return titles;
}

async function computePerformance(
  marketData: MarketDataService,
  { row, versions, today }: Known & { readonly today: IndiaDate },
): Promise<Performance> {
  const symbols = [...new Set(versions.flatMap(({ constituents }) => constituents.map(({ symbol }) => symbol)))];
  const own = versions[0].since;
  // One of a person's own is as old as today: what it would have been is shown for the years before.
  const from = row.account_id === null ? own : addDays(today, -3 * YEAR_DAYS - 30);
  const closes = new Map<string, Awaited<ReturnType<typeof dailyCloses>>>();
  for (const symbol of symbols)
    closes.set(symbol, await dailyCloses(marketData, { symbol, from: addDays(from, -10), today }));
  const begin =
    [...closes.values()]
      .map((days) => days[0]?.date ?? today)
      .sort()
      .at(-1) ?? today;
  const weights = versions.map(({ since, constituents }, i) => ({
    since: i === 0 && begin > from ? begin : i === 0 ? from : since,
    weights: constituents.map(({ symbol, weight_bps: weightBps }) => ({ symbol, weightBps })),
  }));
  const growth = growthOf(weights, closes);
  const [first] = growth;
  const marks = await dailyCloses(marketData, { symbol: row.benchmark, from: addDays(from, -10), today });
  const since = first?.date;
  const base = marks.findLast(({ date }) => since !== undefined && date <= since) ?? marks[0];
  const benchmark = base
    ? marks
        .filter(({ date }) => date >= (since ?? today))
        .map(({ date, close }) => ({ date, value: (close / base.close) * 100 }))
    : [];
  return { growth, benchmark };
}

function figuresOf(
  { growth, benchmark }: Performance,
  marketData: MarketDataService,
  today: IndiaDate,
): BasketItem['figures'] {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last || growth.length < 2) return undefined;
  const [year, three] = [addDays(today, -YEAR_DAYS), addDays(today, -3 * YEAR_DAYS)];
  const percents = {
    return1yPercent: changeOver(growth, year),
    return3yPercent: changeOver(growth, three),
    volatilityPercent: volatilityOf(growth),
    benchmarkReturn1yPercent: changeOver(benchmark, year),
    benchmarkReturn3yPercent: changeOver(benchmark, three),
    benchmarkVolatilityPercent: volatilityOf(benchmark),
  };
  return {
    ...Object.fromEntries(
      Object.entries(percents).flatMap(([key, value]) => (value === undefined ? [] : [[key, rounded(value)]])),
    ),
    data: marketData.describeDataset(marketData.dataset),
    simulated: marketData.simulated,
    from_date: first.date,
    to_date: last.date,
    beforeCharges: true,
  };
}

/** Of the last year, or of what there is of it. */
function volatilityOf(growth: readonly GrowthDay[]): number | undefined {
  const year = growth.slice(-253);
  if (year.length < SESSIONS_FOR_VOLATILITY) return undefined;
  return volatilityPct(year.slice(1).map(({ value }, i) => value / (year[i]?.value ?? value) - 1));
}

export function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

function joined({ growth, benchmark }: Performance): BasketDetails['performance'] {
  const marks = new Map(benchmark.map(({ date, value }) => [date, value]));
  return growth.map(({ date, value }) => {
    const mark = marks.get(date);
    return { date, value: rounded(value), ...(mark === undefined ? {} : { benchmark: rounded(mark) }) };
  });
}

/** Newest first: what each review changed. */
export function changesOf(versions: readonly Version[]): BasketDetails['change_list'] {
  return versions
    .map((version, i) => {
      const before = new Map((versions[i - 1]?.constituents ?? []).map((one) => [one.symbol, one.weight_bps]));
      const after = new Map(version.constituents.map((one) => [one.symbol, one]));
      const symbols = [...new Set([...after.keys(), ...before.keys()])];
      return {
        version: version.version,
        since: version.since,
        reason: version.reason,
        changes: symbols.flatMap((symbol) => {
          const [was, is] = [before.get(symbol) ?? 0, after.get(symbol)?.weight_bps ?? 0];
          if (was === is) return [];
          const reason = after.get(symbol)?.reason ?? 'It is no longer among those that the rule chooses.';
          return [{ symbol, beforePercent: was / 100, afterPercent: is / 100, reason }];
        }),
      };
    })
    .toReversed();
}
