import { likePattern, type Queryable } from '@trickdesk/db';
import { isTerminal, ORDER_STATES, type OrderState } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';

/** Every SQL statement by which operators look at trading. */

const ENDED_STATES = ORDER_STATES.filter(isTerminal);
/** It may be at the broker, and nobody has said. */
const UNCLEAR_STATE = 'unknown';
/** A stop stands at the broker in these; while a change is under way, the one before it does. */
const RESTING_STATES: readonly OrderState[] = ['trigger_pending', 'modify_pending', 'cancel_pending'];
const ASLEEP_AFTER = '5 seconds';
/** What is shown of an account's orders and positions. */
const SHOWN = 100;

export interface TrickFilter {
  readonly state: 'running' | 'halted' | 'all';
  readonly mode: 'live' | 'paper' | undefined;
  readonly accountId?: number;
  /** Of its name or its owner's; or the number of either. */
  readonly search?: string | undefined;
}

export interface TrickPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

export interface DeskTrickRow {
  readonly id: number;
  readonly name: string;
  readonly mode: 'live' | 'paper';
  readonly status: 'running' | 'stopped' | 'halted' | 'exited';
  readonly phase: 'running' | 'stopping' | 'exiting' | 'idle';
  readonly status_reason: string | null;
  readonly account_id: number;
  readonly full_name: string;
  readonly capital_paise: bigint;
  readonly broker_link_id: number | null;
  readonly started_at: Date | null;
  readonly last_decision_at: Date | null;
  readonly positions: number;
  readonly waiting: number;
}

function matching({ state, mode, accountId, search }: TrickFilter): RawBuilder<unknown> {
  const parts = [sql`trick.status IN ('running', 'halted')`];
  if (state !== 'all') parts.push(sql`trick.status = ${state}`);
  if (mode !== undefined) parts.push(sql`trick.mode = ${mode}`);
  if (accountId !== undefined) parts.push(sql`trick.account_id = ${accountId}`);
  if (search !== undefined && search !== '') {
    const pattern = likePattern(search);
    parts.push(sql`(trick.name ILIKE ${pattern} OR account.full_name ILIKE ${pattern} OR account.username ILIKE ${pattern}
      OR trick.id::text = ${search} OR account.id::text = ${search})`);
  }
  return sql.join(parts, sql` AND `);
}

const FROM = sql`FROM deployment trick JOIN account ON account.id = trick.account_id`;
const BY_TIME = {
  time: sql`trick.started_at ASC NULLS LAST, trick.id ASC`,
  '-time': sql`trick.started_at DESC NULLS LAST, trick.id DESC`,
};

