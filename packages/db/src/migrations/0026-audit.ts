import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A chain of hashes over what must not be changed afterwards. The release of before knows nothing of it. */
const STATEMENTS = [
  `CREATE TABLE audit_link (
    seq bigint PRIMARY KEY CHECK (seq > 0),
    source text NOT NULL,
    row_id bigint NOT NULL,
    row_hash bytea NOT NULL,
    hash bytea NOT NULL,
    linked_at timestamptz NOT NULL,
    UNIQUE (source, row_id)
  )`,
  `CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit chain is only added to: % is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  `CREATE TRIGGER audit_link_stays BEFORE UPDATE OR DELETE ON audit_link
    FOR EACH ROW EXECUTE FUNCTION audit_refuse_change()`,
  `CREATE TRIGGER audit_link_is_kept BEFORE TRUNCATE ON audit_link
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()`,
];

export const audit: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
