import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = `(account_id, mode, day)
  INCLUDE (deployment_id, gross_paise, charges_paise, net_paise, trades, wins)`;

/**
 * Totals are asked for with each page of a list, over days that were written one by one and so lie each in a page of the
 * table: with the figures in the index they lie side by side.
 */
const statements = [
  `CREATE INDEX daily_result_totals ON daily_result ${columns}`,
  'DROP INDEX daily_result_account',
  `CREATE INDEX daily_result_live_totals ON daily_result_live ${columns}`,
  'DROP INDEX daily_result_live_account',
];

export const totalsByIndex: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
