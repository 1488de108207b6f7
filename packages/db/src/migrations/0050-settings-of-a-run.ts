import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What its owner had set when a run began: settings that are changed after its end are the next run's. */
export const settingsOfARun: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw('ALTER TABLE deployment_run ADD COLUMN settings jsonb').execute(db);
  },
};
