import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  `CREATE TABLE backtest (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES account,
    tricks_id int NOT NULL,
    name text NOT NULL,
    strategy_version_id int NOT NULL REFERENCES strategy_version,
    definition jsonb NOT NULL,
    symbols jsonb NOT NULL GENERATED ALWAYS AS (jsonb_path_query_array(definition, '$.instruments[*].symbol')) STORED,
    bar_interval text NOT NULL GENERATED ALWAYS AS (definition ->> 'interval') STORED,
    version_hash text NOT NULL,
    dataset text NOT NULL,
    from_date text NOT NULL,
    to_date text NOT NULL,
    capital_paise bigint NOT NULL,
    costs boolean NOT NULL,
    slippage_bps int NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    progress_percent int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    holder text,
    leased_until timestamptz,
    given_back boolean NOT NULL DEFAULT false,
    failure text,
    net_paise bigint,
    return_percent double precision,
    trades int,
    report jsonb,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    ended_at timestamptz
  )`,
  'CREATE INDEX backtest_of_account ON backtest (account_id, id DESC)',
  `CREATE INDEX backtest_at_work ON backtest (id) WHERE status IN ('queued', 'running')`,
  `CREATE TABLE backtest_trades (
    backtest_id int NOT NULL REFERENCES backtest ON DELETE CASCADE,
    part int NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (backtest_id, part)
  )`,
];

/** The back-tests that people ask for: a row is the queue, the state of the work and its result. */
export const backtests: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
