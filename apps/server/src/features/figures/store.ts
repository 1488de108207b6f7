import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';

/** Statements that look for the parts of figures: trades themselves, where lists take the day's roll-ups. */

export type Mode = 'paper' | 'live';
export type TradeColumn = 'net_paise' | 'charges_paise';

interface Closed {
  readonly accountId: number;
  readonly mode: Mode;
  readonly deploymentIds: readonly number[];
  /** All days where absent. */
  readonly day?: IndiaDate | undefined;
}

/** What was handed over unsold is no trade, but what it cost until then counts. */
function closedOf({ accountId, mode, deploymentIds, day }: Closed): RawBuilder<unknown> {
  return sql`account_id = ${accountId} AND mode = ${mode} AND status = 'closed'
    AND deployment_id = any(${deploymentIds}) ${day === undefined ? sql`` : sql`AND exit_day = ${day}`}`;
}

/** Of closed trades, by trick. */
export async function sumByTrick(
  db: Queryable,
  closed: Closed,
  column: TradeColumn,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await sql<{ id: number; sum: bigint }>`
    SELECT deployment_id AS id, coalesce(sum(${sql.ref(column)}), 0)::bigint AS sum
    FROM position WHERE ${closedOf(closed)} GROUP BY deployment_id`.execute(db);
  return new Map(rows.map(({ id, sum }) => [id, sum]));
}

export interface ClosedTrade {
  id: number;
  symbol: string;
  quantity: number;
  exit_at: Date;
  amount: bigint;
}

/** Newest first. */
export async function listTrades(
  db: Queryable,
  closed: Closed,
  { column, limit, offset }: { readonly column: TradeColumn; readonly limit: number; readonly offset: number },
): Promise<ClosedTrade[]> {
  const { rows } = await sql<ClosedTrade>`
    SELECT id, symbol, quantity, exit_at, coalesce(${sql.ref(column)}, 0)::bigint AS amount
    FROM position WHERE ${closedOf(closed)}
    ORDER BY exit_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countTrades(db: Queryable, closed: Closed): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM position WHERE ${closedOf(closed)}`.execute(db);
  return Number(rows[0]?.total ?? 0n);
}

export interface DayFilter {
  readonly accountId: number;
  readonly mode: Mode;
  readonly brokerLinkId: number | undefined;
  readonly roboPro: boolean | undefined;
  readonly from: IndiaDate | undefined;
  readonly to: IndiaDate | undefined;
}

function onDays({ accountId, mode, brokerLinkId, roboPro, from, to }: DayFilter): RawBuilder<unknown> {
  return sql`position.account_id = ${accountId} AND position.mode = ${mode} AND position.status = 'closed'
    ${brokerLinkId === undefined ? sql`` : sql`AND deployment.broker_link_id = ${brokerLinkId}`}
    ${roboPro === undefined ? sql`` : sql`AND deployment.robo_pro = ${roboPro}`}
    ${from === undefined ? sql`` : sql`AND exit_day >= ${from}`}
    ${to === undefined ? sql`` : sql`AND exit_day <= ${to}`}`;
}

/** Of closed trades, by the exchange's day, oldest first. */
export async function sumByDay(
  db: Queryable,
  filter: DayFilter,
  column: TradeColumn,
): Promise<{ day: IndiaDate; amount: bigint }[]> {
  const { rows } = await sql<{ day: IndiaDate; amount: bigint }>`
    SELECT exit_day AS day, coalesce(sum(position.${sql.ref(column)}), 0)::bigint AS amount
    FROM position JOIN deployment ON deployment.id = position.deployment_id
    WHERE ${onDays(filter)} GROUP BY exit_day ORDER BY exit_day`.execute(db);
  return rows;
}

/** Results of tricks that are in another mode now. */
export async function sumOfMoved(
  db: Queryable,
  filter: DayFilter,
  column: TradeColumn,
): Promise<{ id: number; name: string; amount: bigint }[]> {
  const { rows } = await sql<{ id: number; name: string; amount: bigint }>`
    SELECT deployment.id, deployment.name, coalesce(sum(position.${sql.ref(column)}), 0)::bigint AS amount
    FROM position JOIN deployment ON deployment.id = position.deployment_id
    WHERE ${onDays(filter)} AND deployment.mode <> position.mode
    GROUP BY deployment.id ORDER BY deployment.id`.execute(db);
  return rows;
}

/** Withdrawals under way: what they hold. Newest first. */
export function listHolding(db: Queryable, accountId: number, wallet: 'main' | 'rewards' | undefined) {
  let query = db
    .selectFrom('withdrawal')
    .select(['id', 'amount_paise', 'requested_at'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['requested', 'approved', 'sent'])
    .orderBy('id', 'desc');
  if (wallet !== undefined) query = query.where('wallet', '=', wallet);
  return query.execute();
}

export async function isOwnLink(db: Queryable, accountId: number, linkId: number): Promise<boolean> {
  const row = await db
    .selectFrom('broker_link')
    .select('id')
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
