import type { Queryable } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';

/** Every SQL statement about what users' deployments of a strategy came to. */

export interface StrategyRecordTotals {
  strategy_id: number;
  mode: string;
  users: number;
  /** Of these, the ones whose deployment is in that mode now. */
  users_now: number;
  trades: number;
  net: bigint;
}

/**
 * What all users' deployments of some strategies did, by the mode that they did it in: what was earned in test stays
 * test's when a deployment goes live. Users are counted once in each mode that they ran or traded in.
 */
export async function readUserRecords(db: Queryable, strategyIds: readonly number[]): Promise<StrategyRecordTotals[]> {
  if (strategyIds.length === 0) return [];
  const { rows } = await sql<StrategyRecordTotals>`
    SELECT strategy_id, mode, count(DISTINCT account_id)::int AS users,
      count(DISTINCT account_id) FILTER (WHERE is_now)::int AS users_now, sum(trades)::int AS trades,
      sum(net)::bigint AS net
    FROM (
      SELECT strategy_id, account_id, mode, true AS is_now, 0 AS trades, 0 AS net FROM deployment
      WHERE strategy_id = ANY (${[...strategyIds]}) AND run_number > 0
      UNION ALL
      SELECT deployment.strategy_id, deployment.account_id, result.mode, false, result.trades, result.net_paise
      FROM deployment JOIN daily_result result ON result.deployment_id = deployment.id
      WHERE deployment.strategy_id = ANY (${[...strategyIds]}) AND deployment.run_number > 0) parts
    GROUP BY strategy_id, mode`.execute(db);
  return rows;
}

/** Results of one mode at the market that is on now. */
export interface ResultsAsked {
  readonly mode: 'paper' | 'live';
  readonly dataset: string;
  /** The first day that counts, `YYYY-MM-DD`; from the start where absent. */
  readonly fromDay: string | undefined;
}

/** What all users' closed positions of one strategy came to, after charges. Paise. */
export interface StrategyResult {
  strategy_id: number;
  /** Accounts that closed a position, each once. */
  users: number;
  trades: number;
  wins: number;
  net: bigint;
  /** The capital of the deployments that closed a position. */
  capital: bigint;
}

/** The catalogue's strategies by what their users made of their capital, best first. */
export async function rankResults(db: Queryable, asked: ResultsAsked, limit: number): Promise<StrategyResult[]> {
  const { rows } = await sql<StrategyResult>`
    WITH result AS (
      SELECT deployment_id, sum(net_paise) AS net, sum(trades) AS trades, sum(wins) AS wins FROM daily_result
      WHERE mode = ${asked.mode} AND ${since(asked.fromDay)} GROUP BY deployment_id HAVING sum(trades) > 0)
    SELECT deployment.strategy_id, count(DISTINCT deployment.account_id)::int AS users,
      sum(result.trades)::int AS trades, sum(result.wins)::int AS wins, sum(result.net)::bigint AS net,
      sum(deployment.capital_paise)::bigint AS capital
    FROM result JOIN deployment ON deployment.id = result.deployment_id
    JOIN strategy ON strategy.id = deployment.strategy_id
    WHERE strategy.published_at IS NOT NULL AND strategy.retired_at IS NULL AND ${atThisMarket(asked)}
    GROUP BY deployment.strategy_id HAVING sum(deployment.capital_paise) > 0
    ORDER BY sum(result.net) / sum(deployment.capital_paise) DESC, deployment.strategy_id
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** What each day brought to some strategies, oldest first. */
export async function listDays(
  db: Queryable,
  asked: Omit<ResultsAsked, 'fromDay'>,
  strategyIds: readonly number[],
): Promise<{ strategy_id: number; day: string; net: bigint }[]> {
  const { rows } = await sql<{ strategy_id: number; day: string; net: bigint }>`
    SELECT deployment.strategy_id, day, sum(net_paise)::bigint AS net
    FROM daily_result JOIN deployment ON deployment.id = daily_result.deployment_id
    WHERE daily_result.mode = ${asked.mode} AND deployment.strategy_id = ANY(${[...strategyIds]}) AND ${atThisMarket(asked)}
    GROUP BY deployment.strategy_id, day ORDER BY day`.execute(db);
  return rows;
}

function since(day: string | undefined): RawBuilder<unknown> {
  return day === undefined ? sql`true` : sql`day >= ${day}`;
}

/** Days do not name their market: a deployment that also ran at another one is left out, so that none are mixed. */
function atThisMarket({ mode, dataset }: Omit<ResultsAsked, 'fromDay'>): RawBuilder<unknown> {
  return sql`NOT EXISTS (SELECT FROM deployment_run WHERE deployment_run.deployment_id = deployment.id
    AND deployment_run.mode = ${mode} AND deployment_run.dataset <> ${dataset})`;
}
