import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { type IndiaDate, ORDER_STATES, type OrderState } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { OurOrder, RunHolding } from './facts.ts';

/** Every SQL statement about comparisons with the broker. */

export interface LinkFacts {
  id: number;
  account_id: number;
  client_code: string;
}

const LINK_COLUMNS = ['id', 'account_id', 'client_code'] as const;

/** A broker account of its owner; `undefined` for somebody else's and for one that is not linked any more. */
export function findOwnLink(db: Queryable, accountId: number, linkId: number): Promise<LinkFacts | undefined> {
  return db
    .selectFrom('broker_link')
    .select(LINK_COLUMNS)
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
}

/** Broker accounts that traded on a day of which there is no report at all. */
export function listMissedLinks(db: Queryable, day: IndiaDate): Promise<LinkFacts[]> {
  return db
    .selectFrom('broker_link as link')
    .select(LINK_COLUMNS)
    .where('unlinked_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('broker_order')
          .select('broker_order.id')
          .whereRef('broker_order.broker_link_id', '=', 'link.id')
          .where('broker_order.day', '=', day),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reconciliation_report as report')
            .select('report.id')
            .whereRef('report.broker_link_id', '=', 'link.id')
            .where('report.day', '=', day),
        ),
      ),
    )
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Broker accounts that traded on a day or hold something, and have no whole report of it. */
export function listDueLinks(
  db: Queryable,
  { day, triedBefore }: { readonly day: IndiaDate; readonly triedBefore: Date },
): Promise<LinkFacts[]> {
  return db
    .selectFrom('broker_link as link')
    .select(LINK_COLUMNS)
    .where('unlinked_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('broker_order')
            .select('broker_order.id')
            .whereRef('broker_order.broker_link_id', '=', 'link.id')
            .where('broker_order.day', '=', day),
        ),
        exists(
          selectFrom('position')
            .innerJoin('deployment', 'deployment.id', 'position.deployment_id')
            .select('position.id')
            .whereRef('deployment.broker_link_id', '=', 'link.id')
            .where('position.mode', '=', 'live')
            .where('position.status', '=', 'open'),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reconciliation_report as report')
            .select('report.id')
            .whereRef('report.broker_link_id', '=', 'link.id')
            .where('report.day', '=', day)
            .where(sql`report.body ->> 'isWholeDay'`, 'is distinct from', 'false')
            .where(({ or, eb }) => or([eb('report.status', '<>', 'incomplete'), eb('report.at', '>', triedBefore)])),
        ),
      ),
    )
    .orderBy('id')
    .limit(100)
    .execute();
}

interface DayOfLink {
  readonly linkId: number;
  readonly day: IndiaDate;
}

export interface OrderOfDay extends OurOrder {
  readonly tradeOrderId: number | undefined;
  readonly bookedPaise: number | undefined;
  /** Units that the trick's order was executed for, on any day. */
  readonly bookedQuantity: number | undefined;
}

export async function listOrdersOfDay(db: Queryable, { linkId, day }: DayOfLink): Promise<OrderOfDay[]> {
  const rows = await db
    .selectFrom('broker_order as o')
    .leftJoin('trade_order', 'trade_order.id', 'o.trade_order_id')
    .select([
      'o.id',
      'o.broker_order_id',
      'o.tag',
      'o.trading_symbol',
      'o.side',
      'o.product',
      'o.quantity',
      'o.state',
      'o.filled_quantity',
      'o.filled_value_paise',
      'o.deployment_id',
      'o.run_number',
      'o.trade_order_id',
      'o.placed_kind',
      'o.role',
      'o.settled_quantity',
      'trade_order.charges_paise as booked_paise',
      'trade_order.filled_quantity as booked_quantity',
    ])
    .where('o.broker_link_id', '=', linkId)
    .where('o.day', '=', day)
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    brokerOrderId: row.broker_order_id ?? undefined,
    tag: row.tag ?? undefined,
    tradingSymbol: row.trading_symbol,
    side: row.side,
    product: row.product,
    quantity: row.quantity,
    state: stateOf(row.state),
    filledQuantity: row.filled_quantity,
    filledValuePaise: Number(row.filled_value_paise),
    deploymentId: row.deployment_id ?? undefined,
    runNumber: row.run_number ?? undefined,
    isElsewhere: row.placed_kind === 'elsewhere',
    runFilledQuantity: row.role === 'own' ? row.settled_quantity : undefined,
    tradeOrderId: row.trade_order_id ?? undefined,
    bookedPaise: row.booked_paise === null ? undefined : Number(row.booked_paise),
    bookedQuantity: row.booked_quantity ?? undefined,
  }));
}

