import { type Database, type DeploymentCommandTable, likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { type EpochMs, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Life, Phase, Status } from './rules.ts';
import type { DefaultSettings, SettingsChange } from './settings-rules.ts';
import { orderOf, type Page } from './sort-store.ts';

const ENDED_STATES = ORDER_STATES.filter(isTerminal);

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
  /** Whether any position of it is open: where none is, nothing must be valued. */
  holds: boolean;
  /** The exchange's day, of which `day_realised_paise` is; 1970-01-01 before the first price, and no result is of it. */
  today: string;
}

export interface DeploymentFilter {
  readonly accountId: number;
  readonly mode: 'paper' | 'live';
  readonly status?: Status | undefined;
  readonly brokerLinkId?: number | undefined;
  readonly search?: string | undefined;
}

/** A deployment and whose it must be: every statement asks for both. */
export interface Owner {
  readonly accountId: number;
  readonly deploymentId: number;
}

/** @param dataset whose clock says which day it is */
export async function listDeployments(
  db: Queryable,
  filter: DeploymentFilter,
  dataset: string,
  page?: Page,
): Promise<DeploymentRecord[]> {
  const { rows } = await deploymentsQuery({ chosen: filterQuery(sql``, filter, page), dataset }).execute(db);
  return rows;
}

/** A page, and how many there are in all: in the same statement, unless the page is beyond the end. */
export async function pageDeployments(
  database: Database,
  filter: DeploymentFilter,
  dataset: string,
  page: Page,
): Promise<{ readonly records: readonly DeploymentRecord[]; readonly total: number }> {
  const chosen = filterQuery(sql`, count(*) OVER () AS total`, filter, page);
  const listed = { chosen, dataset, extra: sql`deployment.total,`, order: orderOf(page) };
  const rows = await database.prepared(deploymentsQuery<{ total: bigint }>(listed));
  const [first] = rows;
  if (first) return { records: rows, total: Number(first.total) };
  return { records: rows, total: page.offset === 0 ? 0 : await countDeployments(database.kysely, filter) };
}

