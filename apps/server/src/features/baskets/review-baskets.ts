import type { Database } from '@trickdesk/db';
import { addDays, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { CATALOGUE, type CatalogueBasket } from './catalogue.ts';
import { dailyCloses } from './daily-closes.ts';
import * as store from './store.ts';
import { type ClosesOf, reviewDays, type Weighed, weighByRule } from './weight-rules.ts';

export interface ReviewParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
}

/** How far back the history of a basket goes. */
const HISTORY_DAYS = 4 * 365;
/** Calendar days of prices that a rule reads: before its first review a basket's names need so many. */
const READ_DAYS: Readonly<Record<CatalogueBasket['rule']['kind'], number>> = {
  fixed: 0,
  equal: 0,
  calm_weighted: 370,
  calmest: 370,
  momentum: 190,
};

/** Puts the catalogue into the database; any process may, at any start. */
export async function seedBaskets(database: Database, at: Date): Promise<void> {
  await database.transaction((tx) =>
    store.upsertCatalogue(
      tx,
      CATALOGUE.map(({ key, name, summary, description, theme, risk, benchmark, reviewMonths }) => ({
        ...{ catalogue_key: key, name, summary, description, theme, risk, benchmark },
        ...{ review_months: reviewMonths, created_at: at },
      })),
    ),
  );
}

/** Makes the reviews that are due, those of the past included: each from closes of before its day alone. */
export function createReviews({ database, clock, marketData }: ReviewParts): () => Promise<void> {
  /** By basket: the review that was made last in this process. Most change nothing and leave no version. */
  const reviewed = new Map<number, IndiaDate>();
  return async () => {
    const { now } = await marketData.marketState();
    if (now === undefined) return;
    const today = indiaDateOf(now);
    const rows = await store.listCatalogue(database.kysely);
    for (const row of rows) {
      const entry = CATALOGUE.find(({ key }) => key === row.catalogue_key);
      if (!entry || reviewed.get(row.id) === lastReview(entry, today)) continue;
      if (await reviewOne({ database, clock, marketData }, { row, entry, today })) {
        reviewed.set(row.id, lastReview(entry, today));
      }
    }
  };
}

function lastReview({ reviewMonths }: CatalogueBasket, today: IndiaDate): IndiaDate {
  return reviewDays(addDays(today, -400), today, reviewMonths).at(-1) ?? today;
}

interface Reviewed {
  readonly row: store.BasketRow;
  readonly entry: CatalogueBasket;
  readonly today: IndiaDate;
}

/** @returns false where prices are missing still */
async function reviewOne(
  { database, clock, marketData }: ReviewParts,
  { row, entry, today }: Reviewed,
): Promise<boolean> {
  if (!(await hasHistory(marketData, [...entry.universe, entry.benchmark], today))) return false;
  const from = addDays(today, -HISTORY_DAYS - READ_DAYS[entry.rule.kind]);
  const closes = new Map<string, Awaited<ReturnType<typeof dailyCloses>>>();
  for (const symbol of entry.universe) closes.set(symbol, await dailyCloses(marketData, { symbol, from, today }));
  const begins = [...closes.values()].map((days) => days[0]?.date);
  const latestBegin = begins.toSorted().at(-1);
  if (latestBegin === undefined || begins.includes(undefined)) return false;
  const first =
    [addDays(latestBegin, READ_DAYS[entry.rule.kind]), addDays(today, -HISTORY_DAYS)].toSorted()[1] ?? today;
  const made = await store.listVersions(database.kysely, marketData.dataset, [row.id]);
  const last = made.at(-1);
  let version = last?.version ?? 0;
  let before = last ? await store.listConstituents(database.kysely, [last.id]) : [];
  for (const since of reviewDays(first, today, entry.reviewMonths)) {
    if (last && since <= last.since) continue;
    const weighed = weighByRule(
      entry.rule,
      entry.universe.map((symbol) => closesBefore(closes, symbol, since)),
    );
    if (!weighed) continue;
    const constituents = weighed.map(({ symbol, weightBps, reason }) => ({ symbol, weight_bps: weightBps, reason }));
    if (isSame(before, constituents)) continue;
    version += 1;
    const at = new Date(clock.now());
    const row1 = {
      basket_id: row.id,
      dataset: marketData.dataset,
      version,
      since,
      reason: reasonOf(entry, version),
      created_at: at,
    };
    await database.transaction((tx) => store.insertVersion(tx, row1, constituents));
    before = constituents.map((constituent) => ({ ...constituent, basket_version_id: 0 }));
  }
  return true;
}

/** Minutes of before today come last of an instrument's history: where they are there, all of it is. */
async function hasHistory(
  marketData: MarketDataService,
  symbols: readonly string[],
  today: IndiaDate,
): Promise<boolean> {
  for (const symbol of symbols) {
    const minutes = await marketData.coverage({ symbol }, '1m');
    if (!minutes || indiaDateOf(minutes.from) >= today) return false;
  }
  return true;
}

function closesBefore(
  closes: ReadonlyMap<string, readonly { readonly date: IndiaDate; readonly close: number }[]>,
  symbol: string,
  day: IndiaDate,
): ClosesOf {
  const known = (closes.get(symbol) ?? []).filter(({ date }) => date < day);
  return { symbol, closes: known.map(({ close }) => close) };
}

type Weight = Pick<Weighed, 'symbol'> & { readonly weight_bps: number };

/** Rules that weigh by volatility move a little each time: less than a percent point is no reason to trade. */
const SAME_BPS = 100;

function isSame(before: readonly Weight[], after: readonly Weight[]): boolean {
  if (before.length !== after.length) return false;
  const weights = new Map(before.map(({ symbol, weight_bps: bps }) => [symbol, bps]));
  return after.every(({ symbol, weight_bps: bps }) => {
    const old = weights.get(symbol);
    return old !== undefined && Math.abs(old - bps) < SAME_BPS;
  });
}

function reasonOf({ rule }: CatalogueBasket, version: number): string {
  if (version === 1) return 'The first weights, by the basket’s rule on the closes of before that day.';
  switch (rule.kind) {
    case 'fixed':
    case 'equal':
      return 'The rule’s weights have changed.';
    case 'calm_weighted':
      return 'Volatilities of the year before have changed, and weights with them.';
    case 'calmest':
      return 'The calmest names of the year before were chosen anew.';
    case 'momentum':
      return 'The strongest names of the half year before were chosen anew.';
  }
}
