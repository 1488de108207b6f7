import type { Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** Accounts whose copy of a strategy is in live mode now and has run, each once; by strategy. */
export async function countLiveUsers(db: Queryable, strategyIds: readonly number[]): Promise<Map<number, number>> {
  if (strategyIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; users: number }>`
    SELECT strategy_id AS id, count(DISTINCT account_id)::int AS users FROM deployment
    WHERE strategy_id = ANY (${[...strategyIds]}) AND mode = 'live' AND run_number > 0
    GROUP BY strategy_id`.execute(db);
  return new Map(rows.map(({ id, users }) => [id, users]));
}
