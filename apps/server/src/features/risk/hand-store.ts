import type { Queryable, Tx } from '@trickdesk/db';
import { type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { Moment } from './store.ts';

/** Statements about what owners opened by hand, and their wishes that it be closed. */

/** What one order of the day has executed, with what is known of its instrument. */
export interface ExecutedRow {
  readonly broker_link_id: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday' | 'other';
  readonly role: 'entry' | 'exit' | 'protective' | 'own' | 'foreign';
  /** Of a trick's order. */
  readonly place: string | null;
  readonly side: 'buy' | 'sell';
  readonly filled_quantity: number;
  readonly filled_value_paise: bigint;
  readonly settled_quantity: number;
  readonly is_elsewhere: boolean;
  readonly kind: string | null;
  readonly last_paise: number | null;
}

/** Of the account's linked brokers, oldest first. */
export async function listExecuted(
  db: Queryable,
  { accountId, dataset, day }: Pick<Moment, 'accountId' | 'dataset' | 'day'>,
): Promise<ExecutedRow[]> {
  const { rows } = await sql<ExecutedRow>`
    SELECT o.broker_link_id, o.symbol, o.product, o.role, o.side, o.filled_quantity, o.filled_value_paise,
      o.settled_quantity, o.placed_kind = 'elsewhere' AS is_elsewhere, instrument.kind, last.price_paise AS last_paise,
      CASE WHEN o.role NOT IN ('own', 'foreign') THEN concat_ws(' ', o.deployment_id, o.run_number, o.base) END AS place
    FROM broker_order o
    JOIN broker_link link ON link.id = o.broker_link_id AND link.unlinked_at IS NULL
    LEFT JOIN LATERAL (SELECT id, kind FROM instrument
      WHERE exchange = o.exchange AND symbol = o.symbol AND active ORDER BY id LIMIT 1) instrument ON true
    LEFT JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = instrument.id
    WHERE o.account_id = ${accountId} AND o.exchange_at >= ${new Date(indiaMoment(day))} AND o.day = ${day}::date
      AND o.filled_quantity > 0
    ORDER BY o.id`.execute(db);
  return rows;
}

/** One wish for each linked broker of the account; one that is open is renewed for the day. */
export async function putHandExits(tx: Tx, accountId: number, wish: { day: IndiaDate; at: Date }): Promise<void> {
  const { day, at } = wish;
  await sql`
    INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    SELECT account_id, id, ${day}::date, ${at} FROM broker_link
    WHERE account_id = ${accountId} AND unlinked_at IS NULL
    ON CONFLICT (broker_link_id) WHERE ended_at IS NULL
    DO UPDATE SET day = excluded.day, asked_at = excluded.asked_at WHERE hand_exit.day < excluded.day`.execute(tx);
}

/** Ends what is still being closed. @returns orders at the broker that were made for it and have not ended */
export async function liftHandExits(
  tx: Tx,
  accountId: number,
  at: Date,
): Promise<{ lifted: boolean; orders: number[] }> {
  const lifted = await tx
    .updateTable('hand_exit')
    .set({ ended_at: at, outcome: 'lifted' })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  if (lifted.length === 0) return { lifted: false, orders: [] };
  const ids = lifted.map(({ id }) => id);
  const orders = await tx
    .selectFrom('broker_order')
    .select('id')
    .where('hand_exit_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
  return { lifted: true, orders: orders.map(({ id }) => id) };
}

/** Whether something that the owner opened by hand is to be closed on a day. */
export async function isClosingByHand(db: Queryable, accountId: number, day: IndiaDate): Promise<boolean> {
  const row = await db
    .selectFrom('hand_exit')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('day', '=', day)
    .executeTakeFirst();
  return row !== undefined;
}
