import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * Calls of the research analyst. What was published stays as it is: the database itself refuses every change but one
 * withdrawal. What the market made of a call lies beside it, so that the rule alone writes there.
 */
const STATEMENTS = [
  `CREATE TABLE research_call (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    dataset text NOT NULL,
    exchange text NOT NULL,
    symbol text NOT NULL,
    side text NOT NULL CHECK (side IN ('buy', 'sell')),
    entry_paise int NOT NULL CHECK (entry_paise > 0),
    stop_paise int NOT NULL CHECK (stop_paise > 0),
    targets_paise int[] NOT NULL CHECK (cardinality(targets_paise) BETWEEN 1 AND 3),
    reference_paise int NOT NULL CHECK (reference_paise > 0),
    rationale text NOT NULL CHECK (rationale <> ''),
    analyst_name text NOT NULL,
    registration_number text,
    holds_interest boolean NOT NULL,
    uses_ai boolean NOT NULL,
    exchange_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > exchange_at),
    published_by int NOT NULL REFERENCES account (id),
    published_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    withdrawn_exchange_at timestamptz,
    withdrawn_reason text CHECK (withdrawn_reason <> ''),
    withdrawn_by int REFERENCES account (id),
    CHECK (num_nulls(withdrawn_at, withdrawn_exchange_at, withdrawn_reason, withdrawn_by) IN (0, 4)),
    CHECK (CASE side
      WHEN 'buy' THEN stop_paise < entry_paise AND entry_paise < ALL (targets_paise)
      ELSE stop_paise > entry_paise AND entry_paise > ALL (targets_paise) END)
  )`,
  'CREATE INDEX research_call_by_time ON research_call (dataset, exchange_at DESC, id DESC)',
  'CREATE INDEX research_call_of_operator ON research_call (published_by)',
  'CREATE INDEX research_call_withdrawn_by ON research_call (withdrawn_by) WHERE withdrawn_by IS NOT NULL',
  `CREATE TABLE research_outcome (
    research_call_id int PRIMARY KEY REFERENCES research_call (id),
    state text NOT NULL DEFAULT 'not_entered'
      CHECK (state IN ('not_entered', 'open', 'target_hit', 'stop_hit', 'expired')),
    targets_hit int NOT NULL DEFAULT 0 CHECK (targets_hit BETWEEN 0 AND 3),
    result_bps int,
    events jsonb NOT NULL DEFAULT '[]',
    seen_until timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((state = 'target_hit') = (targets_hit > 0)),
    CHECK (state NOT IN ('stop_hit', 'expired') OR ended_at IS NOT NULL)
  )`,
  'CREATE INDEX research_outcome_running ON research_outcome (research_call_id) WHERE ended_at IS NULL',
  `CREATE FUNCTION research_call_keep() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
      AND to_jsonb(NEW) - ARRAY['withdrawn_at', 'withdrawn_exchange_at', 'withdrawn_reason', 'withdrawn_by']
        = to_jsonb(OLD) - ARRAY['withdrawn_at', 'withdrawn_exchange_at', 'withdrawn_reason', 'withdrawn_by']
    THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a published call is not changed: it can be withdrawn once' USING ERRCODE = 'check_violation';
  END $$`,
  `CREATE TRIGGER research_call_kept BEFORE UPDATE OR DELETE ON research_call
    FOR EACH ROW EXECUTE FUNCTION research_call_keep()`,
  // A call that is over has its outcome for good.
  `CREATE FUNCTION research_outcome_keep() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.ended_at IS NULL AND NEW.research_call_id = OLD.research_call_id THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the outcome of a call is final' USING ERRCODE = 'check_violation';
  END $$`,
  `CREATE TRIGGER research_outcome_kept BEFORE UPDATE OR DELETE ON research_outcome
    FOR EACH ROW EXECUTE FUNCTION research_outcome_keep()`,
  `CREATE TRIGGER research_call_of_somebody BEFORE INSERT ON research_call
    FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('published_by')`,
];

export const research: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
