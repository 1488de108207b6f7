import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Double entry. What must hold whoever writes is enforced here: a transfer has two postings or more that add up to zero,
 * nothing of it is changed or removed, a balance moves by postings alone, and nobody's account goes below zero.
 */
const STATEMENTS = [
  // A person's accounts have an owner; the platform's have none.
  `CREATE TABLE ledger_account (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    owner_id int REFERENCES account (id),
    name text NOT NULL,
    balance_paise bigint NOT NULL DEFAULT 0,
    UNIQUE NULLS NOT DISTINCT (owner_id, name),
    CHECK (
      CASE WHEN owner_id IS NULL
        THEN name IN ('revenue', 'gst_payable', 'tds_payable', 'gateway_clearing', 'bank_clearing')
        ELSE name IN ('main', 'main_held', 'rewards', 'rewards_held')
      END
    ),
    CONSTRAINT ledger_account_covers CHECK (owner_id IS NULL OR balance_paise >= 0)
  )`,
  `CREATE TABLE ledger_transfer (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    cause text NOT NULL CHECK (cause IN ('payment', 'invoice', 'reward', 'withdrawal', 'reversal')),
    cause_id text NOT NULL,
    idempotency_key text NOT NULL UNIQUE,
    sentence text NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE TABLE ledger_posting (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    transfer_id bigint NOT NULL REFERENCES ledger_transfer (id),
    ledger_account_id int NOT NULL REFERENCES ledger_account (id),
    amount_paise bigint NOT NULL CHECK (amount_paise <> 0),
    balance_after_paise bigint NOT NULL,
    UNIQUE (transfer_id, ledger_account_id)
  )`,
  'CREATE INDEX ledger_posting_of_account ON ledger_posting (ledger_account_id, id)',
  'CREATE INDEX ledger_transfer_of_cause ON ledger_transfer (cause, cause_id)',
  `CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the ledger is only added to: % on % is refused', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  ...['ledger_transfer', 'ledger_posting'].flatMap((table) => [
    `CREATE TRIGGER ${table}_stays BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change()`,
    `CREATE TRIGGER ${table}_is_kept BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()`,
  ]),
  `CREATE TRIGGER ledger_account_stays BEFORE DELETE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change()`,
  `CREATE TRIGGER ledger_account_is_kept BEFORE TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()`,
  `CREATE FUNCTION ledger_book() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE ledger_account SET balance_paise = balance_paise + NEW.amount_paise
      WHERE id = NEW.ledger_account_id
      RETURNING balance_paise INTO NEW.balance_after_paise;
    RETURN NEW;
  END $$`,
  'CREATE TRIGGER ledger_posting_books BEFORE INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_book()',
  // One level deep is the trigger of a posting; whoever writes a balance themselves is none.
  `CREATE FUNCTION ledger_guard_balance() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' AND NEW.balance_paise = 0 THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1
      AND (NEW.id, NEW.name) = (OLD.id, OLD.name) AND NEW.owner_id IS NOT DISTINCT FROM OLD.owner_id
      THEN RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a balance moves by postings alone' USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  `CREATE TRIGGER ledger_account_guards BEFORE INSERT OR UPDATE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_guard_balance()`,
  `CREATE FUNCTION ledger_check_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    checked bigint := CASE TG_TABLE_NAME WHEN 'ledger_transfer' THEN (to_jsonb(NEW) ->> 'id')::bigint
      ELSE (to_jsonb(NEW) ->> 'transfer_id')::bigint END;
    sides int;
    total numeric;
  BEGIN
    SELECT count(*), coalesce(sum(amount_paise), 0) INTO sides, total
      FROM ledger_posting WHERE transfer_id = checked;
    IF sides < 2 OR total <> 0 THEN
      RAISE EXCEPTION 'transfer % has % postings that add up to %', checked, sides, total
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
  END $$`,
  // At the end of the transaction: postings come one after another.
  ...['ledger_transfer', 'ledger_posting'].map(
    (table) => `CREATE CONSTRAINT TRIGGER ${table}_balances AFTER INSERT ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_transfer()`,
  ),
  // What was found when all of it was added up; one a day of India.
  `CREATE TABLE ledger_check (
    day date PRIMARY KEY,
    at timestamptz NOT NULL,
    is_sound boolean NOT NULL,
    postings int NOT NULL,
    faults jsonb NOT NULL
  )`,
];

export const ledger: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
