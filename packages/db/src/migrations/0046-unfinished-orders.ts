import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Runners ask every few seconds where an order is under way: few are, among all that there ever were. */
export const unfinishedOrders: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['broker_order']);
    await sql
      .raw('CREATE INDEX broker_order_unfinished ON broker_order (broker_link_id) WHERE ended_at IS NULL')
      .execute(db);
  },
};
