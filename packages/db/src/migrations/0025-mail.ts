import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails that wait or have left, and links that open a new password. The release of before writes neither. */
const STATEMENTS = [
  `CREATE TABLE mail (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    dedupe_key text NOT NULL UNIQUE,
    to_address text NOT NULL,
    subject text NOT NULL,
    sealed_body bytea,
    body_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    sent_at timestamptz
  )`,
  'CREATE INDEX mail_due ON mail (next_try_at) WHERE next_try_at IS NOT NULL',
  'CREATE INDEX mail_by_time ON mail (created_at)',
  `CREATE TABLE password_reset (
    token_hash bytea PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    expires_at timestamptz NOT NULL,
    voided_at timestamptz
  )`,
  'CREATE INDEX password_reset_of_account ON password_reset (account_id)',
];

export const mail: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
