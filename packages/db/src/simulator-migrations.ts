import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The simulator's own tables, in a database of its own, forward only; here, so that a restore can make them. */
export const simulatorMigrations: Record<string, Migration> = {
  '001_start': {
    up: async (db: Kysely<unknown>) => {
      await sql`CREATE TABLE sim_session (
        jwt_token text PRIMARY KEY,
        client_code text NOT NULL,
        refresh_token text NOT NULL,
        feed_token text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        live boolean NOT NULL,
        refreshable boolean NOT NULL)`.execute(db);
      await sql`CREATE TABLE sim_totp (client_code text PRIMARY KEY, last_step integer NOT NULL)`.execute(db);
      await sql`CREATE TABLE sim_clock (
        source_key text PRIMARY KEY, position_ms double precision NOT NULL, paused boolean NOT NULL)`.execute(db);
      await sql`CREATE TABLE sim_setting (name text PRIMARY KEY, value text NOT NULL)`.execute(db);
    },
  },
  '002_documents': {
    up: async (db: Kysely<unknown>) => {
      await sql`CREATE TABLE sim_document (
        kind text NOT NULL, key text NOT NULL, body text NOT NULL, PRIMARY KEY (kind, key))`.execute(db);
    },
  },
  '003_order_rows': {
    up: async (db: Kysely<unknown>) => {
      await sql`CREATE TABLE sim_order_row (
        source_key text NOT NULL, kind text NOT NULL, key text NOT NULL, body text NOT NULL,
        PRIMARY KEY (source_key, kind, key))`.execute(db);
    },
  },
};
