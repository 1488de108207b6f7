import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Money on its way to people's banks, and what operators do. A withdrawal keeps the bank account that it was asked for; its
 * steps and the acts of operators are only added to.
 */
const STATEMENTS = [
  `CREATE TABLE withdrawal (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    wallet text NOT NULL CHECK (wallet IN ('main', 'rewards')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    bank_account_id int NOT NULL REFERENCES bank_account (id),
    state text NOT NULL CHECK (state IN ('requested', 'approved', 'sent', 'paid', 'reversed', 'failed', 'rejected')),
    idempotency_key text NOT NULL,
    approvals_needed int NOT NULL CHECK (approvals_needed BETWEEN 1 AND 2),
    requested_at timestamptz NOT NULL,
    not_before timestamptz,
    payout_id text,
    utr text,
    reason text,
    tries int NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    out_of_step text,
    UNIQUE (account_id, idempotency_key)
  )`,
  'CREATE INDEX withdrawal_by_time ON withdrawal (account_id, requested_at DESC, id DESC)',
  `CREATE INDEX withdrawal_under_way ON withdrawal (requested_at, id) WHERE state IN ('requested', 'approved', 'sent')`,
  'CREATE INDEX withdrawal_to_ask ON withdrawal (next_try_at) WHERE next_try_at IS NOT NULL',
  'CREATE INDEX withdrawal_all ON withdrawal (requested_at, id)',
  `CREATE TABLE withdrawal_step (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    withdrawal_id int NOT NULL REFERENCES withdrawal (id),
    state text NOT NULL,
    note text,
    at timestamptz NOT NULL
  )`,
  'CREATE INDEX withdrawal_step_of ON withdrawal_step (withdrawal_id, id)',
  // Two different people: the key says so.
  `CREATE TABLE withdrawal_approval (
    withdrawal_id int NOT NULL REFERENCES withdrawal (id),
    operator_id int NOT NULL REFERENCES account (id),
    at timestamptz NOT NULL,
    PRIMARY KEY (withdrawal_id, operator_id)
  )`,
  `CREATE TABLE operator_act (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    operator_id int NOT NULL REFERENCES account (id),
    what text NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    sentence text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    device text NOT NULL,
    address text NOT NULL,
    at timestamptz NOT NULL
  )`,
  'CREATE INDEX operator_act_of_subject ON operator_act (subject, subject_id, id)',
  `CREATE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is only added to: % is refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  ...['operator_act', 'withdrawal_step', 'withdrawal_approval'].flatMap((table) => [
    `CREATE TRIGGER ${table}_stays BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts()`,
    `CREATE TRIGGER ${table}_is_kept BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_acts()`,
  ]),
];

export const withdrawals: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