async function countDeployments(db: Queryable, filter: DeploymentFilter): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM (${filterQuery(sql``, filter)}) chosen`.execute(db);
  return Number(rows[0]?.total ?? 0n);
}

/** `undefined` where it does not exist or belongs to somebody else. */
export async function findDeployment(
  db: Queryable,
  owner: Owner,
  dataset: string,
): Promise<DeploymentRecord | undefined> {
  const chosen = sql`SELECT deployment.* FROM deployment
    WHERE deployment.id = ${owner.deploymentId} AND deployment.account_id = ${owner.accountId}`;
  const { rows } = await deploymentsQuery({ chosen, dataset }).execute(db);
  return rows[0];
}

interface ListedDeployments {
  readonly chosen: RawBuilder<unknown>;
  readonly dataset: string;
  /** Further columns, each before its comma. */
  readonly extra?: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
}

/**
 * The rows that `chosen` names, with what lists show of them. The page is cut before anything is added up, so that its
 * price does not grow with what the account has besides. Written out: it is the most frequent statement of all.
 */
function deploymentsQuery<Extra = unknown>({
  chosen,
  dataset,
  extra = sql``,
  order = orderOf(undefined),
}: ListedDeployments): RawBuilder<DeploymentRecord & Extra> {
  return sql<DeploymentRecord & Extra>`
    SELECT ${extra} deployment.id, deployment.account_id, deployment.name, deployment.strategy_id,
      strategy.name AS strategy_name, deployment.mode, deployment.status, deployment.phase, deployment.status_reason,
      deployment.capital_paise, deployment.broker_link_id, deployment.robo_pro, deployment.started_at,
      deployment.last_decision_at, clock.today,
      version.symbols, version.bar_interval,
      EXISTS (SELECT FROM position WHERE position.deployment_id = deployment.id AND position.status = 'open') AS holds,
      results.realised_paise, results.charges_paise, results.day_realised_paise
    FROM (${chosen}) deployment
    CROSS JOIN (SELECT coalesce(
      (SELECT (exchange_at AT TIME ZONE 'Asia/Kolkata')::date FROM market_clock WHERE dataset = ${dataset}),
      date '1970-01-01') AS today) clock
    JOIN strategy ON strategy.id = deployment.strategy_id
    JOIN strategy_version version ON version.id = deployment.strategy_version_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(net_paise), 0)::bigint AS realised_paise,
        coalesce(sum(daily_result.charges_paise), 0)::bigint AS charges_paise,
        coalesce(sum(net_paise) FILTER (WHERE day = clock.today), 0)::bigint AS day_realised_paise
      FROM daily_result
      WHERE daily_result.deployment_id = deployment.id AND daily_result.mode = deployment.mode) results
    ORDER BY ${order}`;
}

/** What a filter lets through, in the order of the page. @param extra further columns, each after its comma */
function filterQuery(extra: RawBuilder<unknown>, filter: DeploymentFilter, page?: Page): RawBuilder<unknown> {
  const conditions = [sql`deployment.account_id = ${filter.accountId}`, sql`deployment.mode = ${filter.mode}`];
  if (filter.status !== undefined) conditions.push(sql`deployment.status = ${filter.status}`);
  if (filter.brokerLinkId !== undefined) conditions.push(sql`deployment.broker_link_id = ${filter.brokerLinkId}`);
  if (filter.search) {
    const pattern = likePattern(filter.search);
    conditions.push(sql`(deployment.name ILIKE ${pattern} OR EXISTS (
      SELECT FROM strategy WHERE strategy.id = deployment.strategy_id AND strategy.name ILIKE ${pattern}))`);
  }
  return sql`SELECT deployment.*${extra} FROM deployment WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${orderOf(page)}${page ? sql` LIMIT ${page.limit} OFFSET ${page.offset}` : sql``}`;
}

/** Everything that an action on a deployment must know, with its row locked. */
export interface LockedDeployment {
  id: number;
  account_id: number;
  name: string;
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
  /** Of the version, where it is offered to others. */
  algo_id: string | null;
  algo_approved_at: string | null;
  broker_link_id: number | null;
}

export async function lockDeployment(tx: Tx, owner: Owner): Promise<LockedDeployment | undefined> {
  return settingsQuery(tx, owner).forUpdate('deployment').executeTakeFirst();
}

export async function readSettingsOf(db: Queryable, owner: Owner): Promise<LockedDeployment | undefined> {
  return settingsQuery(db, owner).executeTakeFirst();
}

function settingsQuery(db: Queryable, owner: Owner) {
  return db
    .selectFrom('deployment')
    .innerJoin('strategy', 'strategy.id', 'deployment.strategy_id')
    .innerJoin('strategy_version', 'strategy_version.id', 'deployment.strategy_version_id')
    .select([
      'deployment.id',
      'deployment.account_id',
      'deployment.name',
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
      'strategy_version.algo_id',
      'strategy_version.algo_approved_at',
      'deployment.broker_link_id',
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
            .where('state', 'not in', ENDED_STATES),
        )
        .as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(row.held) || Boolean(row.waiting);
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
    readonly verb: DeploymentCommandTable['verb'];
    /** What the verb needs besides: `LevelsBody`, `BaseBody`. */
    readonly body?: object;
    readonly at: Date;
    /** Where it needed nobody to carry it out: it is kept as what was asked for, and when. */
    readonly isCarriedOut?: boolean;
  },
): Promise<void> {
  await tx
    .insertInto('deployment_command')
    .values({
      deployment_id: command.deploymentId,
      run_number: command.runNumber,
      verb: command.verb,
      ...(command.body === undefined ? {} : { body: JSON.stringify(command.body) }),
      requested_at: command.at,
      applied_at: command.isCarriedOut === true ? command.at : null,
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

/** Entry orders of a run that have not ended, and what may still be filled of them. */
export interface WaitingEntries {
  readonly count: number;
  /** Units of all of them together. */
  readonly quantity: number;
}

export async function readWaitingEntries(
  db: Queryable,
  deploymentId: number,
  runNumber: number,
): Promise<WaitingEntries> {
  return db
    .selectFrom('trade_order')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(sum(quantity - filled_quantity), 0)::int`.as('quantity'))
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where('purpose', '=', 'entry')
    .where('state', 'not in', ENDED_STATES)
    .executeTakeFirstOrThrow();
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
