import type { Queryable, Tx } from '@trickdesk/db';
import { type IndiaDate, isLive, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { KeptWord, OpenPosition } from './facts.ts';

/** Every SQL statement of the readiness board: each is about all tricks of an account at once. */

const ENDED_STATES = ORDER_STATES.filter(isTerminal);
const LIVE_STATES = ORDER_STATES.filter(isLive);
/** What may be at the broker without its word. */
const UNCLEAR_STATES = ['sent', 'unknown'];
/** A request is answered within this; afterwards it counts as unclear. */
const ANSWERED_WITHIN = '5 seconds';
/** A holder of leases that has said nothing for so long is taken over from. */
const ASLEEP_AFTER = '5 seconds';

export interface TrickRow {
  readonly id: number;
  readonly name: string;
  readonly mode: 'paper' | 'live';
  readonly status: 'running' | 'stopped' | 'halted' | 'exited';
  readonly phase: 'running' | 'stopping' | 'exiting' | 'idle';
  readonly status_reason: string | null;
  readonly capital_paise: bigint;
  readonly min_capital_paise: bigint;
  readonly quantity_multiplier: number;
  readonly max_loss_per_day_paise: bigint | null;
  readonly max_trades_per_day: number | null;
  readonly square_off_minute: number | null;
  readonly disabled_symbols: readonly string[];
  readonly definition: unknown;
  readonly version: number;
  /** What its owner agreed to last, before real orders; `null` where he never did. */
  readonly agreed: KeptWord | null;
  readonly algo_id: string | null;
  readonly algo_approved_at: string | null;
  readonly broker_link_id: number | null;
  readonly run_number: number;
  /** When its run was last written, wall clock. */
  readonly run_updated_at: Date | null;
  /** As the engine keeps them; `null` before its first write. */
  readonly run_cash_paise: bigint | null;
  readonly run_positions: readonly (OpenPosition | null)[] | null;
  readonly trades_today: bigint;
  readonly realised_today_paise: bigint;
}

/** What an account has that may run again; what was sold off for good is left out. Live first, newest first. */
export async function listTricks(db: Queryable, accountId: number, day: IndiaDate): Promise<TrickRow[]> {
  const { rows } = await sql<TrickRow>`
    SELECT trick.id, trick.name, trick.mode, trick.status, trick.phase, trick.status_reason, trick.capital_paise,
      strategy.min_capital_paise, trick.quantity_multiplier, trick.max_loss_per_day_paise, trick.max_trades_per_day,
      trick.square_off_minute, trick.disabled_symbols, version.definition, version.version, version.algo_id, version.algo_approved_at,
      trick.broker_link_id, trick.run_number, run.updated_at AS run_updated_at,
      (run.state->'run'->>'cashPaise')::bigint AS run_cash_paise,
      jsonb_path_query_array(run.state, '$.run.bases[*].position') AS run_positions,
      (SELECT jsonb_build_object('version_hash', word.version_hash, 'settings', word.contract->'settings')
        FROM live_acknowledgement word WHERE word.deployment_id = trick.id AND trick.mode = 'live'
        ORDER BY word.id DESC LIMIT 1) AS agreed,
      -- Of all its runs of the day, as the run has it: whoever starts it again has not begun another day.
      (SELECT count(*) FROM trade_order entry WHERE entry.deployment_id = trick.id
        AND entry.mode = trick.mode AND entry.purpose = 'entry' AND entry.day = ${day}::date
        AND entry.filled_quantity > 0) AS trades_today,
      (SELECT coalesce(sum(net_paise), 0)::bigint FROM daily_result result WHERE result.deployment_id = trick.id
        AND result.mode = trick.mode AND result.day = ${day}::date) AS realised_today_paise
    FROM deployment trick
    JOIN strategy ON strategy.id = trick.strategy_id
    JOIN strategy_version version ON version.id = trick.strategy_version_id
    LEFT JOIN deployment_run run ON run.deployment_id = trick.id AND run.run_number = trick.run_number
    WHERE trick.account_id = ${accountId} AND trick.status <> 'exited'
    ORDER BY trick.mode, trick.id DESC`.execute(db);
  return rows;
}

export interface AccountRow {
  readonly kyc_verified_at: Date | null;
  readonly trade_activated_at: Date | null;
  readonly granted_for_demo: boolean;
  readonly kill_reason: string | null;
}

export async function readAccountRow(db: Queryable, accountId: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    SELECT kyc_verified_at, trade_activated_at, granted_for_demo,
      coalesce((SELECT reason FROM kill_switch WHERE account_id = 0),
        (SELECT reason FROM desk_switch WHERE account_id = ${accountId}),
        (SELECT reason FROM kill_switch WHERE account_id = ${accountId})) AS kill_reason
    FROM account WHERE id = ${accountId}`.execute(db);
  return rows[0];
}

export interface LinkRow {
  readonly id: number;
  readonly client_code: string;
  readonly status: 'linked' | 'expired' | 'error';
  readonly status_reason: string | null;
  readonly token_expires_at: Date;
  readonly auto_sign_in: boolean;
  readonly funds_available_paise: bigint | null;
  readonly funds_used_paise: bigint | null;
}

export function listLinks(db: Queryable, accountId: number, environment: string): Promise<LinkRow[]> {
  return db
    .selectFrom('broker_link')
    .select([
      'id',
      'client_code',
      'status',
      'status_reason',
      'token_expires_at',
      'auto_sign_in',
      'funds_available_paise',
      'funds_used_paise',
    ])
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .where('unlinked_at', 'is', null)
    .execute();
}

export interface InstrumentRow {
  readonly symbol: string;
  readonly kind: string | null;
  readonly lot_size: number | null;
  readonly active: boolean | null;
  readonly price_paise: number | null;
  readonly previous_close_paise: number | null;
  readonly at: Date | null;
  readonly minute_close_paise: number | null;
}

/** What is known of symbols of NSE, and their prices; a symbol that was never heard of has no kind. */
export async function listInstruments(
  db: Queryable,
  asked: { readonly symbols: readonly string[]; readonly dataset: string; readonly sessionOpenAt: Date },
): Promise<InstrumentRow[]> {
  const { symbols, dataset, sessionOpenAt } = asked;
  if (symbols.length === 0) return [];
  const { rows } = await sql<InstrumentRow>`
    SELECT asked.symbol, instrument.kind, instrument.lot_size, instrument.active, last.price_paise,
      last.previous_close_paise, last.at,
      (SELECT close_paise FROM candle_tail WHERE dataset = ${dataset} AND instrument_id = instrument.id
        AND open_at >= ${sessionOpenAt} ORDER BY open_at DESC LIMIT 1) AS minute_close_paise
    FROM unnest(${symbols}::text[]) asked(symbol)
    LEFT JOIN LATERAL (SELECT id, kind, lot_size, active FROM instrument
      WHERE exchange = 'NSE' AND symbol = asked.symbol ORDER BY active DESC, id LIMIT 1) instrument ON true
    LEFT JOIN last_price last ON last.dataset = ${dataset} AND last.instrument_id = instrument.id`.execute(db);
  return rows;
}

export interface ClockRow {
  readonly exchange_at: Date;
  readonly seen_at: Date;
  readonly speed: number;
  readonly feed: 'live' | 'stale' | 'down';
}

export function readClockRow(db: Queryable, dataset: string): Promise<ClockRow | undefined> {
  return db
    .selectFrom('market_clock')
    .select(['exchange_at', 'seen_at', 'speed', 'feed'])
    .where('dataset', '=', dataset)
    .executeTakeFirst();
}

export interface ExposureRow {
  readonly deployment_id: number;
  readonly symbol: string;
  readonly held: number;
  readonly resting: number;
  readonly is_unclear: boolean;
}

/**
 * What live tricks hold by what the broker filled, what rests to close it, and whether an order has no answer. Orders
 * are for one day: what nobody has heard the end of since an earlier one rests no more.
 */
export async function listExposure(db: Queryable, accountId: number, day: IndiaDate): Promise<ExposureRow[]> {
  const { rows } = await sql<ExposureRow>`
    SELECT o.deployment_id, o.symbol,
      abs(sum(CASE WHEN o.side = 'buy' THEN o.filled_quantity ELSE -o.filled_quantity END))::int AS held,
      coalesce(sum(o.quantity - o.filled_quantity) FILTER (WHERE o.role IN ('exit', 'protective')
        AND o.day >= ${day}::date AND o.state = ANY (${LIVE_STATES}::text[])), 0)::int AS resting,
      coalesce(bool_or(o.state = ANY (${UNCLEAR_STATES}::text[])
        AND coalesce(o.sent_at, o.decided_at) < clock_timestamp() - ${ANSWERED_WITHIN}::interval), false) AS is_unclear
    FROM broker_order o
    WHERE o.broker_link_id = ANY (ARRAY(SELECT id FROM broker_link WHERE account_id = ${accountId}))
      AND NOT o.settled AND o.account_id = ${accountId} AND o.deployment_id IS NOT NULL
      AND (o.filled_quantity > 0 OR o.state <> ALL (${ENDED_STATES}::text[]))
    GROUP BY o.deployment_id, o.symbol`.execute(db);
  return rows;
}

/** Which locks are held by a process that has said within seconds that it is awake. @param locks decimal numbers */
export async function heldLocks(db: Queryable, locks: readonly string[]): Promise<ReadonlySet<string>> {
  if (locks.length === 0) return new Set();
  const { rows } = await sql<{ lock: string }>`
    SELECT ((held.classid::bigint << 32) | held.objid::bigint)::text AS lock
    FROM pg_locks held
    JOIN lease_holder holder ON holder.pid = held.pid
    WHERE held.locktype = 'advisory' AND held.objsubid = 1 AND held.granted
      AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND holder.beat_at > clock_timestamp() - ${ASLEEP_AFTER}::interval
      AND ((held.classid::bigint << 32) | held.objid::bigint) = ANY (${locks}::bigint[])`.execute(db);
  return new Set(rows.map(({ lock }) => lock));
}

/** Accounts with a trick that runs, or that is meant to. */
export async function listWatched(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('deployment')
    .select('account_id')
    .distinct()
    .where('status', 'in', ['running', 'halted'])
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id: accountId }) => accountId);
}

/** @returns whether it differs from what was told last; only one of several that ask at once is answered yes */
export async function noteTold(tx: Tx, accountId: number, told: { digest: string; at: Date }): Promise<boolean> {
  const result = await tx
    .insertInto('readiness_told')
    .values({ account_id: accountId, ...told })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(told).where('readiness_told.digest', '<>', told.digest),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whose a broker account is. */
export async function ownerOfLink(db: Queryable, linkId: number): Promise<number | undefined> {
  const row = await db.selectFrom('broker_link').select('account_id').where('id', '=', linkId).executeTakeFirst();
  return row?.account_id;
}
