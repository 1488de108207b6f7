import { likePattern, type Queryable, type Schema } from '@trickdesk/db';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';

/** A strategy with its newest version and that version's report. */
export interface StrategyRecord {
  id: number;
  slug: string | null;
  owner_id: number | null;
  name: string;
  summary: string;
  description: string;
  author: string;
  category: string;
  segment: string;
  risk: string;
  min_capital_paise: bigint;
  plan_required: string | null;
  retired_at: Date | null;
  version_id: number;
  version: number;
  definition: unknown;
  report_status: string | null;
  report_dataset: string | null;
  progress_percent: number | null;
  from_date: string | null;
  to_date: string | null;
  return_total_percent: number | null;
  return_30d_percent: number | null;
  max_drawdown_percent: number | null;
  win_rate_percent: number | null;
  trades: number | null;
  sparkline: number[] | null;
  days: number | null;
  cloned: boolean;
}

/** Who looks, and at which market: figures of another market's data are not shown and do not rank. */
export interface Reader {
  readonly accountId: number;
  readonly dataset: string;
}

export interface CatalogueFilter extends Reader {
  readonly category?: string | undefined;
  readonly risk?: string | undefined;
  readonly search?: string | undefined;
  /** Only these, where it is said. */
  readonly ids?: readonly number[];
}

export interface CatalogueWindow extends CatalogueOrder {
  readonly limit: number;
  readonly offset: number;
}

/** Strategies, each with its newest version as `newest`. */
function withNewestVersion(db: Queryable) {
  return db.selectFrom('strategy').innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('strategy_version')
        .whereRef('strategy_version.strategy_id', '=', 'strategy.id')
        .selectAll('strategy_version')
        .orderBy('strategy_version.version', 'desc')
        .limit(1)
        .as('newest'),
    (join) => join.onTrue(),
  );
}

function strategyQuery(db: Queryable, { accountId, dataset }: Reader) {
  return withNewestVersion(db)
    .leftJoin('strategy_report', (join) =>
      join.onRef('strategy_report.strategy_version_id', '=', 'newest.id').on('strategy_report.dataset', '=', dataset),
    )
    .select([
      'strategy.id',
      'strategy.slug',
      'strategy.owner_id',
      'strategy.name',
      'strategy.summary',
      'strategy.description',
      'strategy.author',
      'strategy.category',
      'strategy.segment',
      'strategy.risk',
      'strategy.min_capital_paise',
      'strategy.plan_required',
      'strategy.retired_at',
      'newest.id as version_id',
      'newest.version',
      'newest.definition',
      'strategy_report.status as report_status',
      'strategy_report.dataset as report_dataset',
      'strategy_report.progress_percent',
      'strategy_report.from_date',
      'strategy_report.to_date',
      'strategy_report.return_total_percent',
      'strategy_report.return_30d_percent',
      'strategy_report.max_drawdown_percent',
      'strategy_report.win_rate_percent',
      'strategy_report.trades',
      'strategy_report.sparkline',
    ])
    .select((eb) => [
      sql<number | null>`(strategy_report.report -> 'basis' ->> 'days')::int`.as('days'),
      eb
        .exists(
          eb
            .selectFrom('deployment')
            .select('deployment.id')
            .whereRef('deployment.strategy_id', '=', 'strategy.id')
            .where('deployment.account_id', '=', accountId),
        )
        .$castTo<boolean>()
        .as('cloned'),
    ]);
}

type StrategyExpressions = ExpressionBuilder<Schema, 'strategy'>;

function catalogueWhere(eb: StrategyExpressions, filter: CatalogueFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('strategy.published_at', 'is not', null)];
  if (filter.ids) conditions.push(eb('strategy.id', 'in', filter.ids));
  // Who names tricks means these, whether they are still offered or not.
  else conditions.push(eb('strategy.retired_at', 'is', null));
  if (filter.category !== undefined) conditions.push(eb('strategy.category', '=', filter.category));
  if (filter.risk !== undefined) conditions.push(eb('strategy.risk', '=', filter.risk));
  if (filter.search) {
    const pattern = likePattern(filter.search);
    const words = [eb('strategy.name', 'ilike', pattern), eb('strategy.summary', 'ilike', pattern)];
    conditions.push(eb.or([...words, tradesSymbolLike(pattern)]));
  }
  return eb.and(conditions);
}

