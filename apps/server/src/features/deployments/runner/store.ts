import type { Queryable, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { Life, Phase, Status } from '../rules.ts';

/** On statements of each write: planned once by each connection. */
const PREPARED = sql`/* prepared */`;

/** A deployment that a runner may take, with the immutable definition that it runs. */
export interface RunnableRecord {
  id: number;
  account_id: number;
  mode: 'paper' | 'live';
  broker_link_id: number | null;
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
  /** As `RunSettings`; null where an earlier release began the run. */
  settings: unknown;
  /** As `RunConfig.dayBefore`. */
  day_before: unknown;
  /** See `Untold`; absent where it is not asked for. */
  untold?: unknown;
  last_bar_at: Date | null;
  started_exchange_at: Date;
  warmup_from: Date;
}

/** A run that somebody should hold, and what its owner wants of it. */
export interface RunnableRow {
  id: number;
  broker_link_id: number | null;
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

/** Deployments of one mode that run, or still have something to exit. */
export async function listRunnable(
  db: Queryable,
  dataset: string,
  mode: RunnableRecord['mode'],
): Promise<RunnableRow[]> {
  return activeQuery(db, mode)
    .select([
      'deployment.id',
      'deployment.broker_link_id',
      'deployment.run_number',
      'deployment.status',
      'deployment.phase',
    ])
    .where('deployment_run.dataset', '=', dataset)
    .orderBy('deployment.id')
    .execute();
}

/** Broker accounts where something is held, under way or to be closed, whether a deployment runs there or not. */
export async function listUnfinishedAccounts(db: Queryable, dataset: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT broker_link_id AS id FROM broker_order JOIN broker_link ON broker_link.id = broker_link_id
     WHERE ended_at IS NULL AND unlinked_at IS NULL
    UNION
    SELECT broker_link_id FROM hand_exit JOIN broker_link ON broker_link.id = hand_exit.broker_link_id
     WHERE ended_at IS NULL AND unlinked_at IS NULL
    UNION
    SELECT DISTINCT deployment.broker_link_id
      FROM position
      JOIN deployment ON deployment.id = position.deployment_id
      JOIN deployment_run run ON run.deployment_id = position.deployment_id AND run.run_number = position.run_number
     WHERE position.status = 'open' AND position.mode = 'live' AND run.dataset = ${dataset}
       AND deployment.broker_link_id IS NOT NULL
    UNION
    -- What is open intraday is closed on its day, by its owner or by the broker: somebody must hear of it.
    SELECT link.id FROM broker_link link CROSS JOIN market_clock clock
     WHERE clock.dataset = ${dataset} AND link.unlinked_at IS NULL AND EXISTS (
       SELECT FROM broker_order o
        WHERE o.broker_link_id = link.id AND o.day = (clock.exchange_at AT TIME ZONE 'Asia/Kolkata')::date
          AND o.broker_order_id IS NOT NULL AND o.product = 'intraday'
        GROUP BY o.symbol HAVING sum(CASE o.side WHEN 'buy' THEN o.filled_quantity ELSE -o.filled_quantity END) <> 0)
    ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findRunnable(
  db: Queryable,
  run: { readonly deploymentId: number; readonly runNumber: number; readonly mode: RunnableRecord['mode'] },
): Promise<RunnableRecord | undefined> {
  return runnableQuery(db, run.mode)
    .where('deployment.id', '=', run.deploymentId)
    .where('deployment.run_number', '=', run.runNumber)
    .executeTakeFirst();
}

/** What a run is made of, but its mode: the deployment's while it may run, the run's own afterwards. */
export const RUN_COLUMNS = [
  'deployment.id',
  'deployment.account_id',
  'deployment.broker_link_id',
  'deployment.name',
  'deployment.status',
  'deployment.phase',
  'deployment_run.run_number',
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
  'deployment_run.settings',
  'deployment_run.day_before',
  'deployment_run.last_bar_at',
  'deployment_run.started_exchange_at',
  'deployment_run.warmup_from',
] as const;

function activeQuery(db: Queryable, mode: RunnableRecord['mode']) {
  return db
    .selectFrom('deployment')
    .innerJoin('deployment_run', (join) =>
      join
        .onRef('deployment_run.deployment_id', '=', 'deployment.id')
        .onRef('deployment_run.run_number', '=', 'deployment.run_number'),
    )
    .where('deployment.mode', '=', mode)
    .where('deployment.status', 'in', ['running', 'halted'])
    .where('deployment.phase', '<>', 'idle');
}

function runnableQuery(db: Queryable, mode: RunnableRecord['mode']) {
  return activeQuery(db, mode)
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([...RUN_COLUMNS, 'deployment.mode', 'deployment_run.untold']);
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

export interface StateToStore {
  readonly json: string;
  readonly lastBarAt: EpochMs | undefined;
  readonly at: Date;
}

/**
 * Stores where the run stands, as the first statement of every write: the row's lock orders writers, and a runner that
 * lost the run gets no further.
 *
 * @throws RunLost
 */
export async function storeRunState(db: Queryable, key: RunKey, state: StateToStore): Promise<void> {
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
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw takenOver(key);
}

/**
 * The same in a write that says more than that, and what `lockLife` does, as one statement; the run's row is locked
 * before the deployment's.
 *
 * @param untold what is told after this write, as JSON; absent where the write itself tells it
 * @throws RunLost
 */
export async function openWrite(
  tx: Tx,
  key: RunKey,
  { json, lastBarAt, at, untold }: StateToStore & { readonly untold: string | undefined },
): Promise<Life> {
  const { deploymentId, runNumber, fence } = key;
  const barAt = lastBarAt === undefined ? null : new Date(lastBarAt);
  const { rows } = await sql<LifeRow>`/* prepared */
    WITH fenced AS (
      UPDATE deployment_run SET state = ${json}::jsonb, updated_at = ${at}::timestamptz,
        last_bar_at = coalesce(${barAt}::timestamptz, last_bar_at), untold = coalesce(${untold ?? null}::jsonb, untold)
      WHERE deployment_id = ${deploymentId} AND run_number = ${runNumber} AND fence = ${fence}
      RETURNING deployment_id)
    SELECT status, phase, run_number FROM deployment WHERE id = (SELECT deployment_id FROM fenced)
    FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw takenOver(key);
  return lifeIn(row, key);
}

/** In the transaction that tells it. @throws RunLost */
export async function markTold(tx: Tx, key: RunKey): Promise<void> {
  const result = await tx
    .updateTable('deployment_run')
    .set({ untold: null })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('fence', '=', key.fence)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw takenOver(key);
}

function takenOver({ deploymentId }: RunKey): RunLost {
  return new RunLost(deploymentId, 'was taken over by another runner');
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
  const { deploymentId, runNumber, sequence, symbol, action, sentence, strategyVersionId, body } = decision;
  await sql`/* prepared */
    INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id, body)
    VALUES (${deploymentId}, ${runNumber}, ${sequence}, ${new Date(decision.at)}, ${symbol}, ${action}, ${sentence},
      ${strategyVersionId}, ${body})`.execute(tx);
}

export async function setLastDecision(tx: Tx, deploymentId: number, at: EpochMs): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ last_decision_at: new Date(at) })
    .where('id', '=', deploymentId)
    .execute();
}

/**
 * The deployment's own row, locked: its owner may have changed it since the runner last looked. Where the owner ended
 * the run while nothing of it was stored, what came after that moment never was.
 *
 * @throws RunLost when the run has ended or another one has begun
 */
export async function lockLife(tx: Tx, run: Omit<RunKey, 'fence'>): Promise<Life> {
  const row = await tx
    .selectFrom('deployment')
    .select(['status', 'phase', 'run_number'])
    .where('id', '=', run.deploymentId)
    .forUpdate()
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return lifeIn(row, run);
}

interface LifeRow extends Life {
  readonly run_number: number;
}

function lifeIn(row: LifeRow, { deploymentId, runNumber }: Omit<RunKey, 'fence'>): Life {
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
  readonly verb: 'stop_entries' | 'stop_after_exit' | 'sell' | 'detach' | 'set_levels' | 'enable_base';
  readonly body: unknown;
}

export async function listCommands(db: Queryable, deploymentIds: readonly number[]): Promise<OpenCommand[]> {
  if (deploymentIds.length === 0) return [];
  return db
    .selectFrom('deployment_command')
    .select(['id', 'deployment_id', 'run_number', 'verb', 'body'])
    .where('deployment_id', 'in', deploymentIds)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function markApplied(tx: Tx, commandIds: readonly bigint[], at: Date): Promise<void> {
  if (commandIds.length === 0) return;
  await tx.updateTable('deployment_command').set({ applied_at: at }).where('id', 'in', commandIds).execute();
}

export interface Halt {
  readonly life: Life;
  /** What its owner reads. */
  readonly reason: string;
  readonly at: Date;
}

export async function storeHalt(tx: Tx, deploymentId: number, { life, reason, at }: Halt): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({
      status: life.status,
      phase: life.phase,
      status_reason: reason,
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
