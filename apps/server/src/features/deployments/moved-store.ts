import type { Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** What a trick that is in the other mode now has made in this one; paise, after charges. */
export interface MovedResult {
  capital_paise: bigint;
  realised_paise: bigint;
  charges_paise: bigint;
  day_realised_paise: bigint;
}

/**
 * Tricks of an account that have results in a mode and are in the other one now. They hold nothing in it: a mode never
 * changes under a position.
 *
 * @param dataset whose clock says which day it is
 */
export async function listMovedResults(
  db: Queryable,
  { accountId, mode }: { readonly accountId: number; readonly mode: 'paper' | 'live' },
  dataset: string,
): Promise<MovedResult[]> {
  const { rows } = await sql<MovedResult>`
    SELECT deployment.capital_paise,
      sum(net_paise)::bigint AS realised_paise,
      sum(daily_result.charges_paise)::bigint AS charges_paise,
      coalesce(sum(net_paise) FILTER (WHERE day = (
        SELECT (exchange_at AT TIME ZONE 'Asia/Kolkata')::date FROM market_clock WHERE dataset = ${dataset}
      )), 0)::bigint AS day_realised_paise
    FROM deployment
    JOIN daily_result ON daily_result.deployment_id = deployment.id AND daily_result.mode = ${mode}
    WHERE deployment.account_id = ${accountId} AND deployment.mode <> ${mode}
    GROUP BY deployment.id`.execute(db);
  return rows;
}
