import type { Queryable } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';

/** Every SQL statement about what users' deployments of a strategy came to. */

export interface StrategyRecordTotals {
  strategy_id: number;
  mode: string;
  users: number;
  trades: number;
  net: bigint;
}

/** What all users' deployments of some strategies did, by mode; users are counted once each. */
export async function readUserRecords(db: Queryable, strategyIds: readonly number[]): Promise<StrategyRecordTotals[]> {
  if (strategyIds.length === 0) return [];
  return db
    .selectFrom('deployment')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('daily_result')
          .whereRef('daily_result.deployment_id', '=', 'deployment.id')
          .whereRef('daily_result.mode', '=', 'deployment.mode')
          .select([
            sql<number>`coalesce(sum(daily_result.trades), 0)::int`.as('trades'),
            sql<bigint>`coalesce(sum(daily_result.net_paise), 0)::bigint`.as('net'),
          ])
          .as('results'),
      (join) => join.onTrue(),
    )
    .select([
      'deployment.strategy_id',
      'deployment.mode',
      sql<number>`count(DISTINCT deployment.account_id)::int`.as('users'),
      sql<number>`coalesce(sum(results.trades), 0)::int`.as('trades'),
      sql<bigint>`coalesce(sum(results.net), 0)::bigint`.as('net'),
    ])
    .where('deployment.strategy_id', 'in', strategyIds)
    .where('deployment.run_number', '>', 0)
    .groupBy(['deployment.strategy_id', 'deployment.mode'])
    .execute();
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
