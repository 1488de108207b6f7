import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The first funds of an account that were read on a day: what the day's trades and charges are added to when its books
 * are compared. A release that does not know the table goes on without it.
 */
export const openingFunds: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`CREATE TABLE opening_funds (
      broker_link_id int NOT NULL REFERENCES broker_link,
      day date NOT NULL,
      cash_paise bigint NOT NULL,
      moved_paise bigint NOT NULL,
      exchange_at timestamptz NOT NULL,
      PRIMARY KEY (broker_link_id, day)
    )`.execute(db);
  },
};
