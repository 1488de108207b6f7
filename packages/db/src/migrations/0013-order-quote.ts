import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The best prices of both sides, and the last traded one, that were known when an order left: null where none were, and
 * on every order of before. `quote_at` is the exchange's moment of them. A release that does not know the columns goes on
 * leaving them null.
 */
export const orderQuote: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`ALTER TABLE broker_order
      ADD COLUMN quote_bid_paise int,
      ADD COLUMN quote_ask_paise int,
      ADD COLUMN quote_last_paise int,
      ADD COLUMN quote_at timestamptz`.execute(db);
  },
};
