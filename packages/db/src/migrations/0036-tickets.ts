import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * What people ask support. Each table says whose a row is, so that nothing has to be joined to keep one person's things
 * from another's. Files lie in rows: a backup, a restore and an erasure have them with everything else.
 */
const STATEMENTS = [
  `CREATE TABLE ticket (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    subject text NOT NULL CHECK (subject <> ''),
    category text NOT NULL CHECK (category IN ('trade', 'trick', 'broker', 'money', 'account', 'other')),
    state text NOT NULL CHECK (state IN ('open', 'waiting', 'closed')),
    about jsonb,
    assignee_id int REFERENCES account (id),
    message_count int NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CHECK (assignee_id <> account_id)
  )`,
  'CREATE INDEX ticket_of_account ON ticket (account_id, changed_at DESC, id DESC)',
  'CREATE INDEX ticket_opened_by_account ON ticket (account_id, opened_at)',
  'CREATE INDEX ticket_by_state ON ticket (state, changed_at, id)',
  'CREATE INDEX ticket_of_assignee ON ticket (assignee_id) WHERE assignee_id IS NOT NULL',
  `CREATE TABLE ticket_message (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    ticket_id int NOT NULL REFERENCES ticket (id),
    account_id int NOT NULL REFERENCES account (id),
    operator_id int REFERENCES account (id),
    from_support boolean GENERATED ALWAYS AS (operator_id IS NOT NULL) STORED,
    text text NOT NULL CHECK (text <> ''),
    at timestamptz NOT NULL,
    CHECK (operator_id <> account_id)
  )`,
  'CREATE INDEX ticket_message_of_ticket ON ticket_message (ticket_id, id)',
  'CREATE INDEX ticket_message_of_account ON ticket_message (account_id, at)',
  `CREATE TABLE ticket_attachment (
    id uuid PRIMARY KEY,
    ticket_message_id bigint NOT NULL REFERENCES ticket_message (id),
    account_id int NOT NULL REFERENCES account (id),
    place int NOT NULL,
    name text NOT NULL CHECK (name <> ''),
    kind text NOT NULL CHECK (kind IN ('png', 'jpeg', 'pdf')),
    size_bytes int NOT NULL,
    sha256 text NOT NULL,
    bytes bytea NOT NULL,
    UNIQUE (ticket_message_id, place),
    CHECK (size_bytes = octet_length(bytes) AND size_bytes BETWEEN 1 AND 5242880)
  )`,
  'CREATE INDEX ticket_attachment_of_account ON ticket_attachment (account_id)',
  // All of these kinds are compressed already.
  'ALTER TABLE ticket_attachment ALTER COLUMN bytes SET STORAGE EXTERNAL',
  ...['ticket', 'ticket_message'].map(
    (table) => `CREATE TRIGGER ${table}_of_somebody BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  ),
];

export const tickets: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