export async function listTricks(db: Queryable, filter: TrickFilter, page: TrickPage): Promise<DeskTrickRow[]> {
  const { rows } = await sql<DeskTrickRow>`SELECT trick.id, trick.name, trick.mode, trick.status, trick.phase,
      trick.status_reason, trick.account_id, account.full_name, trick.capital_paise, trick.broker_link_id,
      trick.started_at, trick.last_decision_at,
      (SELECT count(*)::int FROM position held WHERE held.deployment_id = trick.id AND held.status = 'open') AS positions,
      (SELECT count(*)::int FROM trade_order WHERE deployment_id = trick.id AND run_number = trick.run_number
        AND purpose = 'entry' AND state <> ALL (${ENDED_STATES}::text[])) AS waiting
    ${FROM} WHERE ${matching(filter)} ORDER BY ${BY_TIME[page.sort]} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(
    db,
  );
  return rows;
}

export async function countTricks(db: Queryable, filter: TrickFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total ${FROM}
    WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Whose it is, and what it is called. */
export function findTrick(db: Queryable, id: number) {
  return db.selectFrom('deployment').select(['account_id', 'name', 'mode']).where('id', '=', id).executeTakeFirst();
}

export interface NeedsRunner {
  readonly id: number;
  readonly mode: 'live' | 'paper';
  readonly broker_link_id: number | null;
}

/** Tricks that some runner has to have. */
export async function listNeedingRunner(db: Queryable): Promise<NeedsRunner[]> {
  const { rows } = await sql<NeedsRunner>`SELECT id, mode, broker_link_id FROM deployment
    WHERE status IN ('running', 'halted') AND phase <> 'idle'`.execute(db);
  return rows;
}

/** Locks of runners that have said within seconds that they are awake, as decimal numbers. */
export async function listHeldLocks(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ lock: string }>`
    SELECT ((held.classid::bigint << 32) | held.objid::bigint)::text AS lock
    FROM pg_locks held JOIN lease_holder holder ON holder.pid = held.pid
    WHERE held.locktype = 'advisory' AND held.objsubid = 1 AND held.granted
      AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND holder.beat_at > clock_timestamp() - ${ASLEEP_AFTER}::interval`.execute(db);
  return new Set(rows.map(({ lock }) => lock));
}

export interface DeskFigures {
  readonly awake: number;
  readonly last_beat_at: Date | null;
  readonly linked: number;
  readonly expired: number;
  readonly error: number;
  readonly missed: number;
  readonly under_way: number;
  readonly unclear: number;
  readonly live: number;
  readonly test: number;
  readonly live_halted: number;
  readonly test_halted: number;
}

/** Counts over all accounts. @param now by which sessions have ended */
export async function readFigures(db: Queryable, environment: string, now: Date): Promise<DeskFigures> {
  const { rows } = await sql<DeskFigures>`
    WITH link AS (SELECT id, CASE WHEN status = 'linked' AND token_expires_at <= ${now} THEN 'expired' ELSE status END AS status
      FROM broker_link WHERE unlinked_at IS NULL AND environment = ${environment})
    SELECT
      (SELECT count(*)::int FROM lease_holder WHERE beat_at > clock_timestamp() - ${ASLEEP_AFTER}::interval) AS awake,
      (SELECT max(beat_at) FROM lease_holder) AS last_beat_at,
      (SELECT count(*)::int FROM link WHERE status = 'linked') AS linked,
      (SELECT count(*)::int FROM link WHERE status = 'expired') AS expired,
      (SELECT count(*)::int FROM link WHERE status = 'error') AS error,
      (SELECT count(*)::int FROM link WHERE status <> 'linked' AND EXISTS (SELECT FROM deployment
        WHERE broker_link_id = link.id AND mode = 'live' AND status = 'running')) AS missed,
      (SELECT count(*)::int FROM broker_order WHERE NOT settled AND state <> ALL (${ENDED_STATES}::text[])) AS under_way,
      (SELECT count(*)::int FROM broker_order WHERE NOT settled AND state = ${UNCLEAR_STATE}) AS unclear,
      trick.live, trick.test, trick.live_halted, trick.test_halted
    FROM (SELECT
        count(*) FILTER (WHERE mode = 'live' AND status = 'running')::int AS live,
        count(*) FILTER (WHERE mode = 'paper' AND status = 'running')::int AS test,
        count(*) FILTER (WHERE mode = 'live' AND status = 'halted')::int AS live_halted,
        count(*) FILTER (WHERE mode = 'paper' AND status = 'halted')::int AS test_halted
      FROM deployment) trick`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement that always answers a row answered none');
  return row;
}

export interface RestingRow {
  readonly accounts: number;
  readonly entries: number;
  readonly by_hand: number;
}

/** Orders that rest at brokers and may open something. */
export async function readResting(db: Queryable): Promise<RestingRow> {
  const { rows } = await sql<RestingRow>`SELECT count(DISTINCT o.account_id)::int AS accounts,
      count(*) FILTER (WHERE role = 'entry')::int AS entries, count(*) FILTER (WHERE role = 'own')::int AS by_hand
    FROM broker_order o JOIN broker_link link ON link.id = o.broker_link_id AND link.unlinked_at IS NULL
    WHERE NOT o.settled AND o.role IN ('entry', 'own') AND o.state <> ALL (${ENDED_STATES}::text[])`.execute(db);
  return rows[0] ?? { accounts: 0, entries: 0, by_hand: 0 };
}

export interface SwitchRow {
  readonly account_id: number;
  readonly full_name: string;
  readonly by: 'owner' | 'block' | 'desk';
  readonly reason: string;
  readonly set_at: Date;
}

/** Switches on accounts, the latest first. */
export async function listSwitches(db: Queryable): Promise<SwitchRow[]> {
  const { rows } = await sql<SwitchRow>`SELECT set.account_id, account.full_name, set.by, set.reason, set.set_at FROM (
      SELECT account_id, 'desk' AS by, reason, set_at FROM desk_switch
      UNION ALL SELECT account_id, CASE set_by WHEN 'operator' THEN 'block' ELSE 'owner' END, reason, set_at
        FROM kill_switch WHERE account_id > 0) set
    JOIN account ON account.id = set.account_id
    ORDER BY set.set_at DESC, set.account_id DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}

