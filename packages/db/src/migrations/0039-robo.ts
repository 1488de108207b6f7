import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * ROBO Pro: answers to its questionnaire, each set with the version of the scoring that read it, and the suitability notes
 * that an adviser’s registration asks for. Both are only added to; a note names no row of answers, so that it stays where
 * those go with their account.
 */
const STATEMENTS = [
  `CREATE TABLE robo_note (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    registration_number text NOT NULL CHECK (registration_number <> ''),
    scoring_version int NOT NULL CHECK (scoring_version > 0),
    body jsonb NOT NULL,
    given_at timestamptz NOT NULL
  )`,
  'CREATE INDEX robo_note_by_account ON robo_note (account_id)',
  `CREATE TABLE robo_answers (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    scoring_version int NOT NULL CHECK (scoring_version > 0),
    answers jsonb NOT NULL,
    score int NOT NULL CHECK (score BETWEEN 0 AND 100),
    level int NOT NULL CHECK (level BETWEEN 0 AND 5),
    answered_at timestamptz NOT NULL,
    review_on date NOT NULL,
    robo_note_id int UNIQUE REFERENCES robo_note (id)
  )`,
  'CREATE INDEX robo_answers_by_account ON robo_answers (account_id, id DESC)',
  // Deleting is for erasures and for notes that have had their years.
  `CREATE FUNCTION robo_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is only added to: % is refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  ...['robo_answers', 'robo_note'].flatMap((table) => [
    `CREATE TRIGGER ${table}_stays BEFORE UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION robo_refuse_change()`,
    `CREATE TRIGGER ${table}_of_somebody BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  ]),
];

export const robo: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
