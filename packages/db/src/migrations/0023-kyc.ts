import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who people are and where their money goes; the release of before knows none of it. */
const STATEMENTS = [
  // Keys of our own that must not change when the master key does.
  'CREATE TABLE sealed_key (purpose text PRIMARY KEY, sealed bytea NOT NULL)',
  `CREATE TABLE kyc (
    account_id int PRIMARY KEY REFERENCES account (id),
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'pending', 'verified', 'rejected')),
    doubts jsonb NOT NULL DEFAULT '[]',
    said_name text,
    said_birthday date,
    documents jsonb NOT NULL DEFAULT '[]',
    aadhaar_last4 text CHECK (aadhaar_last4 ~ '^[0-9]{4}$'),
    aadhaar_name text,
    aadhaar_birthday date,
    aadhaar_route text CHECK (aadhaar_route IN ('otp', 'digilocker')),
    aadhaar_at timestamptz,
    pan_sealed bytea,
    pan_fingerprint bytea UNIQUE,
    pan_masked text,
    pan_name text,
    pan_at timestamptz,
    CHECK ((aadhaar_at IS NULL) = (aadhaar_last4 IS NULL)),
    CHECK ((pan_at IS NULL) = (pan_sealed IS NULL) AND (pan_at IS NULL) = (pan_fingerprint IS NULL))
  )`,
  `CREATE TABLE aadhaar_request (
    id uuid PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    route text NOT NULL CHECK (route IN ('otp', 'digilocker')),
    provider_request_id text NOT NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    outcome text CHECK (outcome IN ('verified', 'expired', 'too_many_tries', 'denied', 'replaced'))
  )`,
  'CREATE INDEX aadhaar_request_of_account ON aadhaar_request (account_id, sent_at)',
  'CREATE INDEX aadhaar_request_by_time ON aadhaar_request (sent_at)',
  `CREATE TABLE bank_account (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    status text NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
    number_sealed bytea NOT NULL,
    number_fingerprint bytea NOT NULL,
    number_masked text NOT NULL,
    ifsc text NOT NULL,
    bank_name text NOT NULL,
    holder_name text NOT NULL,
    name_at_bank text NOT NULL,
    set_at timestamptz NOT NULL,
    replaced_at timestamptz
  )`,
  'CREATE UNIQUE INDEX bank_account_in_use ON bank_account (account_id) WHERE replaced_at IS NULL',
  'CREATE INDEX bank_account_by_number ON bank_account (number_fingerprint)',
  `CREATE TABLE kyc_sandbox_consent (
    request_id text PRIMARY KEY,
    holder jsonb NOT NULL,
    answer text NOT NULL CHECK (answer IN ('waiting', 'given', 'denied')),
    at timestamptz NOT NULL
  )`,
];

export const kyc: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
