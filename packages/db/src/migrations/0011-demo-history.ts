import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far the making of a demo account's history has come. A release that does not know the table makes it as before. */
export const demoHistory: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`CREATE TABLE demo_history (
      account_id int PRIMARY KEY REFERENCES account,
      done int NOT NULL CHECK (done BETWEEN 0 AND total),
      total int NOT NULL
    )`.execute(db);
  },
};
