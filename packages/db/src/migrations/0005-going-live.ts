import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements: readonly string[] = [
  // A mode belongs to the run: a deployment has runs of both, and what they did is never added up.
  `ALTER TABLE deployment_run ADD COLUMN mode text NOT NULL DEFAULT 'paper' CHECK (mode IN ('paper', 'live'))`,
  // On the day on which a deployment goes live it has results of both modes. The table of before keeps its key, by which
  // the release of before adds to a day; its heir holds the live days, and whoever reads the table reads both.
  `CREATE TABLE daily_result_live (
    PRIMARY KEY (deployment_id, day),
    FOREIGN KEY (deployment_id) REFERENCES deployment,
    FOREIGN KEY (account_id) REFERENCES account,
    CHECK (mode = 'live')
  ) INHERITS (daily_result)`,
  'CREATE INDEX daily_result_live_account ON daily_result_live (account_id, mode, day)',
  // What the exchange gave a version that is offered to others, and when it approved it.
  'ALTER TABLE strategy_version ADD COLUMN algo_id text',
  'ALTER TABLE strategy_version ADD COLUMN algo_approved_at date',
];

export const goingLive: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