export function findAccount(db: Queryable, accountId: number) {
  return db
    .selectFrom('account')
    .select(['id', 'full_name', 'email', 'mobile', 'blocked_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
}

export function listBrokers(db: Queryable, accountId: number) {
  return db
    .selectFrom('broker_link')
    .select(['id', 'client_code', 'environment', 'status', 'token_expires_at'])
    .where('account_id', '=', accountId)
    .where('unlinked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

export interface DeskOrderRow {
  readonly id: number;
  readonly mode: 'live' | 'paper';
  readonly trick_name: string | null;
  readonly role: 'entry' | 'exit' | 'protective' | 'own' | 'foreign';
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly state: string;
  readonly at: Date;
}

/** Orders of an account that have not ended, at brokers and on paper. */
export async function listOrders(db: Queryable, accountId: number): Promise<DeskOrderRow[]> {
  const { rows } = await sql<DeskOrderRow>`SELECT * FROM (
      SELECT o.id, 'live' AS mode, trick.name AS trick_name, o.role, o.symbol, o.side, o.quantity, o.filled_quantity,
        o.state, o.decided_at AS at
      FROM broker_order o LEFT JOIN deployment trick ON trick.id = o.deployment_id
      WHERE o.account_id = ${accountId} AND NOT o.settled AND o.state <> ALL (${ENDED_STATES}::text[])
      UNION ALL
      SELECT o.id, 'paper', trick.name, o.purpose, o.symbol, o.side, o.quantity, o.filled_quantity, o.state, o.at
      FROM trade_order o JOIN deployment trick ON trick.id = o.deployment_id
      WHERE o.account_id = ${accountId} AND o.mode = 'paper' AND o.state <> ALL (${ENDED_STATES}::text[])) all_orders
    ORDER BY at DESC, mode, id DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}

export interface DeskPositionRow {
  readonly id: number;
  readonly mode: 'live' | 'paper';
  readonly trick_name: string;
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly entry_paise: number;
  readonly stop_paise: number | null;
  /** Of the newest stop for it at the broker that has not ended; both absent where there is none. */
  readonly stop_rests: boolean | null;
  readonly stop_trigger_paise: number | null;
  readonly entry_at: Date;
}

export async function listPositions(db: Queryable, accountId: number): Promise<DeskPositionRow[]> {
  const { rows } = await sql<DeskPositionRow>`SELECT held.id, held.mode, trick.name AS trick_name, held.symbol,
      held.direction, held.quantity, held.entry_paise, held.stop_paise, held.entry_at,
      stop.rests AS stop_rests, stop.trigger_paise AS stop_trigger_paise
    FROM position held JOIN deployment trick ON trick.id = held.deployment_id
    LEFT JOIN LATERAL (SELECT o.state = ANY (${RESTING_STATES}::text[]) AS rests, o.trigger_paise FROM broker_order o
      WHERE held.mode = 'live' AND o.broker_link_id = trick.broker_link_id AND NOT o.settled
        AND o.deployment_id = held.deployment_id AND o.run_number = held.run_number AND o.symbol = held.symbol
        AND o.role = 'protective' AND o.state <> ALL (${ENDED_STATES}::text[])
      ORDER BY rests DESC, o.id DESC LIMIT 1) stop ON true
    WHERE held.account_id = ${accountId} AND held.status = 'open'
    ORDER BY held.entry_at DESC, held.id DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}

/** As the feed last wrote it. */
export function findClock(db: Queryable, dataset: string) {
  return db.selectFrom('market_clock').select(['seen_at', 'feed']).where('dataset', '=', dataset).executeTakeFirst();
}
