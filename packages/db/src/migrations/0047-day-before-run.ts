import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a trick did on the day on which another run of it begins: its limits of a day hold over both. */
export const dayBeforeRun: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('ALTER TABLE deployment_run ADD COLUMN day_before jsonb').execute(db);
  },
};
