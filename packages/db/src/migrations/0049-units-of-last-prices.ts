import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** On an ex-date the price of before it is turned into the units of the day, once. */
export const unitsOfLastPrices: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['last_price']);
    await sql.raw('ALTER TABLE last_price ADD COLUMN units_of date').execute(db);
  },
};