/** Whether the newest version of a strategy trades an instrument of such a symbol. */
function tradesSymbolLike(pattern: string): Expression<SqlBool> {
  return sql<boolean>`EXISTS (
    SELECT FROM jsonb_array_elements((
      SELECT definition -> 'instruments' FROM strategy_version WHERE strategy_id = strategy.id
      ORDER BY version DESC LIMIT 1)) traded
    WHERE traded ->> 'symbol' ILIKE ${pattern})`;
}

/** A figure of a back-test that is not there yet stands last, whichever way. */
const figure = (column: string) =>
  sql`CASE WHEN strategy_report.status = 'ready' THEN ${sql.ref(`strategy_report.${column}`)} END`;
const byName = sql`lower(strategy.name) COLLATE "C"`;
const SORTS = {
  name: sql`${byName} ASC`,
  '-name': sql`${byName} DESC`,
  return_30d: sql`${figure('return_30d_percent')} ASC NULLS LAST`,
  '-return_30d': sql`${figure('return_30d_percent')} DESC NULLS LAST`,
  return_total: sql`${figure('return_total_percent')} ASC NULLS LAST`,
  '-return_total': sql`${figure('return_total_percent')} DESC NULLS LAST`,
  drawdown: sql`${figure('max_drawdown_percent')} ASC NULLS LAST`,
  '-drawdown': sql`${figure('max_drawdown_percent')} DESC NULLS LAST`,
  win_rate: sql`${figure('win_rate_percent')} ASC NULLS LAST`,
  '-win_rate': sql`${figure('win_rate_percent')} DESC NULLS LAST`,
  capital: sql`strategy.min_capital_paise ASC`,
  '-capital': sql`strategy.min_capital_paise DESC`,
} as const;

export type CatalogueSort = keyof typeof SORTS | 'record' | '-record';

export interface CatalogueOrder {
  readonly sort: CatalogueSort;
  /** By what their users made, best first, for the order `record`; what is not in it stands last, by risk and name. */
  readonly ranked?: readonly number[];
}

function orderOf({ sort, ranked = [] }: CatalogueOrder): RawBuilder<unknown> {
  if (sort !== 'record' && sort !== '-record') return SORTS[sort];
  const place = sql`array_position(${[...ranked]}::int[], strategy.id::int)`;
  const direction = sort === '-record' ? sql`ASC` : sql`DESC`;
  const risk = sql`array_position(ARRAY['low', 'medium', 'high'], strategy.risk)`;
  return sql`${place} ${direction} NULLS LAST, ${risk}, ${byName}`;
}

