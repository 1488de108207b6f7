import { likePattern, type Queryable, type Schema, type Tx } from '@trickdesk/db';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

/** Every SQL statement about the logs: what an account did, and what its tricks did. */

type TradeKind = Schema['trade_activity']['kind'];

export interface ActivityToInsert {
  readonly accountId: number;
  readonly kind: string;
  readonly sentence: string;
  /** Empty where the product acted by itself. */
  readonly device: string;
  readonly address: string;
  readonly facts: object;
  readonly at: Date;
}

export async function insertActivity(tx: Tx, entry: ActivityToInsert): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      account_id: entry.accountId,
      kind: entry.kind,
      sentence: entry.sentence,
      device: entry.device,
      address: entry.address,
      facts: JSON.stringify(entry.facts),
      at: entry.at,
    })
    .execute();
}

export interface TradeActivityToInsert {
  readonly accountId: number;
  readonly deploymentId: number | null;
  readonly mode: 'paper' | 'live';
  readonly kind: TradeKind;
  readonly symbol: string | null;
  readonly sentence: string;
  readonly exchangeAt: Date;
  readonly at: Date;
}

export async function insertTradeActivity(tx: Tx, entries: readonly TradeActivityToInsert[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    account_id: entry.accountId,
    deployment_id: entry.deploymentId,
    mode: entry.mode,
    kind: entry.kind,
    symbol: entry.symbol,
    sentence: entry.sentence,
    exchange_at: entry.exchangeAt,
    at: entry.at,
  }));
  await tx.insertInto('trade_activity').values(rows).execute();
}

export type LogSort = 'time' | '-time';

export interface PageOf {
  readonly limit: number;
  readonly offset: number;
  readonly sort: LogSort;
}

/** What both logs are narrowed by; `from` is the first moment, `before` the first one after the last. */
interface LogFilter {
  readonly accountId: number;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly search?: string | undefined;
}

export interface ActivityFilter extends LogFilter {
  readonly kind?: string | undefined;
}

export interface TradeActivityFilter extends LogFilter {
  readonly kind?: TradeKind | undefined;
  readonly deploymentId?: number | undefined;
}

const own = expressionBuilder<Schema, 'activity'>();

function activityWhere(filter: ActivityFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [own('activity.account_id', '=', filter.accountId)];
  if (filter.from) conditions.push(own('activity.at', '>=', filter.from));
  if (filter.before) conditions.push(own('activity.at', '<', filter.before));
  if (filter.kind) conditions.push(own('activity.kind', '=', filter.kind));
  if (filter.search) {
    const pattern = likePattern(filter.search);
    const columns = ['activity.sentence', 'activity.device', 'activity.address'] as const;
    conditions.push(own.or(columns.map((column) => own(column, 'ilike', pattern))));
  }
  return own.and(conditions);
}

export type ActivityRecord = Awaited<ReturnType<typeof listActivity>>[number];

const directionOf = (sort: LogSort) => (sort === 'time' ? 'asc' : 'desc');

export function listActivity(db: Queryable, filter: ActivityFilter, page: PageOf) {
  const direction = directionOf(page.sort);
  return db
    .selectFrom('activity')
    .select(['id', 'kind', 'sentence', 'device', 'address', 'at'])
    .where(activityWhere(filter))
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countActivity(db: Queryable, filter: ActivityFilter): Promise<number> {
  const row = await db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where(activityWhere(filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

const ofTricks = expressionBuilder<Schema, 'trade_activity'>();

function tradeActivityWhere(filter: TradeActivityFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [ofTricks('trade_activity.account_id', '=', filter.accountId)];
  if (filter.from) conditions.push(ofTricks('trade_activity.exchange_at', '>=', filter.from));
  if (filter.before) conditions.push(ofTricks('trade_activity.exchange_at', '<', filter.before));
  if (filter.kind) conditions.push(ofTricks('trade_activity.kind', '=', filter.kind));
  if (filter.deploymentId) conditions.push(ofTricks('trade_activity.deployment_id', '=', filter.deploymentId));
  if (filter.search) {
    const pattern = likePattern(filter.search);
    const columns = ['trade_activity.sentence', 'trade_activity.symbol'] as const;
    conditions.push(ofTricks.or(columns.map((column) => ofTricks(column, 'ilike', pattern))));
  }
  return ofTricks.and(conditions);
}

export type TradeActivityRecord = Awaited<ReturnType<typeof listTradeActivity>>[number];

/** By the exchange's time. */
export function listTradeActivity(db: Queryable, filter: TradeActivityFilter, page: PageOf) {
  const direction = directionOf(page.sort);
  return db
    .selectFrom('trade_activity')
    .leftJoin('deployment', 'deployment.id', 'trade_activity.deployment_id')
    .select([
      'trade_activity.id',
      'trade_activity.deployment_id',
      'deployment.name as deployment_name',
      'trade_activity.mode',
      'trade_activity.kind',
      'trade_activity.symbol',
      'trade_activity.sentence',
      'trade_activity.exchange_at',
    ])
    .where(tradeActivityWhere(filter))
    .orderBy('trade_activity.exchange_at', direction)
    .orderBy('trade_activity.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countTradeActivity(db: Queryable, filter: TradeActivityFilter): Promise<number> {
  const row = await db
    .selectFrom('trade_activity')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where(tradeActivityWhere(filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
