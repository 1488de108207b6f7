import type { Queryable } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';
import type { CopyResult, DayResult, MonthResult } from './track-rules.ts';

/** Every SQL statement about the record of results, in which nobody who loses goes missing. */

export interface TrackAsked {
  readonly mode: 'paper' | 'live';
  readonly dataset: string;
  /** Of these alone; of all where absent. */
  readonly ids?: readonly number[];
}

const counted = ({ mode, dataset, ids }: TrackAsked): RawBuilder<unknown> =>
  sql`mode = ${mode} AND dataset = ${dataset} AND NOT in_sample AND ${among('strategy_id', ids)}`;

const among = (column: string, ids: readonly number[] | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`true` : sql`${sql.ref(column)} = ANY (${[...ids]})`;

/** What each copy closed since a day; from the start where there is none. */
export async function listCopies(db: Queryable, asked: TrackAsked, fromDay: string | undefined): Promise<CopyResult[]> {
  const since = fromDay === undefined ? sql`true` : sql`day >= ${fromDay}`;
  const { rows } = await sql<CopyResult>`
    SELECT strategy_id AS "strategyId", copy, follower, sum(net_paise)::bigint AS net,
      sum(charges_paise)::bigint AS charges, sum(trades)::int AS trades, sum(wins)::int AS wins,
      (array_agg(capital_paise ORDER BY day DESC))[1] AS capital
    FROM track_day WHERE ${counted(asked)} AND ${since}
    GROUP BY strategy_id, copy, follower HAVING sum(trades) > 0`.execute(db);
  return rows;
}

/** What each day brought to each trick, oldest first. */
export async function listDays(db: Queryable, asked: TrackAsked): Promise<DayResult[]> {
  const { rows } = await sql<DayResult>`
    SELECT strategy_id AS "strategyId", day, sum(net_paise)::bigint AS net FROM track_day
    WHERE ${counted(asked)} GROUP BY strategy_id, day ORDER BY day`.execute(db);
  return rows;
}

export async function listMonths(db: Queryable, asked: TrackAsked): Promise<MonthResult[]> {
  const { rows } = await sql<MonthResult>`
    WITH of_copy AS (
      SELECT strategy_id, copy, to_char(day, 'YYYY-MM') AS month, sum(net_paise) AS net,
        (array_agg(capital_paise ORDER BY day DESC))[1] AS capital
      FROM track_day WHERE ${counted(asked)} GROUP BY strategy_id, copy, to_char(day, 'YYYY-MM'))
    SELECT strategy_id AS "strategyId", month, sum(net)::bigint AS net, sum(capital)::bigint AS capital
    FROM of_copy GROUP BY strategy_id, month`.execute(db);
  return rows;
}

/** A copy of a published trick that holds something. */
export interface OpenCopy {
  deploymentId: number;
  strategyId: number;
  copy: string;
  follower: string;
  capital: bigint;
}

/** What is open counts as well: who only keeps losers open would rank well else. */
export async function listOpenCopies(db: Queryable, { mode, dataset, ids }: TrackAsked): Promise<OpenCopy[]> {
  const { rows } = await sql<OpenCopy>`
    SELECT deployment.id AS "deploymentId", deployment.strategy_id AS "strategyId",
      coalesce(own.copy::text, 'open ' || deployment.id) AS copy,
      coalesce(own.follower::text, (SELECT follower::text FROM track_copy
        WHERE track_copy.account_id = deployment.account_id LIMIT 1), 'of ' || deployment.account_id) AS follower,
      deployment.capital_paise AS capital
    FROM (SELECT DISTINCT deployment_id FROM position WHERE status = 'open' AND mode = ${mode}) held
    JOIN deployment ON deployment.id = held.deployment_id
    JOIN strategy ON strategy.id = deployment.strategy_id
    LEFT JOIN track_copy own ON own.deployment_id = deployment.id
    WHERE strategy.published_at IS NOT NULL AND ${among('strategy.id', ids)} AND deployment.mode = ${mode} AND EXISTS (
      SELECT FROM deployment_run run WHERE run.deployment_id = deployment.id AND run.run_number = deployment.run_number
        AND run.dataset = ${dataset})`.execute(db);
  return rows;
}

/** Tricks as they were when they were first traded, whether they are still there or not. */
export function listTracked(db: Queryable, strategyIds: readonly number[]) {
  if (strategyIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('track_trick').selectAll().where('strategy_id', 'in', strategyIds).execute();
}
