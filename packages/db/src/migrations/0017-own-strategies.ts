import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'CREATE INDEX strategy_of_owner ON strategy (owner_id) WHERE owner_id IS NOT NULL',
  'CREATE INDEX deployment_of_strategy ON deployment (strategy_id, strategy_version_id)',
  'CREATE INDEX backtest_of_version ON backtest (strategy_version_id)',
];

/** The ways to a person's own strategies, and to what rests on them: copies and back-tests. */
export const ownStrategies: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
