import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Tables that a trade's close adds to: each hands its day on to the record. */
const DAYS = ['daily_result', 'daily_result_live'];

/**
 * What published strategies made, kept for rankings. Rows come from the close of a trade itself, in its transaction, and
 * nothing that is deleted later (a copy, an account, a strategy) takes one away: who loses stays in the record.
 * `copy` and `follower` are drawn at random; `track_copy` alone says whose they are, and goes with the account.
 */
const STATEMENTS = [
  `CREATE TABLE track_trick (
    strategy_id int PRIMARY KEY,
    name text NOT NULL,
    summary text NOT NULL,
    author text NOT NULL,
    category text NOT NULL,
    segment text NOT NULL,
    risk text NOT NULL,
    min_capital_paise bigint NOT NULL
  )`,
  // The last day that whoever made a version may have looked at: up to it, nothing counts.
  `CREATE TABLE track_sample (
    strategy_version_id int NOT NULL,
    dataset text NOT NULL,
    until date NOT NULL,
    PRIMARY KEY (strategy_version_id, dataset)
  )`,
  `CREATE FUNCTION track_note_sample() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO track_sample (strategy_version_id, dataset, until)
      SELECT NEW.id, dataset, (exchange_at AT TIME ZONE 'Asia/Kolkata')::date FROM market_clock
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER strategy_version_sample AFTER INSERT ON strategy_version
    FOR EACH ROW EXECUTE FUNCTION track_note_sample()`,
  `CREATE TABLE track_copy (
    deployment_id int PRIMARY KEY REFERENCES deployment (id),
    account_id int NOT NULL REFERENCES account (id),
    copy uuid NOT NULL UNIQUE,
    follower uuid NOT NULL
  )`,
  'CREATE INDEX track_copy_of_account ON track_copy (account_id)',
  `CREATE TRIGGER track_copy_of_somebody BEFORE INSERT ON track_copy
    FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  `CREATE TABLE track_day (
    copy uuid NOT NULL,
    mode text NOT NULL CHECK (mode IN ('paper', 'live')),
    day date NOT NULL,
    dataset text NOT NULL,
    strategy_id int NOT NULL,
    follower uuid NOT NULL,
    in_sample boolean NOT NULL,
    capital_paise bigint NOT NULL CHECK (capital_paise > 0),
    charges_paise bigint NOT NULL,
    net_paise bigint NOT NULL,
    trades int NOT NULL,
    wins int NOT NULL,
    PRIMARY KEY (copy, mode, day)
  )`,
  'CREATE INDEX track_day_of_market ON track_day (dataset, mode, day)',
  'CREATE INDEX track_day_of_trick ON track_day (strategy_id, mode, day)',
  // A day grows while its trades close. Nothing else about it changes, and it does not go.
  `CREATE FUNCTION track_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.copy, NEW.mode, NEW.day, NEW.dataset, NEW.strategy_id, NEW.follower, NEW.in_sample)
        IS NOT DISTINCT FROM (OLD.copy, OLD.mode, OLD.day, OLD.dataset, OLD.strategy_id, OLD.follower, OLD.in_sample)
        AND NEW.trades >= OLD.trades THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the record of results is only added to: % is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  `CREATE TRIGGER track_day_stays BEFORE UPDATE OR DELETE ON track_day
    FOR EACH ROW EXECUTE FUNCTION track_refuse_change()`,
  `CREATE TRIGGER track_day_all_stay BEFORE TRUNCATE ON track_day
    FOR EACH STATEMENT EXECUTE FUNCTION track_refuse_change()`,
  `CREATE FUNCTION track_note_day(result daily_result) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    of_trick record;
    of_copy track_copy;
    of_market text;
  BEGIN
    SELECT deployment.strategy_id, strategy_version_id, capital_paise, name, summary, category, segment, risk,
        min_capital_paise, CASE WHEN owner_id IS NULL THEN author ELSE '' END AS author INTO of_trick
      FROM (SELECT strategy_id, strategy_version_id, capital_paise FROM deployment
        WHERE id = result.deployment_id AND capital_paise > 0) deployment
      JOIN strategy ON strategy.id = deployment.strategy_id WHERE strategy.published_at IS NOT NULL;
    IF NOT FOUND THEN RETURN; END IF;
    INSERT INTO track_trick (strategy_id, name, summary, author, category, segment, risk, min_capital_paise)
      VALUES (of_trick.strategy_id, of_trick.name, of_trick.summary, of_trick.author, of_trick.category,
        of_trick.segment, of_trick.risk, of_trick.min_capital_paise)
      ON CONFLICT DO NOTHING;
    SELECT * INTO of_copy FROM track_copy WHERE deployment_id = result.deployment_id;
    IF NOT FOUND THEN
      -- One number for all copies of an account; two that close their first trade at once must not draw two.
      PERFORM pg_advisory_xact_lock(hashtextextended('track_copy', result.account_id));
      INSERT INTO track_copy (deployment_id, account_id, copy, follower)
        VALUES (result.deployment_id, result.account_id, gen_random_uuid(), coalesce(
          (SELECT follower FROM track_copy WHERE account_id = result.account_id LIMIT 1), gen_random_uuid()))
        RETURNING * INTO of_copy;
    END IF;
    SELECT dataset INTO of_market FROM deployment_run
      WHERE deployment_id = result.deployment_id AND mode = result.mode ORDER BY run_number DESC LIMIT 1;
    INSERT INTO track_day (copy, mode, day, dataset, strategy_id, follower, in_sample, capital_paise, charges_paise,
        net_paise, trades, wins)
      VALUES (of_copy.copy, result.mode, result.day, coalesce(of_market, ''), of_trick.strategy_id, of_copy.follower,
        EXISTS (SELECT FROM track_sample WHERE strategy_version_id = of_trick.strategy_version_id
          AND dataset = of_market AND until >= result.day),
        of_trick.capital_paise, result.charges_paise, result.net_paise, result.trades, result.wins)
      ON CONFLICT (copy, mode, day) DO UPDATE SET charges_paise = excluded.charges_paise,
        net_paise = excluded.net_paise, trades = excluded.trades, wins = excluded.wins;
  END $$`,
  // The rows of an heir are not of its parent's type.
  `CREATE FUNCTION track_hand_day_on() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM track_note_day(ROW(NEW.deployment_id, NEW.day, NEW.account_id, NEW.mode, NEW.gross_paise,
      NEW.charges_paise, NEW.net_paise, NEW.trades, NEW.wins)::daily_result);
    RETURN NULL;
  END $$`,
  ...DAYS.map(
    (table) => `CREATE TRIGGER ${table}_in_record AFTER INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION track_hand_day_on()`,
  ),
  // What was traded before there was a record is in it from the start.
  `SELECT track_note_day(ROW(deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise, trades,
    wins)::daily_result) FROM daily_result ORDER BY day`,
];

export const trackRecords: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account', 'deployment', 'strategy_version', ...DAYS]);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