export async function listCatalogue(
  db: Queryable,
  filter: CatalogueFilter,
  page: CatalogueWindow,
): Promise<StrategyRecord[]> {
  return strategyQuery(db, filter)
    .where((eb) => catalogueWhere(eb, filter))
    .orderBy(orderOf(page))
    .orderBy('strategy.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countCatalogue(db: Queryable, filter: CatalogueFilter): Promise<number> {
  const row = await db
    .selectFrom('strategy')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where((eb) => catalogueWhere(eb, filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** A published strategy, or one's own; `undefined` for everybody else's. */
export async function findStrategy(db: Queryable, id: number, reader: Reader): Promise<StrategyRecord | undefined> {
  return strategyQuery(db, reader)
    .where('strategy.id', '=', id)
    .where((eb) => eb.or([eb('strategy.published_at', 'is not', null), eb('strategy.owner_id', '=', reader.accountId)]))
    .executeTakeFirst();
}

export async function listVersions(db: Queryable, strategyId: number) {
  return db
    .selectFrom('strategy_version')
    .select(['version', 'created_at', 'note'])
    .where('strategy_id', '=', strategyId)
    .orderBy('version', 'desc')
    .execute();
}

export async function readReport(db: Queryable, versionId: number): Promise<unknown> {
  const row = await db
    .selectFrom('strategy_report')
    .select('report')
    .where('strategy_version_id', '=', versionId)
    .executeTakeFirst();
  return row?.report ?? undefined;
}

/** Of the market that is on now alone. */
export async function readReportOf(db: Queryable, versionId: number, dataset: string) {
  return db
    .selectFrom('strategy_report')
    .innerJoin('strategy_version', 'strategy_version.id', 'strategy_report.strategy_version_id')
    .innerJoin('strategy', 'strategy.id', 'strategy_version.strategy_id')
    .select(['strategy_report.report', 'strategy.id', 'strategy.published_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('strategy_version as newer')
            .select('newer.id')
            .whereRef('newer.strategy_id', '=', 'strategy.id')
            .whereRef('newer.version', '>', 'strategy_version.version'),
        )
        .$castTo<boolean>()
        .as('is_replaced'),
    )
    .where('strategy_report.strategy_version_id', '=', versionId)
    .where('strategy_report.dataset', '=', dataset)
    .where('strategy_report.status', '=', 'ready')
    .executeTakeFirst();
}

/** Strategies of the catalogue, each with the report of its newest version in a market; `null` where there is none. */
export async function listReportsBySlug(db: Queryable, slugs: readonly string[], dataset: string) {
  if (slugs.length === 0) return [];
  return withNewestVersion(db)
    .leftJoin('strategy_report', (join) =>
      join
        .onRef('strategy_report.strategy_version_id', '=', 'newest.id')
        .on('strategy_report.dataset', '=', dataset)
        .on('strategy_report.status', '=', 'ready'),
    )
    .select(['strategy.slug', 'strategy.id', 'strategy.name', 'strategy_report.report'])
    .where('strategy.slug', 'in', slugs)
    .where('strategy.published_at', 'is not', null)
    .execute();
}

export interface ReportJobRecord {
  version_id: number;
  version: number;
  name: string;
  segment: string;
  min_capital_paise: bigint;
  definition: unknown;
  dataset: string | null;
  status: string | null;
  to_date: string | null;
  reported_at: Date | null;
}

/** The newest version of each published strategy, with what is known of its report. */
export async function listReportWork(db: Queryable): Promise<ReportJobRecord[]> {
  return withNewestVersion(db)
    .leftJoin('strategy_report', 'strategy_report.strategy_version_id', 'newest.id')
    .select([
      'newest.id as version_id',
      'newest.version',
      'strategy.name',
      'strategy.segment',
      'strategy.min_capital_paise',
      'newest.definition',
      'strategy_report.dataset',
      'strategy_report.status',
      'strategy_report.to_date',
      'strategy_report.updated_at as reported_at',
    ])
    .where('strategy.published_at', 'is not', null)
    .where('strategy.retired_at', 'is', null)
    .orderBy('strategy.id')
    .execute();
}

export interface ReportRow {
  readonly versionId: number;
  readonly dataset: string;
  readonly status: 'queued' | 'running' | 'ready' | 'failed';
  readonly failure?: string;
  readonly figures?: {
    readonly fromDate: string;
    readonly toDate: string;
    readonly returnTotalPercent: number;
    readonly return30dPercent: number | undefined;
    readonly maxDrawdownPercent: number;
    readonly winRatePercent: number | undefined;
    readonly trades: number;
    readonly sparkline: readonly number[];
    readonly report: unknown;
  };
  readonly now: Date;
}

export async function putReport(db: Queryable, row: ReportRow): Promise<void> {
  const { figures } = row;
  const values = {
    dataset: row.dataset,
    status: row.status,
    failure: row.failure ?? null,
    updated_at: row.now,
    ...(figures
      ? {
          progress_percent: 100,
          from_date: figures.fromDate,
          to_date: figures.toDate,
          return_total_percent: figures.returnTotalPercent,
          return_30d_percent: figures.return30dPercent ?? null,
          max_drawdown_percent: figures.maxDrawdownPercent,
          win_rate_percent: figures.winRatePercent ?? null,
          trades: figures.trades,
          sparkline: JSON.stringify(figures.sparkline),
          report: JSON.stringify(figures.report),
        }
      : {}),
  };
  await db
    .insertInto('strategy_report')
    .values({ strategy_version_id: row.versionId, ...values })
    .onConflict((conflict) => conflict.column('strategy_version_id').doUpdateSet(values))
    .execute();
}

/** Reports that are there, and those that there could be. */
export async function reportProgress(db: Queryable, dataset: string): Promise<{ done: number; total: number }> {
  const work = await listReportWork(db);
  const done = work.filter(
    (row) => row.dataset === dataset && row.status !== null && row.status !== 'queued' && row.status !== 'running',
  );
  return { done: done.length, total: work.length };
}

export async function idsBySlug(db: Queryable, slugs: readonly string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom('strategy').select(['slug', 'id']).where('slug', 'in', slugs).execute();
  return new Map(rows.flatMap((row) => (row.slug === null ? [] : [[row.slug, row.id]])));
}
