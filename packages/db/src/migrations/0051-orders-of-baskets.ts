import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Of each order of an account it is asked whether a basket counts it as its own. */
export const ordersOfBaskets: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['basket_order']);
    await sql.raw('CREATE INDEX basket_order_by_broker_order ON basket_order (broker_order_id)').execute(db);
  },
};
