import type { Database } from '@trickdesk/db';
import { sql } from 'kysely';

/** How many statements of a test's database wait for a lock that another holds. */
export async function countWaiting({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(kysely);
  return rows[0]?.n ?? 0;
}
