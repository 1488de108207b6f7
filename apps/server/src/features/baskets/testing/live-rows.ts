import type { Database } from '@trickdesk/db';
import { sql } from 'kysely';

/** Rows of a live basket as its runs leave them, without any of them. */

export interface LiveBasket {
  readonly ownedId: number;
  readonly runId: number;
}

/** A live basket of one share with a run that has ended, of the broker account of one that is linked. */
export async function insertLiveBasket(
  { kysely }: Database,
  of: { readonly accountId: number; readonly linkId: number; readonly dataset: string; readonly symbol?: string },
): Promise<LiveBasket> {
  const { accountId, linkId, dataset, symbol = 'SBIN' } = of;
  const { rows } = await sql<LiveBasket>`WITH b AS (
      INSERT INTO basket (account_id, name, summary, description, theme, risk, benchmark, created_at)
      VALUES (${accountId}, 'One', '', '', 'own', 'high', 'NIFTY', now()) RETURNING id),
    v AS (INSERT INTO basket_version (basket_id, dataset, version, since, reason, created_at)
      SELECT id, ${dataset}, 1, '2025-01-01', '', now() FROM b RETURNING id, basket_id),
    c AS (INSERT INTO basket_constituent (basket_version_id, symbol, weight_bps, reason)
      SELECT id, ${symbol}, 10000, '' FROM v),
    o AS (INSERT INTO owned_basket (account_id, basket_id, basket_version_id, mode, broker_link_id, dataset, status, opened_at)
      SELECT ${accountId}, basket_id, id, 'live', ${linkId}, ${dataset}, 'open', now() FROM v
      RETURNING id, basket_version_id)
    INSERT INTO basket_run (owned_basket_id, kind, mode, state, amount_paise, basket_version_id, next_look_at, started_at,
        ended_at)
      SELECT id, 'open', 'live', 'done', 10000000, basket_version_id, now(), now(), now() FROM o
      RETURNING id AS "runId", owned_basket_id AS "ownedId"`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('a basket was not kept');
  return row;
}

/** What the basket knows of an order of the account: that it is its own. */
export async function insertBasketOrder(
  { kysely }: Database,
  basket: LiveBasket,
  brokerOrderId: number,
): Promise<void> {
  await sql`INSERT INTO basket_order (basket_run_id, owned_basket_id, symbol, side, quantity, limit_paise, state,
      filled_quantity, filled_value_paise, broker_order_id, day, exchange_at, placed_at, updated_at)
    SELECT ${basket.runId}, ${basket.ownedId}, symbol, side, quantity, price_paise,
      CASE WHEN filled_quantity >= quantity THEN 'filled' ELSE 'sent' END, filled_quantity, filled_value_paise, id, day,
      exchange_at, decided_at, updated_at
    FROM broker_order WHERE id = ${brokerOrderId}`.execute(kysely);
}
