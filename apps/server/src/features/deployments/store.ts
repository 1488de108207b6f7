import type { Queryable, Schema, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Life, Phase, Status } from './rules.ts';
import type { DefaultSettings, SettingsChange } from './settings-rules.ts';

/** A deployment as lists show it; money in paise, after charges. */
export interface DeploymentRecord {
  id: number;
  account_id: number;
  name: string;
  strategy_id: number;
  strategy_name: string;
  mode: 'paper' | 'live';
  status: Status;
  phase: Phase;
  status_reason: string | null;
  capital_paise: bigint;
  broker_link_id: number | null;
  robo_pro: boolean;
  started_at: Date | null;
  last_decision_at: Date | null;
  symbols: string[];
  bar_interval: string;
  realised_paise: bigint;
  charges_paise: bigint;
  day_realised_paise: bigint;
}

export interface DeploymentFilter {
  readonly accountId: number;
  readonly mode: 'paper' | 'live';
  readonly status?: Status | undefined;
  readonly brokerLinkId?: number | undefined;
  readonly search?: string | undefined;
}

/** @param today the exchange's day, for the day's result */
export async function listDeployments(
  db: Queryable,
  filter: DeploymentFilter,
  today: string,
  page?: { readonly limit: number; readonly offset: number },
): Promise<DeploymentRecord[]> {
  let query = deploymentQuery(db, today)
    .where((eb) => deploymentWhere(eb, filter))
    .orderBy('deployment.id', 'desc');
  if (page) query = query.limit(page.limit).offset(page.offset);
  return query.execute();
}

export async function countDeployments(db: Queryable, filter: DeploymentFilter): Promise<number> {
  const row = await db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where((eb) => deploymentWhere(eb, filter))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** `undefined` where it does not exist or belongs to somebody else. */
export async function findDeployment(
  db: Queryable,
  owner: { readonly accountId: number; readonly deploymentId: number },
  today: string,
): Promise<DeploymentRecord | undefined> {
  return deploymentQuery(db, today)
    .where('deployment.id', '=', owner.deploymentId)
    .where('deployment.account_id', '=', owner.accountId)
    .executeTakeFirst();
}

function deploymentQuery(db: Queryable, today: string) {
  return db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('daily_result')
          .whereRef('daily_result.deployment_id', '=', 'deployment.id')
          .select([
            sql<bigint>`coalesce(sum(daily_result.net_paise), 0)::bigint`.as('realised_paise'),
            sql<bigint>`coalesce(sum(daily_result.charges_paise), 0)::bigint`.as('charges_paise'),
            sql<bigint>`coalesce(sum(daily_result.net_paise) FILTER (WHERE daily_result.day = ${today}::date), 0)::bigint`.as(
              'day_realised_paise',
            ),
          ])
          .as('results'),
      (join) => join.onTrue(),
    )
    .select([
      'deployment.id',
      'deployment.account_id',
      'deployment.name',
      'deployment.strategy_id',
      'strategy.name as strategy_name',
      'deployment.mode',
      'deployment.status',
      'deployment.phase',
      'deployment.status_reason',
      'deployment.capital_paise',
      'deployment.broker_link_id',
      'deployment.robo_pro',
      'deployment.started_at',
      'deployment.last_decision_at',
    ])
    .select([
      sql<
        string[]
      >`ARRAY(SELECT i ->> 'symbol' FROM jsonb_array_elements(strategy_version.definition -> 'instruments') i)`.as(
        'symbols',
      ),
      sql<string>`strategy_version.definition ->> 'interval'`.as('bar_interval'),
      sql<bigint>`results.realised_paise`.as('realised_paise'),
      sql<bigint>`results.charges_paise`.as('charges_paise'),
      sql<bigint>`results.day_realised_paise`.as('day_realised_paise'),
    ]);
}

type DeploymentExpressions = ExpressionBuilder<Schema, 'deployment' | 'strategy'>;

function deploymentWhere(eb: DeploymentExpressions, filter: DeploymentFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [
    eb('deployment.account_id', '=', filter.accountId),
    eb('deployment.mode', '=', filter.mode),
  ];
  if (filter.status !== undefined) conditions.push(eb('deployment.status', '=', filter.status));
  if (filter.brokerLinkId !== undefined) conditions.push(eb('deployment.broker_link_id', '=', filter.brokerLinkId));
  if (filter.search) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    conditions.push(eb.or([eb('deployment.name', 'ilike', pattern), eb('strategy.name', 'ilike', pattern)]));
  }
  return eb.and(conditions);
}

/** Everything that an action on a deployment must know, with its row locked. */
export interface LockedDeployment {
  id: number;
  account_id: number;
  mode: 'paper' | 'live';
  status: Status;
  phase: Phase;
  capital_paise: bigint;
  quantity_multiplier: number;
  max_loss_per_day_paise: bigint | null;
  max_trades_per_day: number | null;
  square_off_minute: number | null;
  notify: { trades: boolean; halts: boolean };
  disabled_symbols: string[];
  run_number: number;
  strategy_version_id: number;
  version: number;
  min_capital_paise: bigint;
  definition: unknown;
}

