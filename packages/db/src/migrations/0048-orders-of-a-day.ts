import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Limits and positions by hand go by the day whose order one is, which the broker may have kept since the one before. */
export const ordersOfADay: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['broker_order']);
    await sql.raw('CREATE INDEX broker_order_day ON broker_order (account_id, day)').execute(db);
  },
};
