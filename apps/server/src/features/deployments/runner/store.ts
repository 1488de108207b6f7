import type { Queryable, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { Life, Phase, Status } from '../rules.ts';

/** A deployment that a runner may take, with the immutable definition that it runs. */
export interface RunnableRecord {
  id: number;
  account_id: number;
  name: string;
  status: Status;
  phase: Phase;
  run_number: number;
  strategy_version_id: number;
  version: number;
  definition: unknown;
  capital_paise: bigint;
  quantity_multiplier: number;
  max_loss_per_day_paise: bigint | null;
  max_trades_per_day: number | null;
  square_off_minute: number | null;
  disabled_symbols: string[];
  dataset: string;
  state: unknown;
  last_bar_at: Date | null;
  started_exchange_at: Date;
  warmup_from: Date;
}

/** A run that somebody should hold, and what its owner wants of it. */
export interface RunnableRow {
  id: number;
  run_number: number;
  status: Status;
  phase: Phase;
}

/** The run is not this runner's any more: taken over, ended by its owner or begun anew. What it still wants to write is void. */
export class RunLost extends Error {
  constructor(deploymentId: number, why: string) {
    super(`deployment ${deploymentId} ${why}`);
    this.name = 'RunLost';
  }
}

/** Paper deployments that run, or still have something to exit. Live ones belong to another process altogether. */
export async function listRunnable(db: Queryable, dataset: string): Promise<RunnableRow[]> {
  return activeQuery(db)
    .select(['deployment.id', 'deployment.run_number', 'deployment.status', 'deployment.phase'])
    .where('deployment_run.dataset', '=', dataset)
    .orderBy('deployment.id')
    .execute();
}

export async function findRunnable(
  db: Queryable,
  deploymentId: number,
  runNumber: number,
): Promise<RunnableRecord | undefined> {
  return runnableQuery(db)
    .where('deployment.id', '=', deploymentId)
    .where('deployment.run_number', '=', runNumber)
    .executeTakeFirst();
}

function activeQuery(db: Queryable) {
  return db
    .selectFrom('deployment')
    .innerJoin('deployment_run', (join) =>
      join
        .onRef('deployment_run.deployment_id', '=', 'deployment.id')
        .onRef('deployment_run.run_number', '=', 'deployment.run_number'),
    )
    .where('deployment.mode', '=', 'paper')
    .where('deployment.status', 'in', ['running', 'halted'])
    .where('deployment.phase', '<>', 'idle');
}

function runnableQuery(db: Queryable) {
  return activeQuery(db)
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([
      'deployment.id',
      'deployment.account_id',
      'deployment.name',
      'deployment.status',
      'deployment.phase',
      'deployment.run_number',
      'deployment.strategy_version_id',
      'strategy_version.version',
      'strategy_version.definition',
      'deployment.capital_paise',
      'deployment.quantity_multiplier',
      'deployment.max_loss_per_day_paise',
      'deployment.max_trades_per_day',
      'deployment.square_off_minute',
      'deployment.disabled_symbols',
      'deployment_run.dataset',
      'deployment_run.state',
      'deployment_run.last_bar_at',
      'deployment_run.started_exchange_at',
      'deployment_run.warmup_from',
    ]);
}

/** Takes a run over: from now on only writes with this number count. */
export async function takeFence(db: Queryable, deploymentId: number, runNumber: number): Promise<bigint> {
  const row = await db
    .updateTable('deployment_run')
    .set({ fence: sql<bigint>`nextval('runner_fence_seq')` })
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .returning('fence')
    .executeTakeFirst();
  if (!row) throw new RunLost(deploymentId, 'has no such run');
  return row.fence;
}

export interface RunKey {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly fence: bigint;
}

/**
 * Stores where the run stands, as the first statement of every write: the row's lock orders writers, and a runner that
 * lost the run gets no further.
 *
 * @throws RunLost
 */
export async function storeRunState(
  db: Queryable,
  key: RunKey,
  state: { readonly json: string; readonly lastBarAt: EpochMs | undefined; readonly at: Date },
): Promise<void> {
  const result = await db
    .updateTable('deployment_run')
    .set({
      state: state.json,
      updated_at: state.at,
      ...(state.lastBarAt === undefined ? {} : { last_bar_at: new Date(state.lastBarAt) }),
    })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('fence', '=', key.fence)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new RunLost(key.deploymentId, 'was taken over by another runner');
}

export interface DecidedRow {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly sequence: number;
  readonly at: EpochMs;
  readonly symbol: string;
  readonly action: string;
  readonly sentence: string;
  readonly strategyVersionId: number;
  readonly body: string;
}

export async function insertDecision(tx: Tx, decision: DecidedRow): Promise<void> {
  await tx
    .insertInto('decision')
    .values({
      deployment_id: decision.deploymentId,
      run_number: decision.runNumber,
      sequence: decision.sequence,
      at: new Date(decision.at),
      symbol: decision.symbol,
      action: decision.action,
      sentence: decision.sentence,
      strategy_version_id: decision.strategyVersionId,
      body: decision.body,
    })
    .execute();
}

/**
 * The deployment's own row, locked: its owner may have changed it since the runner last looked. Where the owner ended
 * the run while nothing of it was stored, what came after that moment never was.
 *
 * @throws RunLost when the run has ended or another one has begun
 */
export async function lockLife(tx: Tx, { deploymentId, runNumber }: Omit<RunKey, 'fence'>): Promise<Life> {
  const row = await tx
    .selectFrom('deployment')
    .select(['status', 'phase', 'run_number'])
    .where('id', '=', deploymentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.run_number !== runNumber) throw new RunLost(deploymentId, 'has begun another run');
  if (row.phase === 'idle') throw new RunLost(deploymentId, 'was ended by its owner');
  return { status: row.status, phase: row.phase };
}

export async function updateDeployment(
  tx: Tx,
  deploymentId: number,
  change: { readonly life: Life; readonly lastDecisionAt: EpochMs | undefined; readonly stoppedAt: Date | undefined },
): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({
      status: change.life.status,
      phase: change.life.phase,
      ...(change.lastDecisionAt === undefined ? {} : { last_decision_at: new Date(change.lastDecisionAt) }),
      ...(change.stoppedAt === undefined ? {} : { stopped_at: change.stoppedAt }),
    })
    .where('id', '=', deploymentId)
    .execute();
}

