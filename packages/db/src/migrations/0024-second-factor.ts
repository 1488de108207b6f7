import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes of an authenticator app. The release of before signs in without asking for one while both run. */
const STATEMENTS = [
  `CREATE TABLE second_factor (
    account_id int PRIMARY KEY REFERENCES account (id),
    sealed_secret bytea NOT NULL,
    confirmed_at timestamptz,
    last_step bigint
  )`,
  `CREATE TABLE recovery_code (
    account_id int NOT NULL REFERENCES second_factor (account_id) ON DELETE CASCADE,
    fingerprint bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (account_id, fingerprint)
  )`,
];

export const secondFactor: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
