import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What referrals bring. A reward is of one invoice or of one round; amounts of plans and rounds are data. What a taken-back
 * reward could not be taken from is kept, and taken from the next ones.
 */
const STATEMENTS = [
  `CREATE TABLE reward_round (
    month text PRIMARY KEY CHECK (month ~ '^\\d{4}-\\d{2}$'),
    target int NOT NULL CHECK (target > 0),
    reward_paise bigint NOT NULL CHECK (reward_paise > 0)
  )`,
  // From this month on, until a later one is set.
  `INSERT INTO reward_round (month, target, reward_paise) VALUES ('2025-04', 3, 50000)`,
  `CREATE TABLE reward (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    kind text NOT NULL CHECK (kind IN ('plan', 'round')),
    invoice_id int UNIQUE REFERENCES invoice (id),
    referred_id int REFERENCES account (id),
    month text,
    state text NOT NULL CHECK (state IN ('paid', 'withheld', 'taken_back')),
    withheld_because text,
    gross_paise bigint NOT NULL CHECK (gross_paise > 0),
    tds_paise bigint NOT NULL CHECK (tds_paise >= 0 AND tds_paise <= gross_paise),
    tax_year text NOT NULL,
    at timestamptz NOT NULL,
    taken_back_at timestamptz,
    uncollected_paise bigint NOT NULL DEFAULT 0 CHECK (uncollected_paise >= 0),
    CHECK ((kind = 'plan') = (invoice_id IS NOT NULL)),
    CHECK ((kind = 'round') = (month IS NOT NULL)),
    CHECK ((state = 'withheld') = (withheld_because IS NOT NULL)),
    CHECK (state = 'taken_back' OR uncollected_paise = 0),
    CHECK (account_id <> referred_id)
  )`,
  `CREATE UNIQUE INDEX reward_of_round ON reward (account_id, month) WHERE kind = 'round' AND state <> 'taken_back'`,
  'CREATE INDEX reward_of_account ON reward (account_id, id DESC)',
  'CREATE INDEX account_referred_by ON account (referred_by) WHERE referred_by IS NOT NULL',
];

export const rewards: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
