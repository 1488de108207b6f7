import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the owner of a subscription was told that its renewal costs: a dearer price of later waits for the period after. */
export const announcedPrices: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('ALTER TABLE subscription ADD COLUMN told_paise bigint CHECK (told_paise > 0)').execute(db);
  },
};
