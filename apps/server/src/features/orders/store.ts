import { type Database, likePattern, type Queryable, type Schema } from '@trickdesk/db';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { CLOSED_SORTS, OPEN_ORDER, ORDER_SORTS, type OrderSort, type PageOf, type PositionSort } from './sort-store.ts';

/** Everything that a row about an order shows, joined once. */
export interface OrderRecord {
  id: number;
  account_id: number;
  deployment_id: number;
  deployment_name: string;
  broker_link_id: number | null;
  mode: string;
  symbol: string;
  exchange: string;
  side: 'buy' | 'sell';
  purpose: 'entry' | 'exit';
  quantity: number;
  filled_quantity: number;
  average_paise: number | null;
  state: string;
  charges_paise: bigint;
  reason: string;
  at: Date;
  states: { state: string; at: string; note: string | null }[];
}

export interface PositionRecord {
  id: number;
  account_id: number;
  deployment_id: number;
  deployment_name: string;
  broker_link_id: number | null;
  mode: string;
  product: string;
  symbol: string;
  exchange: string;
  instrument_kind: string | null;
  direction: 'long' | 'short';
  quantity: number;
  status: 'open' | 'closed';
  entry_at: Date;
  entry_paise: number;
  entry_charges_paise: bigint;
  entry_reason: string;
  stop_paise: number | null;
  /** Of the order that rests for it at the broker, where that is another level. */
  stop_at_broker_paise: number | null;
  target_paise: number | null;
  trailing: boolean;
  exit_at: Date | null;
  exit_paise: number | null;
  exit_reason: string | null;
  charges_paise: bigint;
  gross_paise: bigint | null;
  net_paise: bigint | null;
  last_paise: number | null;
  previous_close_paise: number | null;
  last_at: Date | null;
}

/** What lists of orders and of positions are narrowed by alike. */
export interface ListFilter {
  readonly accountId: number;
  readonly mode: 'paper' | 'live';
  readonly deploymentId?: number | undefined;
  /** First and last day: an order's own, a position's exit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

export interface OrderFilter extends ListFilter {
  readonly state?: string | undefined;
  /** Of which something was executed, whatever became of the rest. */
  readonly hasFills?: boolean;
}

export interface PositionFilter extends ListFilter {
  readonly status: 'open' | 'closed';
  readonly brokerLinkId?: number | undefined;
  /** Without those that were handed over to their owner unsold: they have no exit, and are no trades. */
  readonly isTrade?: boolean;
}

export interface ResultTotals {
  readonly gross: bigint;
  readonly charges: bigint;
  readonly net: bigint;
  readonly trades: number;
  readonly wins: number;
}