export async function lockDeployment(
  tx: Tx,
  owner: { readonly accountId: number; readonly deploymentId: number },
): Promise<LockedDeployment | undefined> {
  return settingsQuery(tx, owner).forUpdate('deployment').executeTakeFirst();
}

export async function readSettingsOf(
  db: Queryable,
  owner: { readonly accountId: number; readonly deploymentId: number },
): Promise<LockedDeployment | undefined> {
  return settingsQuery(db, owner).executeTakeFirst();
}

function settingsQuery(db: Queryable, owner: { readonly accountId: number; readonly deploymentId: number }) {
  return db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([
      'deployment.id',
      'deployment.account_id',
      'deployment.mode',
      'deployment.status',
      'deployment.phase',
      'deployment.capital_paise',
      'deployment.quantity_multiplier',
      'deployment.max_loss_per_day_paise',
      'deployment.max_trades_per_day',
      'deployment.square_off_minute',
      'deployment.notify',
      'deployment.disabled_symbols',
      'deployment.run_number',
      'deployment.strategy_version_id',
      'strategy_version.version',
      'strategy.min_capital_paise',
      'strategy_version.definition',
    ])
    .where('deployment.id', '=', owner.deploymentId)
    .where('deployment.account_id', '=', owner.accountId);
}

/** Something held, or an order that waits to be filled, in the present run. */
export async function hasExposure(db: Queryable, deploymentId: number, runNumber: number): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('position')
            .select('position.id')
            .where('deployment_id', '=', deploymentId)
            .where('run_number', '=', runNumber)
            .where('status', '=', 'open'),
        )
        .as('held'),
      eb
        .exists(
          eb
            .selectFrom('trade_order')
            .select('trade_order.id')
            .where('deployment_id', '=', deploymentId)
            .where('run_number', '=', runNumber)
            .where('state', '=', 'intended'),
        )
        .as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(row.held) || Boolean(row.waiting);
}

export interface RunStart {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly dataset: string;
  readonly exchangeNow: EpochMs;
  readonly warmupFrom: EpochMs;
  readonly now: Date;
}

export async function insertRun(tx: Tx, run: RunStart): Promise<void> {
  await tx
    .insertInto('deployment_run')
    .values({
      deployment_id: run.deploymentId,
      run_number: run.runNumber,
      dataset: run.dataset,
      fence: 0n,
      state: null,
      last_bar_at: null,
      started_exchange_at: new Date(run.exchangeNow),
      warmup_from: new Date(run.warmupFrom),
      updated_at: run.now,
    })
    .execute();
}

export async function setLife(
  tx: Tx,
  deploymentId: number,
  change: {
    readonly life: Life;
    readonly runNumber?: number;
    readonly startedAt?: EpochMs;
    readonly stoppedAt?: Date;
    readonly reason?: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({
      status: change.life.status,
      phase: change.life.phase,
      ...(change.runNumber === undefined ? {} : { run_number: change.runNumber }),
      ...(change.startedAt === undefined ? {} : { started_at: new Date(change.startedAt) }),
      ...(change.stoppedAt === undefined ? {} : { stopped_at: change.stoppedAt }),
      ...(change.reason === undefined ? {} : { status_reason: change.reason }),
    })
    .where('id', '=', deploymentId)
    .execute();
}

export async function insertCommand(
  tx: Tx,
  command: {
    readonly deploymentId: number;
    readonly runNumber: number;
    readonly verb: 'stop_entries' | 'stop_after_exit' | 'sell';
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('deployment_command')
    .values({
      deployment_id: command.deploymentId,
      run_number: command.runNumber,
      verb: command.verb,
      requested_at: command.at,
      applied_at: null,
    })
    .execute();
}

/** Whatever was asked of a run before and was not carried out yet is void. */
export async function voidCommands(tx: Tx, deploymentId: number, at: Date): Promise<void> {
  await tx
    .updateTable('deployment_command')
    .set({ applied_at: at })
    .where('deployment_id', '=', deploymentId)
    .where('applied_at', 'is', null)
    .execute();
}

export async function countOpenPositions(db: Queryable, deploymentId: number, runNumber: number): Promise<number> {
  const row = await db
    .selectFrom('position')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function updateSettings(tx: Tx, deploymentId: number, change: SettingsChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('deployment').set(change).where('id', '=', deploymentId).execute();
}

/** The person's own, as `setSetting` has written them. */
export async function readDefaults(db: Queryable, accountId: number): Promise<DefaultSettings> {
  return (await defaultsQuery(db, accountId).executeTakeFirstOrThrow()).default_settings;
}

/** The same for a change of some of them: another change waits. */
export async function lockDefaults(tx: Tx, accountId: number): Promise<DefaultSettings> {
  return (await defaultsQuery(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow()).default_settings;
}

function defaultsQuery(db: Queryable, accountId: number) {
  return db.selectFrom('account').select('default_settings').where('id', '=', accountId);
}

export async function updateDefaults(tx: Tx, accountId: number, defaults: DefaultSettings): Promise<void> {
  await tx
    .updateTable('account')
    .set({ default_settings: JSON.stringify(defaults) })
    .where('id', '=', accountId)
    .execute();
}
