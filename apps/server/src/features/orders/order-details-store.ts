import type { BrokerOrderEventTable, BrokerOrderTable, Queryable } from '@trickdesk/db';
import { type Selectable, sql } from 'kysely';

/** Statements about what became of one order, at the broker too. */

export type BrokerRow = Selectable<BrokerOrderTable>;
export type BrokerEvent = Selectable<BrokerOrderEventTable>;

export interface IntentRecord {
  deployment_id: number;
  run_number: number;
  day: string;
  product: string;
  instrument_kind: string | null;
  decision_id: number | null;
  decision_at: Date | null;
  decision_sequence: number | null;
  decision_sentence: string | null;
  decision_body: string | null;
  version: number | null;
}

/** What stands behind an order of a run: its decision, and by what its charges are worked out. */
export async function findIntent(db: Queryable, accountId: number, orderId: number): Promise<IntentRecord | undefined> {
  const { rows } = await sql<IntentRecord>`
    SELECT intent.deployment_id, intent.run_number, intent.day, version.definition ->> 'product' AS product,
      (SELECT kind FROM instrument WHERE exchange = intent.exchange AND symbol = intent.symbol
         AND kind IN ('equity', 'etf') ORDER BY active DESC, id LIMIT 1) AS instrument_kind,
      decision.id AS decision_id, decision.at AS decision_at, decision.sequence AS decision_sequence,
      decision.sentence AS decision_sentence, decision.body AS decision_body, version.version
    FROM trade_order AS intent
    LEFT JOIN decision ON decision.deployment_id = intent.deployment_id AND decision.run_number = intent.run_number
      AND decision.sequence = intent.intent_id
    JOIN deployment ON deployment.id = intent.deployment_id
    JOIN strategy_version AS version
      ON version.id = coalesce(decision.strategy_version_id, deployment.strategy_version_id)
    WHERE intent.id = ${orderId} AND intent.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** The orders at the broker that served an intent, in the order of their making. */
export function listServing(db: Queryable, accountId: number, orderId: number): Promise<BrokerRow[]> {
  return db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('trade_order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

export async function findByHand(db: Queryable, accountId: number, id: number): Promise<BrokerRow | undefined> {
  return db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('role', 'in', ['own', 'foreign'])
    .executeTakeFirst();
}

/** The exchange stamps its answers some moments after our own last look. */
const LATE = sql`interval '5 minutes'`;

/** Stops that stood at the broker while the position that the order opened or closed was held, oldest first. */
export async function listStops(db: Queryable, accountId: number, orderId: number): Promise<BrokerRow[]> {
  return (
    db
      .selectFrom('broker_order as stop')
      .innerJoin('position', (join) =>
        join
          .onRef('position.deployment_id', '=', 'stop.deployment_id')
          .onRef('position.run_number', '=', 'stop.run_number')
          .onRef('position.symbol', '=', 'stop.symbol')
          .onRef('stop.exchange_at', '>=', 'position.entry_at'),
      )
      .selectAll('stop')
      .where('stop.account_id', '=', accountId)
      .where('stop.role', '=', 'protective')
      .where('position.account_id', '=', accountId)
      .where((eb) => eb.or([eb('position.entry_order_id', '=', orderId), eb('position.exit_order_id', '=', orderId)]))
      .where((eb) =>
        eb.or([
          eb('position.exit_at', 'is', null),
          eb('stop.exchange_at', '<=', sql<Date>`${eb.ref('position.exit_at')} + ${LATE}`),
        ]),
      )
      .where(
        'stop.side',
        '=',
        sql<'buy' | 'sell'>`CASE ${sql.ref('position.direction')} WHEN 'long' THEN 'sell' ELSE 'buy' END`,
      )
      // What was held next may have begun within that time: its stop is its own.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('position as next')
              .select('next.id')
              .whereRef('next.deployment_id', '=', 'position.deployment_id')
              .whereRef('next.run_number', '=', 'position.run_number')
              .whereRef('next.symbol', '=', 'position.symbol')
              .whereRef('next.id', '>', 'position.id')
              .whereRef('next.entry_at', '<=', 'stop.exchange_at'),
          ),
        ),
      )
      .orderBy('stop.id')
      .execute()
  );
}

export async function listEvents(db: Queryable, brokerOrderIds: readonly number[]): Promise<BrokerEvent[]> {
  if (brokerOrderIds.length === 0) return [];
  return db
    .selectFrom('broker_order_event')
    .selectAll()
    .where('broker_order_id', 'in', brokerOrderIds)
    .orderBy('id')
    .execute();
}

/**
 * Whether a share was sold for delivery at a broker on a day, by whomever: the depository is paid for the first sale alone.
 *
 * @param before only by orders that were made before this one; absent: by any
 */
export async function wasSoldForDelivery(
  db: Queryable,
  sale: {
    readonly brokerLinkId: number;
    readonly symbol: string;
    readonly day: string;
    readonly before?: number;
  },
): Promise<boolean> {
  const { brokerLinkId, symbol, day, before } = sale;
  let query = db
    .selectFrom('broker_order')
    .select('id')
    .where('broker_link_id', '=', brokerLinkId)
    .where('day', '=', day)
    .where('symbol', '=', symbol)
    .where('product', '=', 'delivery')
    .where('side', '=', 'sell')
    .where('filled_quantity', '>', 0);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

export async function instrumentKindOf(db: Queryable, exchange: string, symbol: string): Promise<'equity' | 'etf'> {
  const row = await db
    .selectFrom('instrument')
    .select('kind')
    .where('exchange', '=', exchange)
    .where('symbol', '=', symbol)
    .where('kind', 'in', ['equity', 'etf'])
    .orderBy('active', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return row?.kind === 'etf' ? 'etf' : 'equity';
}

/** The orders that opened and closed a trade, the first one first; none where it is not closed, or somebody else's. */
export async function findTradeOrders(db: Queryable, accountId: number, positionId: number): Promise<number[]> {
  const row = await db
    .selectFrom('position')
    .select(['entry_order_id', 'exit_order_id'])
    .where('id', '=', positionId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  return row ? [row.entry_order_id, row.exit_order_id].filter((id) => id !== null) : [];
}
