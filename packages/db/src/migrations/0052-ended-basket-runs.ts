import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why a run of a basket is to place nothing more: it ends once what it has at the broker has ended. */
export const endedBasketRuns: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('ALTER TABLE basket_run ADD COLUMN ending text').execute(db);
  },
};
