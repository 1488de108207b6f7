import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What a paper order met where the market was shown: null where it was filled without a quote, and on every order of
 * before. A release that does not know the columns goes on leaving them null.
 */
export const crossedSpread: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`ALTER TABLE trade_order
      ADD COLUMN spread_paise bigint,
      ADD COLUMN unshown_quantity int CHECK (unshown_quantity > 0)`.execute(db);
  },
};
