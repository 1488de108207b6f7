import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Through which channel people want to be told, the browsers that are told, and what is about to be sent to them. */
const STATEMENTS = [
  // Only what somebody chose; what stands otherwise is a rule.
  `CREATE TABLE alert_choice (
    account_id int NOT NULL REFERENCES account (id),
    category smallint NOT NULL CHECK (category BETWEEN 1 AND 8),
    channel text NOT NULL CHECK (channel IN ('in_app', 'email', 'push')),
    is_on boolean NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, category, channel)
  )`,
  // Whoever knows an endpoint can send to it: it is sealed, and found by its hash. It goes with its sign-in.
  `CREATE TABLE push_subscription (
    id uuid PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    family_id uuid NOT NULL REFERENCES session_family ON DELETE CASCADE,
    endpoint_hash bytea NOT NULL UNIQUE,
    sealed_subscription bytea NOT NULL,
    device text NOT NULL,
    since timestamptz NOT NULL
  )`,
  'CREATE INDEX push_subscription_of_account ON push_subscription (account_id, since)',
  'CREATE INDEX push_subscription_of_family ON push_subscription (family_id)',
  `CREATE TABLE push_outbox (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    alert_id int NOT NULL REFERENCES alert (id) ON DELETE CASCADE,
    push_subscription_id uuid NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL,
    UNIQUE (alert_id, push_subscription_id)
  )`,
  'CREATE INDEX push_outbox_due ON push_outbox (next_try_at)',
  'CREATE INDEX push_outbox_of_account ON push_outbox (account_id)',
  'CREATE INDEX push_outbox_of_subscription ON push_outbox (push_subscription_id)',
  ...['alert_choice', 'push_subscription', 'push_outbox'].map(
    (table) => `CREATE TRIGGER ${table}_of_somebody BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  ),
];

export const alertChannels: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account', 'session_family', 'alert']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
