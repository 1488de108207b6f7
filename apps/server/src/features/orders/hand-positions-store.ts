import type { Queryable } from '@trickdesk/db';
import { type IndiaDate, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { sql } from 'kysely';

const ENDED_STATES = ORDER_STATES.filter(isTerminal);

/** What one order of the day has executed, or may still by hand, with what is known of its instrument. */
export interface ExecutedRow {
  readonly broker_link_id: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday' | 'other';
  /** An order of a basket is stored as one of its owner's: what tells them apart is that a basket counts it. */
  readonly role: 'entry' | 'exit' | 'protective' | 'own' | 'basket' | 'foreign';
  /** Of a trick's order. */
  readonly place: string | null;
  readonly deployment_id: number | null;
  readonly deployment_name: string | null;
  readonly side: 'buy' | 'sell';
  readonly filled_quantity: number;
  readonly filled_value_paise: bigint;
  readonly settled_quantity: number;
  /** Units that it may still trade; nothing of an order that has ended. */
  readonly resting_quantity: number;
  /** Of a stop that rests. */
  readonly resting_trigger_paise: number | null;
  readonly is_elsewhere: boolean;
  readonly exchange_at: Date;
  readonly kind: string | null;
  readonly last_paise: number | null;
  readonly last_at: Date | null;
}

/** Whose orders, in whose prices, of which exchange day. */
export interface HandMoment {
  readonly accountId: number;
  readonly dataset: string;
  readonly day: IndiaDate;
}

/** Of the account's linked brokers, in the order in which they were made. */
export async function listExecuted(db: Queryable, { accountId, dataset, day }: HandMoment): Promise<ExecutedRow[]> {
  const { rows } = await sql<ExecutedRow>`/* prepared */
    SELECT o.broker_link_id, o.symbol, o.product, o.side,
      CASE WHEN o.role = 'own' AND EXISTS (SELECT FROM basket_order WHERE broker_order_id = o.id) THEN 'basket'
        ELSE o.role END AS role, o.filled_quantity, o.filled_value_paise,
      o.settled_quantity, o.placed_kind = 'elsewhere' AS is_elsewhere, o.exchange_at, o.deployment_id,
      deployment.name AS deployment_name, instrument.kind, last.price_paise AS last_paise, last.at AS last_at,
      CASE WHEN o.state = ANY (${ENDED_STATES}::text[]) THEN 0 ELSE o.quantity - o.filled_quantity END
        AS resting_quantity,
      CASE WHEN o.kind = 'stop_limit' AND o.state <> ALL (${ENDED_STATES}::text[]) THEN o.trigger_paise END
        AS resting_trigger_paise,
      CASE WHEN o.role NOT IN ('own', 'foreign') THEN concat_ws(' ', o.deployment_id, o.run_number, o.base) END AS place
    FROM broker_order o
    JOIN broker_link link ON link.id = o.broker_link_id AND link.unlinked_at IS NULL
    LEFT JOIN deployment ON deployment.id = o.deployment_id
    LEFT JOIN LATERAL (SELECT id, kind FROM instrument
      WHERE exchange = o.exchange AND symbol = o.symbol AND active ORDER BY id LIMIT 1) instrument ON true
    LEFT JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = instrument.id
    WHERE o.account_id = ${accountId} AND o.day = ${day}::date
      AND (o.filled_quantity > 0 OR o.role = 'own' AND o.state <> ALL (${ENDED_STATES}::text[]))
    ORDER BY o.id`.execute(db);
  return rows;
}
