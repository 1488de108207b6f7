import type { Database, Queryable, Tx } from '@trickdesk/db';
import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
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

/** Another runner has taken the run over: whatever this one still wants to write is void. */
export class FencedOut extends Error {
  constructor(deploymentId: number) {
    super(`deployment ${deploymentId} was taken over by another runner`);
    this.name = 'FencedOut';
  }
}

/** Paper deployments that run, or still have something to exit. Live ones belong to another process altogether. */
export async function listRunnable(db: Queryable, dataset: string): Promise<RunnableRecord[]> {
  return runnableQuery(db).where('deployment_run.dataset', '=', dataset).orderBy('deployment.id').execute();
}

export async function findRunnable(db: Queryable, deploymentId: number): Promise<RunnableRecord | undefined> {
  return runnableQuery(db).where('deployment.id', '=', deploymentId).executeTakeFirst();
}

function runnableQuery(db: Queryable) {
  return db
    .selectFrom('deployment')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .innerJoin('deployment_run', (join) =>
      join
        .onRef('deployment_run.deployment_id', '=', 'deployment.id')
        .onRef('deployment_run.run_number', '=', 'deployment.run_number'),
    )
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
    ])
    .where('deployment.mode', '=', 'paper')
    .where('deployment.status', 'in', ['running', 'halted'])
    .where('deployment.phase', '<>', 'idle');
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
  if (!row) throw new FencedOut(deploymentId);
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
 * @throws FencedOut
 */
export async function storeRunState(
  tx: Tx,
  key: RunKey,
  state: { readonly json: string; readonly lastBarAt: EpochMs | undefined; readonly at: Date },
): Promise<void> {
  const result = await tx
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
  if (result.numUpdatedRows !== 1n) throw new FencedOut(key.deploymentId);
}

