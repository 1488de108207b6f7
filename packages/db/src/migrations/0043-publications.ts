import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * How tricks that people make come into the catalogue. What the catalogue offers is a trick of its own, with versions of its
 * own: its maker goes on with theirs, and nobody's copy follows. `origin_id` says which one it came from.
 */
const STATEMENTS = [
  'ALTER TABLE strategy ADD COLUMN origin_id int REFERENCES strategy (id) ON DELETE SET NULL',
  'CREATE UNIQUE INDEX strategy_of_origin ON strategy (origin_id) WHERE origin_id IS NOT NULL',
  `CREATE TABLE trick_publication (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    strategy_id int NOT NULL REFERENCES strategy (id),
    strategy_version_id int NOT NULL REFERENCES strategy_version (id),
    backtest_id int NOT NULL REFERENCES backtest (id),
    name text NOT NULL,
    summary text NOT NULL,
    description text NOT NULL,
    category text NOT NULL,
    segment text NOT NULL,
    risk text NOT NULL,
    min_capital_paise bigint NOT NULL,
    submitted_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'published', 'refused', 'withdrawn')),
    decided_at timestamptz,
    reason text CHECK (reason <> ''),
    published_version_id int REFERENCES strategy_version (id),
    CHECK ((state = 'waiting') = (decided_at IS NULL)),
    CHECK ((state = 'published') = (published_version_id IS NOT NULL)),
    CHECK (state <> 'refused' OR reason IS NOT NULL)
  )`,
  // One at a time: of two that are submitted at once, one is.
  "CREATE UNIQUE INDEX trick_publication_waiting ON trick_publication (strategy_id) WHERE state = 'waiting'",
  'CREATE INDEX trick_publication_of_strategy ON trick_publication (strategy_id, id)',
  'CREATE INDEX trick_publication_of_account ON trick_publication (account_id)',
  'CREATE INDEX trick_publication_of_version ON trick_publication (strategy_version_id)',
  'CREATE INDEX trick_publication_of_published ON trick_publication (published_version_id)',
  'CREATE INDEX trick_publication_of_backtest ON trick_publication (backtest_id)',
  'CREATE INDEX trick_publication_by_time ON trick_publication (state, submitted_at, id)',
  // What was submitted is what is decided on, and a decision stands: later there is a reason at most, of its retirement.
  `CREATE FUNCTION trick_publication_keep() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF to_jsonb(NEW) - ARRAY['state', 'decided_at', 'reason', 'published_version_id']
        = to_jsonb(OLD) - ARRAY['state', 'decided_at', 'reason', 'published_version_id']
      AND (OLD.state = 'waiting' OR (OLD.state = 'published'
        AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason'))
    THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what was submitted is not changed, and is decided once' USING ERRCODE = 'check_violation';
  END $$`,
  `CREATE TRIGGER trick_publication_kept BEFORE UPDATE ON trick_publication
    FOR EACH ROW EXECUTE FUNCTION trick_publication_keep()`,
  `CREATE TRIGGER trick_publication_of_somebody BEFORE INSERT ON trick_publication
    FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  // The record of results outlives accounts: the name of a person does not go into it.
  `DO $$
  DECLARE
    made text := pg_get_functiondef((SELECT oid FROM pg_proc WHERE proname = 'track_note_day'
      AND pronamespace = current_schema()::regnamespace));
    named text := 'CASE WHEN owner_id IS NULL THEN author';
    names text := 'CASE WHEN owner_id IS NULL AND slug IS NOT NULL THEN author';
  BEGIN
    IF position(named IN made) = 0 THEN RAISE 'track_note_day does not name authors as it did'; END IF;
    EXECUTE replace(made, named, names);
  END $$`,
];

export const publications: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account', 'strategy', 'strategy_version', 'backtest']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
