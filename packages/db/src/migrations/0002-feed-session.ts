import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The market-data account's session, sealed. A feed that is started again goes on with it: a one-time code counts once,
 * so signing in anew could take half a minute of a running market.
 */
export const feedSession: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`CREATE TABLE feed_session (
      dataset text PRIMARY KEY,
      sealed_tokens bytea NOT NULL,
      updated_at timestamptz NOT NULL
    )`.execute(db);
  },
};