export interface OpenCommand {
  readonly id: bigint;
  readonly deployment_id: number;
  readonly run_number: number;
  readonly verb: 'stop_entries' | 'stop_after_exit' | 'sell';
}

export async function listCommands(db: Queryable, deploymentIds: readonly number[]): Promise<OpenCommand[]> {
  if (deploymentIds.length === 0) return [];
  return db
    .selectFrom('deployment_command')
    .select(['id', 'deployment_id', 'run_number', 'verb'])
    .where('deployment_id', 'in', deploymentIds)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function markApplied(tx: Tx, commandIds: readonly bigint[], at: Date): Promise<void> {
  if (commandIds.length === 0) return;
  await tx.updateTable('deployment_command').set({ applied_at: at }).where('id', 'in', commandIds).execute();
}

/** After a fault: what its owner reads, and what becomes of it. */
export async function storeHalt(tx: Tx, deploymentId: number, life: Life, at: Date): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({
      status: life.status,
      phase: life.phase,
      status_reason: 'A fault on our side stopped new entries. Exits go on until nothing is held.',
      ...(life.phase === 'idle' ? { stopped_at: at } : {}),
    })
    .where('id', '=', deploymentId)
    .execute();
}

export async function findOwner(db: Queryable, deploymentId: number): Promise<number> {
  const row = await db
    .selectFrom('deployment')
    .select('account_id')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  return row.account_id;
}

export async function runNumberOf(db: Queryable, deploymentId: number): Promise<number> {
  const row = await db
    .selectFrom('deployment')
    .select('run_number')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  return row.run_number;
}
