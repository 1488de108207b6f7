import { type Kysely, sql } from 'kysely';

/** How long one table is waited for before all are let go again: shorter than it takes PostgreSQL to see a deadlock. */
const WAIT_MS = 200;
const PAUSE_SECONDS = 0.05;
const TRIES = 400;

/**
 * Takes several tables at once, or none: for a step that changes more than one of them while the release before is at work.
 * Whoever held one and waited for the next would meet a writer that does so the other way round.
 *
 * @param tables names of ours, never a person's words
 */
export async function lockTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  await sql
    .raw(
      `DO $$
  DECLARE
    before text := current_setting('lock_timeout');
  BEGIN
    FOR tries IN 1..${TRIES} LOOP
      BEGIN
        PERFORM set_config('lock_timeout', '${WAIT_MS}ms', true);
        LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE;
        PERFORM set_config('lock_timeout', before, true);
        RETURN;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        PERFORM pg_sleep(${PAUSE_SECONDS});
      END;
    END LOOP;
    RAISE EXCEPTION 'these tables are never free at once: ${tables.join(', ')}' USING ERRCODE = 'lock_not_available';
  END $$`,
    )
    .execute(db);
}
