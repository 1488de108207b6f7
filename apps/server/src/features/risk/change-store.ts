import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { KeptLimits } from './limits.ts';
import type { OpenPosition } from './position-fates.ts';

/** SQL statements that change what governs an account's risk, and lists of what came of it. */

const ENDED_STATES = ORDER_STATES.filter(isTerminal);

export async function putLimits(tx: Tx, accountId: number, { now, next }: KeptLimits, at: Date): Promise<void> {
  const columns = {
    max_loss_per_day_paise: bigintOf(now.maxLossPerDayPaise),
    max_trades_per_day: now.maxTradesPerDay ?? null,
    max_gross_exposure_paise: bigintOf(now.maxGrossExposurePaise),
    max_net_exposure_paise: bigintOf(now.maxNetExposurePaise),
    max_margin_percent: now.maxMarginPercent ?? null,
    max_orders_per_minute: now.maxOrdersPerMinute ?? null,
    next_limits: next ? JSON.stringify(next.limits) : null,
    next_from: next?.from ?? null,
    updated_at: at,
  };
  await tx
    .insertInto('risk_limit')
    .values({ account_id: accountId, locked_until: null, lock_reason: null, stopped_day: null, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

function bigintOf(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}

/** The row of limits is there already. */
export async function putLock(
  tx: Tx,
  accountId: number,
  lock: { readonly until: EpochMs; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('risk_limit')
    .set({ locked_until: new Date(lock.until), lock_reason: lock.reason })
    .where('account_id', '=', accountId)
    .execute();
}

/** Entries end for the day. @returns false where they had ended before */
export async function stopForDay(tx: Tx, accountId: number, day: IndiaDate): Promise<boolean> {
  const row = await tx
    .updateTable('risk_limit')
    .set({ stopped_day: day })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('stopped_day', 'is', null), eb('stopped_day', '<', day)]))
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Accounts with a limit on the day's loss that may still reach it. */
export async function accountsToWatch(db: Queryable, day: IndiaDate): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM risk_limit
    WHERE (max_loss_per_day_paise IS NOT NULL OR next_limits IS NOT NULL)
      AND (stopped_day IS NULL OR stopped_day < ${day}::date)
      AND EXISTS (SELECT FROM broker_link WHERE broker_link.account_id = risk_limit.account_id AND unlinked_at IS NULL)
    ORDER BY account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

export interface KillSwitchRow {
  readonly set_by: string;
  readonly reason: string;
  readonly set_at: Date;
}

/** @param accountId 0 for the whole product */
export async function findKillSwitch(db: Queryable, accountId: number): Promise<KillSwitchRow | undefined> {
  return db
    .selectFrom('kill_switch')
    .select(['set_by', 'reason', 'set_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** One that is set stays as it was set. */
export async function putKillSwitch(
  tx: Tx,
  accountId: number,
  { setBy, reason, at }: { readonly setBy: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('kill_switch')
    .values({ account_id: accountId, set_by: setBy, reason, set_at: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

/** Leaves one that somebody else has set. */
export async function deleteKillSwitchOf(tx: Tx, accountId: number, setBy: string): Promise<void> {
  await tx.deleteFrom('kill_switch').where('account_id', '=', accountId).where('set_by', '=', setBy).execute();
}

/** @returns false where none was set */
export async function deleteKillSwitch(tx: Tx, accountId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('kill_switch')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ActiveDeployment {
  readonly id: number;
  readonly mode: 'paper' | 'live';
}

/** Whatever runs, or was halted and still holds something; in the order in which their rows are locked. */
export function listActive(db: Queryable, accountId: number): Promise<ActiveDeployment[]> {
  return db
    .selectFrom('deployment')
    .select(['id', 'mode'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['running', 'halted'])
    .where((eb) => eb.or([eb('status', '=', 'running'), eb('phase', '<>', 'idle')]))
    .orderBy('id')
    .execute();
}

/** Open positions of the account's tricks, in both modes. */
export async function listOpenPositions(db: Queryable, accountId: number): Promise<OpenPosition[]> {
  const { rows } = await sql<OpenPosition>`
    SELECT p.mode, p.stop_paise IS NOT NULL AS "hasStop",
      EXISTS (SELECT FROM trade_order o WHERE o.deployment_id = p.deployment_id AND o.run_number = p.run_number
        AND o.symbol = p.symbol AND o.purpose = 'exit' AND o.state <> ALL(${ENDED_STATES}::text[])) AS "hasExit",
      CASE WHEN d.phase = 'exiting' THEN coalesce((SELECT c.verb FROM deployment_command c
        WHERE c.deployment_id = d.id AND c.run_number = d.run_number AND c.verb IN ('sell', 'detach')
        ORDER BY c.id DESC LIMIT 1), 'sell') END AS ending
    FROM position p JOIN deployment d ON d.id = p.deployment_id
    WHERE p.account_id = ${accountId} AND p.status = 'open'`.execute(db);
  return rows;
}

const restingQuery = (db: Queryable, accountId: number, role: 'own' | 'foreign' | 'entry') =>
  db
    .selectFrom('broker_order')
    .where('account_id', '=', accountId)
    .where('role', '=', role)
    .where('settled', '=', false)
    .where('state', 'not in', ENDED_STATES)
    .where((eb) =>
      eb(
        'broker_link_id',
        'in',
        eb.selectFrom('broker_link').select('id').where('account_id', '=', accountId).where('unlinked_at', 'is', null),
      ),
    )
    // What closes by hand is not taken back while the wish for it stands: it would be made anew.
    .where((eb) =>
      eb.or([
        eb('hand_exit_id', 'is', null),
        eb('hand_exit_id', 'not in', eb.selectFrom('hand_exit').select('id').where('ended_at', 'is', null)),
      ]),
    );

/** Orders of the account's own that rest at the broker or wait to be sent. */
export function listRestingOwn(db: Queryable, accountId: number): Promise<{ id: number; broker_link_id: number }[]> {
  return restingQuery(db, accountId, 'own').select(['id', 'broker_link_id']).orderBy('id').execute();
}

export interface RestingOrder {
  readonly id: number;
  readonly role: string;
  readonly broker_link_id: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday' | 'other';
  readonly side: 'buy' | 'sell';
  readonly kind: string;
  /** The exchange's, on which it was made. */
  readonly day: IndiaDate;
  /** Somebody has asked for it to be taken back, and it has not ended. */
  readonly is_cancelled: boolean;
}

/** Entries of tricks, or orders by hand, that rest at the broker or wait to be sent. */
export function listResting(db: Queryable, accountId: number, role: 'entry' | 'own'): Promise<RestingOrder[]> {
  return restingQuery(db, accountId, role)
    .select(['id', 'role', 'broker_link_id', 'symbol', 'product', 'side', 'kind', 'day'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('broker_order_request as request')
            .select('request.id')
            .whereRef('request.broker_order_id', '=', 'broker_order.id')
            .where('request.verb', '=', 'cancel')
            .where('request.applied_at', 'is', null),
        )
        .as('is_cancelled'),
    )
    .$narrowType<{ is_cancelled: boolean }>()
    .orderBy('id')
    .execute();
}

/** Accounts whose orders may rest at a broker, in ascending order. */
export async function listTradingAccounts(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('broker_link')
    .select('account_id')
    .distinct()
    .where('unlinked_at', 'is', null)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

export async function countRestingForeign(db: Queryable, accountId: number): Promise<number> {
  const row = await restingQuery(db, accountId, 'foreign')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Live baskets that are not closed. */
export async function countLiveBaskets(
  db: Queryable,
  { accountId, dataset }: { readonly accountId: number; readonly dataset: string },
): Promise<number> {
  const row = await db
    .selectFrom('owned_basket')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('account_id', '=', accountId)
    .where('mode', '=', 'live')
    .where('dataset', '=', dataset)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function requestCancels(tx: Tx, orderIds: readonly number[], at: Date): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .insertInto('broker_order_request')
    .values(
      orderIds.map((id) => ({ broker_order_id: id, verb: 'cancel' as const, requested_at: at, applied_at: null })),
    )
    .execute();
}

export function listLinkIds(db: Queryable, accountId: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('broker_link')
    .select('id')
    .where('account_id', '=', accountId)
    .where('unlinked_at', 'is', null)
    .execute();
}

export interface VetoToKeep {
  readonly accountId: number;
  readonly deploymentId: number | undefined;
  readonly rule: string;
  readonly sentence: string;
  readonly facts: object;
  readonly exchangeAt: EpochMs;
  readonly at: Date;
}

export async function insertVeto(tx: Tx, veto: VetoToKeep): Promise<void> {
  await tx
    .insertInto('risk_veto')
    .values({
      account_id: veto.accountId,
      deployment_id: veto.deploymentId ?? null,
      rule: veto.rule,
      sentence: veto.sentence,
      facts: JSON.stringify(veto.facts),
      exchange_at: new Date(veto.exchangeAt),
      at: veto.at,
    })
    .execute();
}

export interface VetoRecord {
  readonly id: bigint;
  readonly deployment_id: number | null;
  readonly deployment_name: string | null;
  readonly rule: string;
  readonly sentence: string;
  readonly facts: unknown;
  readonly exchange_at: Date;
}

export type VetoSort = keyof typeof VETO_SORTS;

/** They are written when they happen, so that their ids follow their times. */
const VETO_SORTS = { time: sql`risk_veto.id ASC`, '-time': sql`risk_veto.id DESC` } as const;

export async function listVetoes(
  db: Queryable,
  filter: { readonly accountId: number; readonly search: string | undefined },
  page: { readonly limit: number; readonly offset: number; readonly sort: VetoSort },
): Promise<VetoRecord[]> {
  const { rows } = await sql<VetoRecord>`
    SELECT risk_veto.id, risk_veto.deployment_id, deployment.name AS deployment_name, rule, sentence, facts, exchange_at
    FROM risk_veto LEFT JOIN deployment ON deployment.id = risk_veto.deployment_id
    WHERE risk_veto.account_id = ${filter.accountId} ${matching(filter.search)}
    ORDER BY ${VETO_SORTS[page.sort]} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function countVetoes(
  db: Queryable,
  filter: { readonly accountId: number; readonly search: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM risk_veto LEFT JOIN deployment ON deployment.id = risk_veto.deployment_id
    WHERE risk_veto.account_id = ${filter.accountId} ${matching(filter.search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function matching(search: string | undefined) {
  if (!search) return sql``;
  const pattern = likePattern(search);
  return sql`AND (sentence ILIKE ${pattern} OR deployment.name ILIKE ${pattern} OR facts ->> 'symbol' ILIKE ${pattern})`;
}
