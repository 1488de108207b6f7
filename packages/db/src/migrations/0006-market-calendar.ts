import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const HOURS = `CHECK (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND closes ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND opens < closes)`;

/** The exchange's calendar as rows that an operator edits. What a release brings fills years that nobody has entered. */
const statements: readonly string[] = [
  // Years whose list of holidays is complete: a day of any other year is unknown, and nothing guesses.
  `CREATE TABLE calendar_year (
    exchange text NOT NULL,
    year int NOT NULL CHECK (year BETWEEN 1990 AND 2200),
    PRIMARY KEY (exchange, year)
  )`,
  `CREATE TABLE calendar_holiday (
    exchange text NOT NULL,
    day date NOT NULL,
    name text,
    PRIMARY KEY (exchange, day)
  )`,
  // Sessions on weekends and holidays, or with other hours; without hours while they are announced but not known.
  `CREATE TABLE calendar_special (
    exchange text NOT NULL,
    day date NOT NULL,
    name text,
    opens text,
    closes text,
    PRIMARY KEY (exchange, day),
    CHECK ((opens IS NULL) = (closes IS NULL)),
    ${HOURS}
  )`,
  // Continuous trading of a segment from a day on. \`cash\` is every share that is not in another segment.
  `CREATE TABLE calendar_hours (
    exchange text NOT NULL,
    segment text NOT NULL,
    from_day date NOT NULL,
    opens text NOT NULL,
    closes text NOT NULL,
    PRIMARY KEY (exchange, segment, from_day),
    ${HOURS}
  )`,
  `CREATE TABLE calendar_member (
    exchange text NOT NULL,
    symbol text NOT NULL,
    segment text NOT NULL,
    PRIMARY KEY (exchange, symbol)
  )`,
  // What an account was last told of its readiness, so that a change is told once, by whichever process saw it first.
  `CREATE TABLE readiness_told (
    account_id int PRIMARY KEY REFERENCES account,
    digest text NOT NULL,
    at timestamptz NOT NULL
  )`,
  // When the next automatic sign-in may be tried, and how many were tried since the last quiet half day.
  'ALTER TABLE broker_link ADD COLUMN auto_sign_in_next_at timestamptz',
  'ALTER TABLE broker_link ADD COLUMN auto_sign_in_tries int NOT NULL DEFAULT 0',
  `CREATE INDEX broker_link_auto ON broker_link (token_expires_at) WHERE auto_sign_in AND unlinked_at IS NULL`,
];

export const marketCalendar: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
