import type { Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** What the database says of itself and of the product as a whole, for whoever watches it run. */

export async function readServerVersion(db: Queryable): Promise<string | undefined> {
  const answer = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return answer.rows[0]?.version;
}

export async function readAppliedMigrations(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return new Set(rows.map((row) => row.name));
}

/** The clock that was written last, of whatever market; `undefined` before the first price. */
export function readNewestMarketClock(db: Queryable) {
  return db
    .selectFrom('market_clock')
    .select(['dataset', 'seen_at', 'feed'])
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Runners, of test and live mode together, that have said within the last five seconds that they are awake. */
export async function countAwakeRunners(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('lease_holder')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('beat_at', '>', sql<Date>`clock_timestamp() - interval '5 seconds'`)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Instruments that are offered, and of which prices are wanted. */
export async function countOfferedInstruments(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('instrument')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Counts over the whole product; the silence in seconds is null before the first price. */
export async function readProductFigures(db: Queryable, now: Date) {
  const { rows } = await sql<{
    sessions: number;
    running: number;
    halted: number;
    positions: number;
    silence: number | null;
    connections: number;
  }>`
    SELECT
      (SELECT count(*)::int FROM session_family WHERE ended_at IS NULL) AS sessions,
      (SELECT count(*)::int FROM deployment WHERE status = 'running') AS running,
      (SELECT count(*)::int FROM deployment WHERE status = 'halted') AS halted,
      (SELECT count(*)::int FROM position WHERE status = 'open') AS positions,
      (SELECT extract(epoch FROM ${now}::timestamptz - max(seen_at))::float8 FROM market_clock) AS silence,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections
  `.execute(db);
  return rows[0];
}