function stateOf(text: string): OrderState {
  const state = ORDER_STATES.find((known) => known === text);
  if (!state) throw new Error(`an order has the unknown state ${text}`);
  return state;
}

interface RunRow {
  readonly deployment_id: number;
  readonly run_number: number;
  readonly trading_symbol: string;
  readonly product: 'delivery' | 'intraday' | 'other';
  readonly held: number;
  readonly handed: number;
  readonly before: number;
}

/**
 * What runs hold that traded on the day or hold something. A position that was handed over is closed without an exit, and
 * is its owner's; so is what a stop that stayed with it trades from then on.
 */
export async function listRunHoldings(db: Queryable, { linkId, day }: DayOfLink): Promise<RunHolding[]> {
  const { rows } = await sql<RunRow>`
    SELECT o.deployment_id, o.run_number, o.trading_symbol, o.product, coalesce(max(held.quantity), 0)::int AS held,
      coalesce(max(held.handed), 0)::int AS handed,
      coalesce(sum(units.traded * CASE o.side WHEN 'buy' THEN 1 ELSE -1 END)
        FILTER (WHERE o.day < ${day}::date), 0)::int AS before
    FROM broker_order o
    CROSS JOIN LATERAL (
      SELECT CASE o.role WHEN 'own' THEN o.settled_quantity ELSE o.filled_quantity END AS traded) units
    LEFT JOIN LATERAL (
      SELECT sum(signed.quantity) FILTER (WHERE p.status = 'open') AS quantity,
        sum(signed.quantity) FILTER (WHERE p.status = 'closed' AND p.exit_paise IS NULL) AS handed
      FROM position p
      CROSS JOIN LATERAL (SELECT CASE p.direction WHEN 'long' THEN p.quantity ELSE -p.quantity END AS quantity) signed
      WHERE p.deployment_id = o.deployment_id AND p.run_number = o.run_number AND p.symbol = o.symbol
        AND p.mode = 'live') held ON true
    WHERE o.broker_link_id = ${linkId} AND o.deployment_id IS NOT NULL AND o.day <= ${day}::date
    GROUP BY o.deployment_id, o.run_number, o.trading_symbol, o.product
    HAVING (bool_or(o.day = ${day}::date) OR max(held.quantity) IS NOT NULL) AND NOT bool_or(o.released)
    ORDER BY 1, 2, 3`.execute(db);
  return rows.map((row) => ({
    deploymentId: row.deployment_id,
    runNumber: row.run_number,
    tradingSymbol: row.trading_symbol,
    product: row.product,
    heldQuantity: row.held,
    handedOverQuantity: row.handed,
    beforeQuantity: row.before,
  }));
}

export async function runNumberOf(db: Queryable, deploymentId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('run_number')
    .where('id', '=', deploymentId)
    .where('mode', '=', 'live')
    .executeTakeFirst();
  return row?.run_number;
}

export interface ReportToStore {
  readonly accountId: number;
  readonly linkId: number;
  readonly day: IndiaDate;
  readonly status: 'agrees' | 'differs' | 'incomplete';
  readonly body: string;
  readonly at: Date;
}