export async function listOrders(db: Queryable, filter: OrderFilter, page: PageOf<OrderSort>): Promise<OrderRecord[]> {
  return orderQuery(db)
    .where(orderWhere(filter))
    .orderBy(ORDER_SORTS[page.sort ?? '-time'])
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countOrders(db: Queryable, filter: OrderFilter): Promise<number> {
  const row = await db
    .selectFrom('trade_order')
    .innerJoin('deployment', 'deployment.id', 'trade_order.deployment_id')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where(orderWhere(filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** For events and for one deployment's page. Newest first. */
export async function ordersById(db: Queryable, ids: readonly number[]): Promise<OrderRecord[]> {
  if (ids.length === 0) return [];
  return orderQuery(db).where('trade_order.id', 'in', ids).orderBy('trade_order.id', 'desc').execute();
}

function orderQuery(db: Queryable) {
  return db
    .selectFrom('trade_order')
    .innerJoin('deployment', 'deployment.id', 'trade_order.deployment_id')
    .select([
      'trade_order.id',
      'trade_order.account_id',
      'trade_order.deployment_id',
      'deployment.name as deployment_name',
      'trade_order.mode',
      'trade_order.symbol',
      'trade_order.exchange',
      'trade_order.side',
      'trade_order.purpose',
      'trade_order.quantity',
      'trade_order.filled_quantity',
      'trade_order.average_paise',
      'trade_order.state',
      'trade_order.charges_paise',
      'trade_order.reason',
      'trade_order.at',
    ])
    .select(brokerLinkOf('trade_order', 'trade_order.id').as('broker_link_id'))
    .select((eb) =>
      eb
        .selectFrom('order_event')
        .whereRef('order_event.order_id', '=', 'trade_order.id')
        .select(
          sql<{ state: string; at: string; note: string | null }[]>`coalesce(jsonb_agg(jsonb_build_object(
            'state', order_event.state, 'at', order_event.at, 'note', order_event.note) ORDER BY order_event.id), '[]')`.as(
            'states',
          ),
        )
        .as('states'),
    )
    .$narrowType<{ states: { state: string; at: string; note: string | null }[] }>();
}

/**
 * The broker account that a row's order went to; none for paper. A trick's own account is the one of today: it changes
 * with the mode, and what was traded before does not. An order that has not reached a broker belongs to its run's one.
 */
export function brokerLinkOf(table: 'trade_order' | 'position', orderId: 'trade_order.id' | 'position.entry_order_id') {
  const [mode, run] = [sql.ref(`${table}.mode`), sql.ref(`${table}.run_number`)];
  return sql<number | null>`CASE WHEN ${mode} = 'live' THEN coalesce(
    (SELECT sent.broker_link_id FROM broker_order sent
      WHERE sent.trade_order_id = ${sql.ref(orderId)} ORDER BY sent.id LIMIT 1),
    (SELECT sent.broker_link_id FROM broker_order sent
      WHERE sent.deployment_id = deployment.id AND sent.run_number = ${run} ORDER BY sent.id LIMIT 1),
    CASE WHEN deployment.run_number = ${run} THEN deployment.broker_link_id END) END`;
}

/** Columns of both lists; each statement uses those of the table that it reads. */
const columns = expressionBuilder<Schema, 'trade_order' | 'position' | 'deployment'>();

function listConditions(table: 'trade_order' | 'position', filter: ListFilter): Expression<SqlBool>[] {
  const day = table === 'position' ? 'position.exit_day' : 'trade_order.day';
  const conditions: Expression<SqlBool>[] = [
    columns(`${table}.account_id`, '=', filter.accountId),
    columns(`${table}.mode`, '=', filter.mode),
  ];
  if (filter.deploymentId !== undefined) conditions.push(columns(`${table}.deployment_id`, '=', filter.deploymentId));
  if (filter.from !== undefined) conditions.push(columns(day, '>=', filter.from));
  if (filter.to !== undefined) conditions.push(columns(day, '<=', filter.to));
  if (filter.search) {
    const pattern = likePattern(filter.search);
    const inText = [columns(`${table}.symbol`, 'ilike', pattern), columns('deployment.name', 'ilike', pattern)];
    conditions.push(columns.or(inText));
  }
  return conditions;
}

function orderWhere(filter: OrderFilter): Expression<SqlBool> {
  const conditions = listConditions('trade_order', filter);
  if (filter.state !== undefined) conditions.push(columns('trade_order.state', '=', filter.state));
  if (filter.hasFills) conditions.push(columns('trade_order.filled_quantity', '>', 0));
  return columns.and(conditions);
}

function positionWhere(filter: PositionFilter): Expression<SqlBool> {
  const { status, brokerLinkId, isTrade } = filter;
  // Written out, since an index of closed ones alone cannot serve a plan that is made for any status.
  const conditions = [...listConditions('position', filter), columns('position.status', '=', sql.lit(status))];
  if (brokerLinkId !== undefined) {
    conditions.push(sql<SqlBool>`${brokerLinkOf('position', 'position.entry_order_id')} = ${brokerLinkId}`);
  }
  if (isTrade) conditions.push(columns('position.exit_paise', 'is not', null));
  return columns.and(conditions);
}

export async function listPositions(
  db: Queryable,
  dataset: string,
  filter: PositionFilter,
  page?: PageOf<PositionSort>,
): Promise<PositionRecord[]> {
  return positionsQuery(db, { dataset, filter, page }).execute();
}

interface PositionsAsked {
  readonly dataset: string;
  readonly filter: PositionFilter;
  readonly page?: PageOf<PositionSort> | undefined;
}

function positionsQuery(db: Queryable, { dataset, filter, page }: PositionsAsked) {
  // By the exchange's time: rows of a replayed past are younger than what they tell of.
  const order = filter.status === 'closed' ? CLOSED_SORTS[page?.sort ?? '-time'] : OPEN_ORDER;
  const query = positionQuery(db, dataset).where(positionWhere(filter)).orderBy(order);
  return page ? query.limit(page.limit).offset(page.offset) : query;
}

export async function countPositions(db: Queryable, filter: PositionFilter): Promise<number> {
  const row = await db
    .selectFrom('position')
    .innerJoin('deployment', 'deployment.id', 'position.deployment_id')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where(positionWhere(filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function positionsById(db: Queryable, dataset: string, ids: readonly number[]): Promise<PositionRecord[]> {
  if (ids.length === 0) return [];
  return positionQuery(db, dataset).where('position.id', 'in', ids).orderBy('position.id', 'desc').execute();
}

/** Open positions of some deployments, for their unrealised results. Newest first. */
export async function openPositionsOf(
  db: Queryable,
  dataset: string,
  deploymentIds: readonly number[],
): Promise<PositionRecord[]> {
  if (deploymentIds.length === 0) return [];
  return openPositionsQuery(db, dataset, deploymentIds).execute();
}

/** The same for a list that is asked for again and again. */
export async function preparedOpenPositionsOf(
  database: Database,
  dataset: string,
  deploymentIds: readonly number[],
): Promise<PositionRecord[]> {
  if (deploymentIds.length === 0) return [];
  return database.prepared(sql<PositionRecord>`${openPositionsQuery(database.kysely, dataset, deploymentIds)}`);
}

function openPositionsQuery(db: Queryable, dataset: string, deploymentIds: readonly number[]) {
  return (
    positionQuery(db, dataset)
      // One parameter however many there are, so that the statement's text stays the same.
      .where('position.deployment_id', '=', sql<number>`any(${deploymentIds})`)
      .where('position.status', '=', 'open')
      .orderBy('position.id', 'desc')
  );
}

/**
 * Where the stop of an open live position rests at the broker, if that is not where it is wanted: it was shifted into the
 * exchange's band, or a move was not carried out. What was changed a moment ago is on its way, and is no difference yet.
 */
const stopAtBroker = sql<number | null>`CASE WHEN position.status = 'open' AND position.mode = 'live' THEN (
  SELECT rests.trigger_paise FROM broker_order rests
    WHERE rests.broker_link_id = deployment.broker_link_id AND NOT rests.settled
      AND rests.deployment_id = position.deployment_id AND rests.run_number = position.run_number
      AND rests.symbol = position.symbol AND rests.role = 'protective' AND rests.state = 'trigger_pending'
      AND rests.updated_at < now() - interval '5 seconds'
      AND abs(rests.trigger_paise - position.stop_paise) >= instrument.tick_paise
    ORDER BY rests.id LIMIT 1) END`;

function positionQuery(db: Queryable, dataset: string) {
  return (
    db
      .selectFrom('position')
      .innerJoin('deployment', 'deployment.id', 'position.deployment_id')
      .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
      // As the runner finds it: one instrument for a symbol, so that no row comes twice.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('instrument')
            .whereRef('instrument.exchange', '=', 'position.exchange')
            .whereRef('instrument.symbol', '=', 'position.symbol')
            .where('instrument.kind', 'in', ['equity', 'etf', 'index'])
            .select(['instrument.id', 'instrument.kind', 'instrument.tick_paise'])
            .orderBy('instrument.active', 'desc')
            .orderBy('instrument.id')
            .limit(1)
            .as('instrument'),
        (join) => join.onTrue(),
      )
      .leftJoin('last_price', (join) =>
        join.onRef('last_price.instrument_id', '=', 'instrument.id').on('last_price.dataset', '=', dataset),
      )
      .select([
        'position.id',
        'position.account_id',
        'position.deployment_id',
        'deployment.name as deployment_name',
        'position.mode',
        'position.symbol',
        'position.exchange',
        'instrument.kind as instrument_kind',
        'position.direction',
        'position.quantity',
        'position.status',
        'position.entry_at',
        'position.entry_paise',
        'position.entry_charges_paise',
        'position.entry_reason',
        'position.stop_paise',
        'position.target_paise',
        'position.trailing',
        'position.exit_at',
        'position.exit_paise',
        'position.exit_reason',
        'position.charges_paise',
        'position.gross_paise',
        'position.net_paise',
        'last_price.price_paise as last_paise',
        'last_price.previous_close_paise',
        'last_price.at as last_at',
      ])
      .select(brokerLinkOf('position', 'position.entry_order_id').as('broker_link_id'))
      .select(stopAtBroker.as('stop_at_broker_paise'))
      .select('strategy_version.product')
      .$narrowType<{ product: string }>()
  );
}

/** Totals of closed trades from the daily roll-ups: their cost does not grow with the number of trades. */
export function rolledUpTotals(db: Queryable, filter: RolledUpFilter): Promise<ResultTotals> {
  return rolledUpQuery(db, filter).executeTakeFirstOrThrow();
}

/** The same for a list that is asked for again and again. */
export async function preparedTotals(database: Database, filter: RolledUpFilter): Promise<ResultTotals> {
  const [totals] = await database.prepared(sql<ResultTotals>`${rolledUpQuery(database.kysely, filter)}`);
  if (!totals) throw new Error('a sum without a row');
  return totals;
}

type RolledUpFilter = Pick<PositionFilter, 'accountId' | 'mode' | 'deploymentId' | 'from' | 'to'>;

function rolledUpQuery(db: Queryable, filter: RolledUpFilter) {
  let query = db
    .selectFrom('daily_result')
    .select((eb) => [
      sql<bigint>`coalesce(sum(${eb.ref('gross_paise')}), 0)::bigint`.as('gross'),
      sql<bigint>`coalesce(sum(${eb.ref('charges_paise')}), 0)::bigint`.as('charges'),
      sql<bigint>`coalesce(sum(${eb.ref('net_paise')}), 0)::bigint`.as('net'),
      sql<number>`coalesce(sum(${eb.ref('trades')}), 0)::int`.as('trades'),
      sql<number>`coalesce(sum(${eb.ref('wins')}), 0)::int`.as('wins'),
    ])
    .where('account_id', '=', filter.accountId)
    .where('mode', '=', filter.mode);
  if (filter.deploymentId !== undefined) query = query.where('deployment_id', '=', filter.deploymentId);
  if (filter.from !== undefined) query = query.where('day', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('day', '<=', filter.to);
  return query;
}

/** The same from the trades themselves, for a search over their text. */
export async function searchedTotals(db: Queryable, filter: PositionFilter): Promise<ResultTotals> {
  return db
    .selectFrom('position')
    .innerJoin('deployment', 'deployment.id', 'position.deployment_id')
    .select([
      sql<bigint>`coalesce(sum(position.gross_paise), 0)::bigint`.as('gross'),
      sql<bigint>`coalesce(sum(position.charges_paise), 0)::bigint`.as('charges'),
      sql<bigint>`coalesce(sum(position.net_paise), 0)::bigint`.as('net'),
      sql<number>`count(*)::int`.as('trades'),
      sql<number>`(count(*) FILTER (WHERE position.net_paise > 0))::int`.as('wins'),
    ])
    .where(positionWhere(filter))
    .executeTakeFirstOrThrow();
}
