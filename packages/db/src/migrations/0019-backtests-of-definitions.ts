import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'ALTER TABLE backtest ALTER COLUMN tricks_id DROP NOT NULL',
  'ALTER TABLE backtest ALTER COLUMN strategy_version_id DROP NOT NULL',
  `ALTER TABLE backtest ADD CONSTRAINT backtest_of_trick_or_rules
    CHECK ((tricks_id IS NULL) = (strategy_version_id IS NULL))`,
];

/** Rules that nobody has saved are back-tested as well: they stand in the row alone, and belong to no trick. */
export const backtestsOfDefinitions: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
