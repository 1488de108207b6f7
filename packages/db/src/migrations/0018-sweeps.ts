import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The values that a back-test tries: parameters by name; null where none is varied. */
export const sweeps: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('ALTER TABLE backtest ADD COLUMN sweep jsonb').execute(db);
  },
};