export interface NewDecision {
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

export async function insertDecision(tx: Tx, decision: NewDecision): Promise<void> {
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

export interface NewOrder {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly intentId: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly purpose: 'entry' | 'exit';
  readonly quantity: number;
  readonly reason: string;
  readonly at: EpochMs;
}

/** An intended order. The unique key of run and intent makes a second one of the same intent fail, whoever writes it. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const row = await tx
    .insertInto('trade_order')
    .values({
      account_id: order.accountId,
      deployment_id: order.deploymentId,
      mode: 'paper',
      run_number: order.runNumber,
      intent_id: order.intentId,
      symbol: order.symbol,
      exchange: 'NSE',
      side: order.side,
      purpose: order.purpose,
      quantity: order.quantity,
      average_paise: null,
      state: 'intended',
      reason: order.reason,
      at: new Date(order.at),
      day: indiaDateOf(order.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertOrderEvent(tx, row.id, { state: 'intended', at: order.at });
  return row.id;
}

async function insertOrderEvent(
  tx: Tx,
  orderId: number,
  event: { readonly state: string; readonly at: EpochMs; readonly note?: string },
): Promise<void> {
  await tx
    .insertInto('order_event')
    .values({ order_id: orderId, state: event.state, at: new Date(event.at), note: event.note ?? null })
    .execute();
}

export interface OrderFill {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly intentId: number;
  readonly at: EpochMs;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly chargesPaise: number;
}

export interface FilledOrder {
  readonly id: number;
  readonly reason: string;
}

/** @throws Error when the order is not there or was filled before: a fill belongs to exactly one intended order */
export async function fillOrder(tx: Tx, fill: OrderFill): Promise<FilledOrder> {
  const row = await tx
    .updateTable('trade_order')
    .set({
      state: 'filled',
      filled_quantity: fill.quantity,
      average_paise: fill.pricePaise,
      charges_paise: BigInt(fill.chargesPaise),
    })
    .where('deployment_id', '=', fill.deploymentId)
    .where('run_number', '=', fill.runNumber)
    .where('intent_id', '=', fill.intentId)
    .where('state', '=', 'intended')
    .returning(['id', 'reason'])
    .executeTakeFirst();
  if (!row) throw new Error(`intent ${fill.intentId} of deployment ${fill.deploymentId} has no order to fill`);
  await insertOrderEvent(tx, row.id, { state: 'filled', at: fill.at });
  return row;
}

/** Intended orders that the run no longer wants are cancelled. Answers their ids. */
export async function cancelOthers(
  tx: Tx,
  key: RunKey,
  keep: { readonly intentIds: readonly number[]; readonly at: EpochMs; readonly note: string },
): Promise<number[]> {
  let query = tx
    .updateTable('trade_order')
    .set({ state: 'cancelled' })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('state', '=', 'intended');
  if (keep.intentIds.length > 0) query = query.where('intent_id', 'not in', [...keep.intentIds]);
  const rows = await query.returning('id').execute();
  for (const row of rows) await insertOrderEvent(tx, row.id, { state: 'cancelled', at: keep.at, note: keep.note });
  return rows.map((row) => row.id);
}

export interface NewPosition {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly chargesPaise: number;
  readonly order: FilledOrder;
}

export async function openPosition(tx: Tx, position: NewPosition): Promise<number> {
  const row = await tx
    .insertInto('position')
    .values({
      account_id: position.accountId,
      deployment_id: position.deploymentId,
      mode: 'paper',
      run_number: position.runNumber,
      symbol: position.symbol,
      exchange: 'NSE',
      direction: position.direction,
      quantity: position.quantity,
      status: 'open',
      entry_at: new Date(position.at),
      entry_paise: position.pricePaise,
      entry_charges_paise: BigInt(position.chargesPaise),
      entry_order_id: position.order.id,
      entry_reason: position.order.reason,
      charges_paise: BigInt(position.chargesPaise),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface PositionLevels {
  readonly stopPaise: number | undefined;
  readonly targetPaise: number | undefined;
  readonly trailing: boolean;
}

export async function setPositionLevels(
  tx: Tx,
  key: RunKey,
  symbol: string,
  levels: PositionLevels,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('position')
    .set({
      stop_paise: levels.stopPaise ?? null,
      target_paise: levels.targetPaise ?? null,
      trailing: levels.trailing,
    })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('symbol', '=', symbol)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface PositionClose {
  readonly accountId: number;
  readonly symbol: string;
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly chargesPaise: number;
  readonly grossPaise: number;
  readonly netPaise: number;
  readonly order: FilledOrder;
}

/** Closes the open position and adds it to the day's roll-up. @throws Error when there is none */
export async function closePosition(tx: Tx, key: RunKey, close: PositionClose): Promise<number> {
  const day = indiaDateOf(close.at);
  const row = await tx
    .updateTable('position')
    .set({
      status: 'closed',
      exit_at: new Date(close.at),
      exit_day: day,
      exit_paise: close.pricePaise,
      exit_order_id: close.order.id,
      exit_reason: close.order.reason,
      charges_paise: BigInt(close.chargesPaise),
      gross_paise: BigInt(close.grossPaise),
      net_paise: BigInt(close.netPaise),
    })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('symbol', '=', close.symbol)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Error(`deployment ${key.deploymentId} has no open position in ${close.symbol} to close`);
  await tx
    .insertInto('daily_result')
    .values({
      deployment_id: key.deploymentId,
      day,
      account_id: close.accountId,
      mode: 'paper',
      gross_paise: BigInt(close.grossPaise),
      charges_paise: BigInt(close.chargesPaise),
      net_paise: BigInt(close.netPaise),
      trades: 1,
      wins: close.netPaise > 0 ? 1 : 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['deployment_id', 'day']).doUpdateSet({
        gross_paise: sql`daily_result.gross_paise + excluded.gross_paise`,
        charges_paise: sql`daily_result.charges_paise + excluded.charges_paise`,
        net_paise: sql`daily_result.net_paise + excluded.net_paise`,
        trades: sql`daily_result.trades + excluded.trades`,
        wins: sql`daily_result.wins + excluded.wins`,
      }),
    )
    .execute();
  return row.id;
}

/** The deployment's own row, locked: its phase may have been changed by its owner since the runner last looked. */
export async function lockLife(tx: Tx, deploymentId: number): Promise<Life> {
  return tx
    .selectFrom('deployment')
    .select(['status', 'phase'])
    .where('id', '=', deploymentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
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

export type RunnerDatabase = Pick<Database, 'kysely' | 'transaction'>;

/** A run whose results could not be stored stops, with its positions as they were last stored. */
export async function haltFaulty(db: Queryable, deploymentId: number): Promise<void> {
  await db
    .updateTable('deployment')
    .set({
      status: 'halted',
      phase: 'idle',
      status_reason: 'A fault on our side stopped this trick. Nothing was traded since.',
    })
    .where('id', '=', deploymentId)
    .where('mode', '=', 'paper')
    .execute();
}
