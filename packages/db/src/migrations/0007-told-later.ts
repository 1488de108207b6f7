import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a run's last write led to and nobody has been told of yet: orders leave first, the log and the screens follow. */
export const toldLater: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`ALTER TABLE deployment_run ADD COLUMN untold jsonb`.execute(db);
  },
};
