import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { sql } from 'kysely';

/** One side of a share in a product at a broker account, on an exchange day. */
export interface HeldSide {
  readonly accountId: number;
  readonly brokerLinkId: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday';
  readonly side: 'buy' | 'sell';
  readonly day: IndiaDate;
}

/** Units that orders of the day have traded on a side, whoever placed them, as far as is known. Never fewer later on. */
export async function filledOnSide(db: Queryable, asked: HeldSide): Promise<number> {
  const { accountId, brokerLinkId, symbol, product, side, day } = asked;
  // What its owner sold elsewhere of a trick's position stands there as the trick's too.
  const { rows } = await sql<{ units: number }>`
    SELECT coalesce(sum(filled_quantity), 0)::int AS units FROM broker_order
    WHERE account_id = ${accountId} AND day = ${day}::date AND broker_link_id = ${brokerLinkId}
      AND symbol = ${symbol} AND product = ${product} AND side = ${side} AND placed_kind <> 'elsewhere'`.execute(db);
  return rows[0]?.units ?? 0;
}
