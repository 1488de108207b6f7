import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who was invited by whom, and what tells people of one device apart. A referrer's account is always the older one and is
 * named at the registration alone: so nobody names themselves and there is no circle, whoever writes.
 */
const STATEMENTS = [
  'ALTER TABLE account ADD CONSTRAINT account_referred_by_earlier CHECK (referred_by < id)',
  `CREATE FUNCTION account_refuse_referrer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'who referred an account is said at its registration alone'
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  `CREATE TRIGGER account_referrer_stays BEFORE UPDATE OF referred_by ON account FOR EACH ROW
    WHEN (NEW.referred_by IS NOT NULL AND NEW.referred_by IS DISTINCT FROM OLD.referred_by)
    EXECUTE FUNCTION account_refuse_referrer()`,
  // How many active direct referrals a level takes. Names and badges follow it, never pay.
  `CREATE TABLE designation (
    level int PRIMARY KEY CHECK (level BETWEEN 1 AND 5),
    active_referrals int NOT NULL UNIQUE CHECK (active_referrals > 0)
  )`,
  'INSERT INTO designation (level, active_referrals) VALUES (1, 1), (2, 3), (3, 5), (4, 10), (5, 25)',
  // Browsers that an account signed in with, each by a hash of its cookie.
  `CREATE TABLE account_browser (
    account_id int NOT NULL REFERENCES account (id),
    token_hash bytea NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, token_hash)
  )`,
  'CREATE INDEX account_browser_by_time ON account_browser (last_at)',
];

export const team: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
