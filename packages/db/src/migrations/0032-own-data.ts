import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** What the database says to a call that was admitted just before the account was erased; `failure-reply.ts` knows it. */
const ACCOUNT_ERASED = 'TD410';

/** What nobody may begin for an account that is erased, and the column that says whose it is. */
const BEGUN = [
  ['session_family', 'account_id'],
  ['broker_link', 'account_id'],
  ['deployment', 'account_id'],
  ['strategy', 'owner_id'],
  ['backtest', 'account_id'],
  ['subscription', 'account_id'],
  ['payment', 'account_id'],
  ['kyc', 'account_id'],
  ['bank_account', 'account_id'],
  ['aadhaar_request', 'account_id'],
  ['second_factor', 'account_id'],
  ['password_reset', 'account_id'],
] as const;

/** Copies of a person's data, and accounts that are erased. The release of before erases nothing and copies nothing. */
const STATEMENTS = [
  'ALTER TABLE account ADD COLUMN erased_at timestamptz, ADD COLUMN erasure_done_at timestamptz',
  'CREATE INDEX account_erasure_open ON account (erased_at) WHERE erased_at IS NOT NULL AND erasure_done_at IS NULL',
  `CREATE TABLE legal_hold (
    account_id int PRIMARY KEY REFERENCES account (id),
    reason text NOT NULL,
    set_at timestamptz NOT NULL,
    lifted_at timestamptz
  )`,
  `CREATE TABLE data_copy (
    id uuid PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    asked_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    started_at timestamptz,
    ended_at timestamptz,
    row_count bigint
  )`,
  'CREATE INDEX data_copy_of_account ON data_copy (account_id, asked_at)',
  // An order is deleted only where no position names it: without these the whole table is read for each.
  'CREATE INDEX position_entry_order ON position (entry_order_id)',
  'CREATE INDEX position_exit_order ON position (exit_order_id) WHERE exit_order_id IS NOT NULL',
  // Waits for an erasure that is under way, and then sees it: a call that was admitted before it begins nothing after it.
  `CREATE FUNCTION account_refuse_erased() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    erased timestamptz;
    whose int := (to_jsonb(NEW) ->> TG_ARGV[0])::int;
  BEGIN
    IF whose IS NULL THEN RETURN NEW; END IF;
    SELECT erased_at INTO erased FROM account WHERE id = whose FOR KEY SHARE;
    IF erased IS NOT NULL THEN
      RAISE EXCEPTION 'account % is erased: nothing is begun for it', whose
        USING ERRCODE = '${ACCOUNT_ERASED}';
    END IF;
    RETURN NEW;
  END $$`,
  ...BEGUN.map(
    ([table, column]) => `CREATE TRIGGER ${table}_of_somebody BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('${column}')`,
  ),
  // Whoever meant to write a name or an address into it came too late.
  `CREATE FUNCTION account_stays_erased() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF to_jsonb(NEW) - 'erasure_done_at' = to_jsonb(OLD) - 'erasure_done_at' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'account % is erased: it stays as it is', OLD.id USING ERRCODE = '${ACCOUNT_ERASED}';
  END $$`,
  `CREATE TRIGGER account_is_erased_for_good BEFORE UPDATE ON account
    FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL) EXECUTE FUNCTION account_stays_erased()`,
  `CREATE TRIGGER deployment_runs_for_somebody BEFORE UPDATE OF status ON deployment
    FOR EACH ROW WHEN (NEW.status = 'running') EXECUTE FUNCTION account_refuse_erased('account_id')`,
];

export const ownData: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account', 'position', ...BEGUN.map(([table]) => table)]);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