export async function putReport(tx: Tx, report: ReportToStore): Promise<number> {
  const { status, body, at } = report;
  const row = await tx
    .insertInto('reconciliation_report')
    .values({ account_id: report.accountId, broker_link_id: report.linkId, day: report.day, status, body, at })
    .onConflict((conflict) => conflict.columns(['broker_link_id', 'day']).doUpdateSet({ status, body, at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function reportQuery(db: Queryable, accountId: number) {
  return db
    .selectFrom('reconciliation_report as report')
    .innerJoin('broker_link as link', 'link.id', 'report.broker_link_id')
    .select([
      'report.id',
      'report.broker_link_id',
      'report.day',
      'report.status',
      'report.body',
      'report.at',
      'link.client_code',
    ])
    .where('report.account_id', '=', accountId);
}
export type ReportRecord = NonNullable<Awaited<ReturnType<typeof findReport>>>;

export function findReport(db: Queryable, accountId: number, reportId: number) {
  return reportQuery(db, accountId).where('report.id', '=', reportId).executeTakeFirst();
}

export interface ReportFilter {
  readonly accountId: number;
  readonly linkId: number | undefined;
  readonly search: string | undefined;
}

export type ReportSort = keyof typeof REPORT_SORTS;

const REPORT_SORTS = {
  day: sql`report.day ASC, report.id ASC`,
  '-day': sql`report.day DESC, report.id DESC`,
} as const;

export async function listReports(
  db: Queryable,
  { accountId, linkId, search }: ReportFilter,
  window: { readonly limit: number; readonly offset: number; readonly sort: ReportSort },
): Promise<ReportRecord[]> {
  let query = reportQuery(db, accountId);
  if (linkId !== undefined) query = query.where('report.broker_link_id', '=', linkId);
  if (search) query = query.where('link.client_code', 'ilike', likePattern(search));
  return query.orderBy(REPORT_SORTS[window.sort]).limit(window.limit).offset(window.offset).execute();
}

export async function countReports(db: Queryable, { accountId, linkId, search }: ReportFilter): Promise<number> {
  let query = db
    .selectFrom('reconciliation_report as report')
    .innerJoin('broker_link as link', 'link.id', 'report.broker_link_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('report.account_id', '=', accountId);
  if (linkId !== undefined) query = query.where('report.broker_link_id', '=', linkId);
  if (search) query = query.where('link.client_code', 'ilike', likePattern(search));
  const { count } = await query.executeTakeFirstOrThrow();
  return Number(count);
}

export interface LatencyRow {
  readonly orders: bigint;
  readonly spans: readonly (number | null)[];
  readonly counts: readonly bigint[];
}

/**
 * Percentiles over the newest orders that were sent, milliseconds of our clock: two for each of the three spans. How
 * long a stop waits for its level is the market's doing: only orders that were to be filled at once count for the last.
 */
export async function readLatency(db: Queryable, accountId: number, orders: number): Promise<LatencyRow> {
  const { rows } = await sql<LatencyRow>`
    WITH newest AS (
      SELECT extract(epoch FROM sent_at - decided_at) * 1000 AS a,
        extract(epoch FROM acknowledged_at - sent_at) * 1000 AS b,
        extract(epoch FROM first_fill_at - acknowledged_at) * 1000 * CASE WHEN placed_kind = 'limit' THEN 1 END AS c
      FROM broker_order WHERE account_id = ${accountId} AND role <> 'foreign' AND sent_at IS NOT NULL
      ORDER BY exchange_at DESC, id DESC LIMIT ${orders})
    SELECT count(*) AS orders, ARRAY[count(a), count(b), count(c)] AS counts,
      ARRAY[percentile_cont(0.5) WITHIN GROUP (ORDER BY a::float8), percentile_cont(0.95) WITHIN GROUP (ORDER BY a::float8),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY b::float8), percentile_cont(0.95) WITHIN GROUP (ORDER BY b::float8),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY c::float8), percentile_cont(0.95) WITHIN GROUP (ORDER BY c::float8)
      ] AS spans
    FROM newest`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers a row answered none');
  return row;
}
