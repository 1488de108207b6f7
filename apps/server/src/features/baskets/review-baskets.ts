import type { Database, Tx } from '@trickdesk/db';
import { addDays, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { CATALOGUE, type CatalogueBasket } from './catalogue.ts';
import { dailyCloses } from './daily-closes.ts';
import { noteReview } from './desk-store.ts';
import { lastReviewDay } from './review-rules.ts';
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
      const day = entry && (lastReviewDay(today, entry.reviewMonths) ?? today);
      if (!entry || day === undefined || reviewed.get(row.id) === day) continue;
      if (await reviewOne({ database, clock, marketData }, { row, entry, today })) reviewed.set(row.id, day);
    }
  };
}

interface Reviewed {
  readonly row: store.BasketRow;
  readonly entry: CatalogueBasket;
  readonly today: IndiaDate;
}

/** @returns false where prices are missing still */
async function reviewOne(parts: ReviewParts, reviewed: Reviewed): Promise<boolean> {
  const { marketData, database, clock } = parts;
  const { entry, today } = reviewed;
  const lacking = await withoutHistory(marketData, [...entry.universe, entry.benchmark], today);
  const closes: Closes = lacking.length > 0 ? new Map() : await closesOf(marketData, entry, today);
  const missing = [...lacking, ...[...closes].filter(([, days]) => days.length === 0).map(([symbol]) => symbol)];
  const { id: basketId } = reviewed.row;
  return database.transaction(async (tx) => {
    await store.lockVersions(tx, basketId);
    const reviewedOn = missing.length > 0 ? null : await makeVersions(tx, parts, { ...reviewed, closes });
    await noteReview(tx, {
      ...{ catalogue_key: entry.key, dataset: marketData.dataset, reviewed_on: reviewedOn, missing },
      looked_at: new Date(clock.now()),
    });
    return missing.length === 0;
  });
}

type Closes = ReadonlyMap<string, Awaited<ReturnType<typeof dailyCloses>>>;

async function closesOf(marketData: MarketDataService, entry: CatalogueBasket, today: IndiaDate): Promise<Closes> {
  const from = addDays(today, -HISTORY_DAYS - READ_DAYS[entry.rule.kind]);
  const closes = new Map<string, Awaited<ReturnType<typeof dailyCloses>>>();
  for (const symbol of entry.universe) closes.set(symbol, await dailyCloses(marketData, { symbol, from, today }));
  return closes;
}

/** The first day of which the rule knows enough of every name. */
function firstDay({ rule }: CatalogueBasket, closes: Closes, today: IndiaDate): IndiaDate {
  const begins = [...closes.values()].map((days) => days[0]?.date ?? today);
  const latestBegin = begins.toSorted().at(-1) ?? today;
  return [addDays(latestBegin, READ_DAYS[rule.kind]), addDays(today, -HISTORY_DAYS)].toSorted()[1] ?? today;
}

/** @returns the last review day that was dealt with here */
async function makeVersions(
  tx: Tx,
  { clock, marketData: { dataset } }: ReviewParts,
  { row, entry, today, closes }: Reviewed & { readonly closes: Closes },
): Promise<IndiaDate | null> {
  const last = (await store.listVersions(tx, dataset, [row.id])).at(-1);
  let version = last?.version ?? 0;
  let before: readonly Weight[] = last ? await store.listConstituents(tx, [last.id]) : [];
  let reviewedOn: IndiaDate | null = null;
  const days = reviewDays(firstDay(entry, closes, today), today, entry.reviewMonths);
  for (const since of days.filter((day) => day > (last?.since ?? ''))) {
    const weighed = weighByRule(
      entry.rule,
      entry.universe.map((symbol) => closesBefore(closes, symbol, since)),
    );
    if (!weighed) continue;
    reviewedOn = since;
    const constituents = weighed.map(({ symbol, weightBps, reason }) => ({ symbol, weight_bps: weightBps, reason }));
    if (isSame(before, constituents)) continue;
    version += 1;
    const reason = reasonOf(entry, version);
    const made = { basket_id: row.id, dataset, version, since, reason, created_at: new Date(clock.now()) };
    await store.insertVersion(tx, made, constituents);
    before = constituents;
  }
  return reviewedOn;
}

/** Minutes of before today come last of an instrument's history: where they are there, all of it is. */
async function withoutHistory(
  marketData: MarketDataService,
  symbols: readonly string[],
  today: IndiaDate,
): Promise<string[]> {
  const lacking = new Set<string>();
  for (const symbol of symbols) {
    const minutes = await marketData.coverage({ symbol }, '1m');
    if (!minutes || indiaDateOf(minutes.from) >= today) lacking.add(symbol);
  }
  return [...lacking];
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
