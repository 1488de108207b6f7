import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * The switch that operators set on one account. It is no row of `kill_switch`, which has one for each account: the owner's
 * own, and what a block sets, come and go without this one, and this one without them.
 */
const STATEMENTS = [
  `CREATE TABLE desk_switch (
    account_id int PRIMARY KEY REFERENCES account (id),
    reason text NOT NULL,
    set_at timestamptz NOT NULL
  )`,
  `CREATE TRIGGER desk_switch_of_somebody BEFORE INSERT ON desk_switch
    FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  // Entries that were weighed without asking look at it in the statement that stores them, as at the other switches.
  `DO $$
  DECLARE
    made text := pg_get_functiondef((SELECT oid FROM pg_proc WHERE proname = 'place_entries'
      AND pronamespace = current_schema()::regnamespace));
    looked text := 'IF EXISTS (SELECT FROM kill_switch WHERE account_id IN (0, p_account)) THEN';
    looks text := 'IF EXISTS (SELECT FROM kill_switch WHERE account_id IN (0, p_account))
      OR EXISTS (SELECT FROM desk_switch WHERE account_id = p_account) THEN';
  BEGIN
    IF position(looked IN made) = 0 THEN RAISE 'place_entries does not look at the kill switch as it did'; END IF;
    EXECUTE replace(made, looked, looks);
  END $$`,
];

export const deskSwitch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
