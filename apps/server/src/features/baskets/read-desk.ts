import type { OpsBasket, OpsBasketDetails } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { CATALOGUE } from './catalogue.ts';
import { countHeld, type HeldCount, listReviews, type ReviewRow } from './desk-store.ts';
import { heldBackOf } from './hold-back.ts';
import { changesOf, type Known, latestOf, titlesOf, withVersions } from './read-catalogue.ts';
import { reviewStanding } from './review-rules.ts';
import { todayOf } from './start-run.ts';
import * as store from './store.ts';

export interface DeskReadParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
}

/** A basket of the catalogue; without versions before the first review. */
interface OnDesk {
  readonly row: store.BasketRow;
  readonly known: Known | undefined;
}

interface Around {
  readonly today: IndiaDate;
  readonly held: ReadonlyMap<number, HeldCount>;
  readonly reviews: ReadonlyMap<string, ReviewRow>;
}

export interface DeskFilter {
  readonly search: string | undefined;
  readonly state: OpsBasket['state'] | 'all';
}

/** What operators see of the catalogue's baskets: few enough to be narrowed and sorted by what is computed. */
export async function listOnDesk(parts: DeskReadParts, { search, state }: DeskFilter): Promise<OpsBasket[]> {
  const rows = await store.listCatalogue(parts.database.kysely);
  const wanted = search?.toLowerCase() ?? '';
  const found = rows.filter(({ name, summary }) => `${name}\n${summary}`.toLowerCase().includes(wanted));
  const around = await readAround(parts);
  const all = (await onDesk(parts, found)).map((one) => itemOf(one, around));
  return state === 'all' ? all : all.filter((one) => one.state === state);
}

/** @throws Refusal `NOT_FOUND`, also for one that a person made */
export async function readOnDesk(parts: DeskReadParts, basketId: number): Promise<OpsBasketDetails> {
  const rows = await store.listCatalogue(parts.database.kysely);
  const [one] = await onDesk(
    parts,
    rows.filter(({ id }) => id === basketId),
  );
  if (!one) throw new Refusal('NOT_FOUND');
  const { row, known } = one;
  const newest = known && latestOf(known);
  const titles = await titlesOf(parts.marketData, newest?.constituents.map(({ symbol }) => symbol) ?? []);
  return {
    ...itemOf(one, await readAround(parts)),
    ...{ summary: row.summary, description: row.description, benchmark: row.benchmark },
    ...(newest ? { version: newest.version } : {}),
    constituents: (newest?.constituents ?? []).map(({ symbol, weight_bps: weightBps }) => {
      return { symbol, name: titles.get(symbol) ?? symbol, weightBps };
    }),
    change_list: changesOf(known?.versions ?? []),
  };
}

async function onDesk(parts: DeskReadParts, rows: readonly store.BasketRow[]): Promise<OnDesk[]> {
  const known = new Map((await withVersions(parts, rows)).map((one) => [one.row.id, one]));
  return rows.map((row) => ({ row, known: known.get(row.id) }));
}

async function readAround(parts: DeskReadParts): Promise<Around> {
  const { database, marketData } = parts;
  const [{ day: today }, held, reviews] = await Promise.all([
    todayOf(parts),
    countHeld(database.kysely, marketData.dataset),
    listReviews(database.kysely, marketData.dataset),
  ]);
  return { today, held, reviews };
}

function itemOf({ row, known }: OnDesk, { today, held, reviews }: Around): OpsBasket {
  const { holders, sips } = held.get(row.id) ?? { holders: 0, sips: 0 };
  const newest = known && latestOf(known);
  const review = reviews.get(row.catalogue_key ?? '');
  const standing = row.review_months
    ? reviewStanding({
        ...{ today, everyMonths: row.review_months },
        ...{ ruledOn: review?.reviewed_on ?? undefined, versionSince: newest?.since },
      })
    : undefined;
  const missedOn = standing?.missedOn;
  return {
    ...{ basketId: row.id, name: row.name, theme: row.theme, risk: row.risk, holders, sips },
    ...ruleOf(row),
    ...(row.review_months ? { reviewMonths: row.review_months } : {}),
    constituentCount: newest?.constituents.length ?? 0,
    ...(standing?.lastOn === undefined ? {} : { lastReviewedOn: standing.lastOn }),
    ...(standing ? { nextReviewOn: standing.nextOn } : {}),
    state: row.held_back_at ? 'held_back' : missedOn === undefined ? 'offered' : 'late',
    ...heldBackOf(row),
    ...(missedOn === undefined ? {} : { missed: { on: missedOn, symbols: review?.missing ?? [] } }),
  };
}

function ruleOf({ catalogue_key: key }: store.BasketRow): Pick<OpsBasket, 'rule'> {
  const entry = CATALOGUE.find((each) => each.key === key);
  if (!entry) return {};
  const { rule, universe } = entry;
  const count = 'count' in rule ? rule.count : universe.length;
  return { rule: { kind: rule.kind, count, of: universe.length } };
}
