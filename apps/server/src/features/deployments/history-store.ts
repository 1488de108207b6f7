import type { Queryable } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { sql } from 'kysely';
import { RUN_COLUMNS } from './runner/store.ts';

export interface DecisionRecord {
  id: number;
  sequence: number;
  at: Date;
  symbol: string;
  action: string;
  sentence: string;
  body: string;
  version: number;
}

const DECISION_COLUMNS = [
  'decision.id',
  'decision.sequence',
  'decision.at',
  'decision.symbol',
  'decision.action',
  'decision.sentence',
  'decision.body',
  'strategy_version.version',
] as const;

/** Those of one mode: what was decided with paper money stands apart. */
export async function listDecisions(
  db: Queryable,
  { deploymentId, mode }: { readonly deploymentId: number; readonly mode: 'paper' | 'live' },
  limit: number,
): Promise<DecisionRecord[]> {
  return db
    .selectFrom('decision')
    .innerJoin('strategy_version', 'strategy_version.id', 'decision.strategy_version_id')
    .innerJoin('deployment_run', (join) =>
      join
        .onRef('deployment_run.deployment_id', '=', 'decision.deployment_id')
        .onRef('deployment_run.run_number', '=', 'decision.run_number'),
    )
    .select(DECISION_COLUMNS)
    .where('decision.deployment_id', '=', deploymentId)
    .where('deployment_run.mode', '=', mode)
    .orderBy('decision.id', 'desc')
    .limit(limit)
    .execute();
}

/** Those of some runs about one instrument, in their order, from a moment on and before another. */
export async function listDecisionsBetween(
  db: Queryable,
  of: { readonly deploymentId: number; readonly runNumbers: readonly number[]; readonly symbol: string },
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DecisionRecord[]> {
  return db
    .selectFrom('decision')
    .innerJoin('strategy_version', 'strategy_version.id', 'decision.strategy_version_id')
    .select(DECISION_COLUMNS)
    .where('decision.deployment_id', '=', of.deploymentId)
    .where('decision.run_number', 'in', of.runNumbers)
    .where('decision.symbol', '=', of.symbol)
    .where('decision.at', '>=', from)
    .where('decision.at', '<', to)
    .orderBy('decision.run_number')
    .orderBy('decision.sequence')
    .execute();
}

/** Newest decisions of one mode over all of an account's deployments, for the first page. */
export async function listRecentDecisions(
  db: Queryable,
  { accountId, mode }: { readonly accountId: number; readonly mode: 'paper' | 'live' },
  limit: number,
) {
  return (
    db
      .selectFrom('deployment')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('decision')
            .innerJoin('deployment_run', (join) =>
              join
                .onRef('deployment_run.deployment_id', '=', 'decision.deployment_id')
                .onRef('deployment_run.run_number', '=', 'decision.run_number'),
            )
            .whereRef('decision.deployment_id', '=', 'deployment.id')
            // The run's mode, not the deployment's: what was decided before it went live was paper money.
            .where('deployment_run.mode', '=', mode)
            .select(['decision.id as decision_id', 'decision.at', 'decision.sentence'])
            .orderBy('decision.id', 'desc')
            .limit(limit)
            .as('latest'),
        (join) => join.onTrue(),
      )
      .select(['deployment.id', 'deployment.name', 'latest.decision_id', 'latest.at', 'latest.sentence'])
      .where('deployment.account_id', '=', accountId)
      // Without this all decisions of one that never ran in this mode would be read for nothing.
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('deployment_run as ran')
            .whereRef('ran.deployment_id', '=', 'deployment.id')
            .where('ran.mode', '=', mode)
            .select('ran.run_number'),
        ),
      )
      .orderBy('latest.decision_id', 'desc')
      .limit(limit)
      .execute()
  );
}

export async function listDailyResults(
  db: Queryable,
  filter: { readonly accountId: number; readonly mode?: 'paper' | 'live'; readonly deploymentId?: number },
): Promise<{ day: string; net: bigint }[]> {
  let query = db
    .selectFrom('daily_result')
    .select(['day', sql<bigint>`sum(net_paise)::bigint`.as('net')])
    .where('account_id', '=', filter.accountId)
    .groupBy('day')
    .orderBy('day');
  if (filter.mode !== undefined) query = query.where('mode', '=', filter.mode);
  if (filter.deploymentId !== undefined) query = query.where('deployment_id', '=', filter.deploymentId);
  return query.execute();
}

/** The exchange's day; before the first price there is none, and no result can be of it. */
export async function exchangeDay(db: Queryable, dataset: string): Promise<string> {
  const row = await db
    .selectFrom('market_clock')
    .select('exchange_at')
    .where('dataset', '=', dataset)
    .executeTakeFirst();
  return row ? indiaDateOf(row.exchange_at.getTime()) : '1970-01-01';
}

/**
 * The runs of a deployment that were up between two moments, in their order: the live ones where there are any, since what
 * was done with paper money is not added to what was not.
 */
export async function listRunsBetween(
  db: Queryable,
  asked: { readonly deploymentId: number; readonly from: Date; readonly to: Date },
) {
  const runs = await db
    .selectFrom('deployment')
    .innerJoin('deployment_run', 'deployment_run.deployment_id', 'deployment.id')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([...RUN_COLUMNS, 'deployment_run.mode'])
    .where('deployment.id', '=', asked.deploymentId)
    .where('deployment_run.started_exchange_at', '<', asked.to)
    // What was fed to it last tells whether it was up.
    .where('deployment_run.last_bar_at', '>=', asked.from)
    .orderBy('deployment_run.run_number')
    .execute();
  const live = runs.filter(({ mode }) => mode === 'live');
  const ofMode = live.length > 0 ? live : runs;
  return ofMode.filter(({ dataset }) => dataset === ofMode.at(-1)?.dataset);
}

/** When each run of a deployment was up, oldest first. */
export async function listRunSpans(db: Queryable, deploymentId: number) {
  return db
    .selectFrom('deployment_run')
    .select(['run_number', 'mode', 'dataset', 'started_exchange_at', 'last_bar_at'])
    .where('deployment_id', '=', deploymentId)
    .orderBy('run_number')
    .execute();
}

/** One run of a deployment: the newest, whatever has become of it, where none is named. */
export async function findRun(db: Queryable, deploymentId: number, runNumber?: number) {
  return db
    .selectFrom('deployment')
    .innerJoin('deployment_run', 'deployment_run.deployment_id', 'deployment.id')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([...RUN_COLUMNS, 'deployment_run.mode'])
    .where('deployment.id', '=', deploymentId)
    .where(({ eb, ref }) => eb('deployment_run.run_number', '=', runNumber ?? ref('deployment.run_number')))
    .executeTakeFirst();
}

export async function isOwn(db: Queryable, accountId: number, deploymentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('deployment')
    .select('id')
    .where('id', '=', deploymentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
