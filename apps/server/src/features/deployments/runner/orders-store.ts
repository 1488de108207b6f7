import type { Tx } from '@trickdesk/db';
import { type EpochMs, indiaDateOf, isTerminal, ORDER_STATES } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { RunKey } from './store.ts';

const ENDED_STATES = ORDER_STATES.filter(isTerminal);

export type Mode = 'paper' | 'live';

export interface IntendedOrder {
  readonly mode: Mode;
  readonly accountId: number;
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly intentId: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly purpose: 'entry' | 'exit';
  readonly quantity: number;
  readonly decisionSequence: number;
  /** Of that decision, where this write has it; else it is read: a turn enters in a later write than it decided. */
  readonly reason: string | undefined;
  readonly at: EpochMs;
}

/** An intended order. The unique key of run and intent makes a second one of the same intent fail, whoever writes it. */
export async function insertOrder(tx: Tx, order: IntendedOrder): Promise<number> {
  const at = new Date(order.at);
  const { rows } = await sql<{ id: number }>`/* prepared */
    WITH made AS (
      INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
        quantity, state, reason, at, day)
      VALUES (${order.accountId}, ${order.deploymentId}, ${order.mode}, ${order.runNumber}, ${order.intentId},
        ${order.symbol}, 'NSE', ${order.side}, ${order.purpose}, ${order.quantity}, 'intended',
        coalesce(${order.reason ?? null}::text, (
          SELECT sentence FROM decision WHERE deployment_id = ${order.deploymentId} AND run_number = ${order.runNumber}
            AND sequence = ${order.decisionSequence}), ''),
        ${at}, ${indiaDateOf(order.at)})
      RETURNING id),
    noted AS (INSERT INTO order_event (order_id, state, at) SELECT id, 'intended', ${at}::timestamptz FROM made)
    SELECT id FROM made`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an order that was stored has no number');
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
  /** What crossing the spread cost all units; absent where no quote was known. */
  readonly spreadPaise?: number | undefined;
  /** Units that the quote did not show. */
  readonly unshownQuantity?: number | undefined;
  /** What the order's history says of it, where it says something. */
  readonly noteOf?: (wantedQuantity: number) => string | undefined;
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
      ...metInMarket(fill),
    })
    .where('deployment_id', '=', fill.deploymentId)
    .where('run_number', '=', fill.runNumber)
    .where('intent_id', '=', fill.intentId)
    .where('state', '=', 'intended')
    .returning(['id', 'reason', 'quantity'])
    .executeTakeFirst();
  if (!row) throw new Error(`intent ${fill.intentId} of deployment ${fill.deploymentId} has no order to fill`);
  const note = fill.noteOf?.(row.quantity);
  await insertOrderEvent(tx, row.id, { state: 'filled', at: fill.at, ...(note === undefined ? {} : { note }) });
  return row;
}

/** What this fill adds to what its order met; nothing where there was no quote. */
function metInMarket({ spreadPaise, unshownQuantity }: OrderFill) {
  return {
    ...(spreadPaise === undefined
      ? {}
      : { spread_paise: sql<bigint>`coalesce(spread_paise, 0) + ${spreadPaise}::bigint` }),
    ...(unshownQuantity === undefined ? {} : { unshown_quantity: unshownQuantity }),
  };
}

/** A part of an order that is not executed at once. */
export interface OrderPart extends OrderFill {
  /** With this part: units executed and their average price. */
  readonly filledQuantity: number;
  readonly averagePaise: number;
  readonly isComplete: boolean;
}

/** Adds a part to an order that has not ended. @throws Error when there is none, or it would shrink */
export async function fillPart(tx: Tx, part: OrderPart): Promise<FilledOrder> {
  const state = part.isComplete ? 'filled' : 'partially_filled';
  const row = await tx
    .updateTable('trade_order')
    .set({
      state,
      filled_quantity: part.filledQuantity,
      average_paise: part.averagePaise,
      charges_paise: sql`charges_paise + ${part.chargesPaise}::bigint`,
      ...metInMarket(part),
    })
    .where('deployment_id', '=', part.deploymentId)
    .where('run_number', '=', part.runNumber)
    .where('intent_id', '=', part.intentId)
    .where('state', 'not in', ENDED_STATES)
    .where('filled_quantity', '=', part.filledQuantity - part.quantity)
    .returning(['id', 'reason', 'quantity'])
    .executeTakeFirst();
  if (!row) throw new Error(`intent ${part.intentId} of deployment ${part.deploymentId} has no order to fill`);
  const note = part.noteOf?.(row.quantity);
  await insertOrderEvent(tx, row.id, { state, at: part.at, ...(note === undefined ? {} : { note }) });
  return row;
}

export interface OrderEnd {
  readonly intentId: number;
  readonly at: EpochMs;
  readonly state: 'cancelled' | 'rejected';
  readonly note: string | undefined;
}

/** No more of an order will be executed; what was stays. Answers its id, `undefined` where it has ended before. */
export async function endOrder(
  tx: Tx,
  key: RunKey,
  { intentId, at, state, note }: OrderEnd,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('trade_order')
    .set({ state })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('intent_id', '=', intentId)
    .where('state', 'not in', ENDED_STATES)
    .returning('id')
    .executeTakeFirst();
  if (row) await insertOrderEvent(tx, row.id, { state, at, ...(note === undefined ? {} : { note }) });
  return row?.id;
}

/** Orders that the run no longer wants, nor what is left of them, are cancelled. Answers their ids. */
export async function cancelOthers(
  tx: Tx,
  key: RunKey,
  keep: { readonly intentIds: readonly number[]; readonly at: EpochMs; readonly note: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* prepared */
    WITH cancelled AS (
      UPDATE trade_order SET state = 'cancelled'
      WHERE deployment_id = ${key.deploymentId} AND run_number = ${key.runNumber}
        AND state IN ('intended', 'partially_filled') AND intent_id <> ALL (${[...keep.intentIds]}::int[])
      RETURNING id),
    noted AS (
      INSERT INTO order_event (order_id, state, at, note)
      SELECT id, 'cancelled', ${new Date(keep.at)}::timestamptz, ${keep.note}::text FROM cancelled)
    SELECT id FROM cancelled`.execute(tx);
  return rows.map((row) => row.id);
}

/** Orders and positions of a run that something happened to from a moment of the exchange's clock on. */
export async function listChanged(
  tx: Tx,
  { deploymentId, runNumber }: Omit<RunKey, 'fence'>,
  since: EpochMs,
): Promise<{ readonly orderIds: number[]; readonly positionIds: number[] }> {
  const orders = await tx
    .selectFrom('trade_order')
    .innerJoin('order_event', 'order_event.order_id', 'trade_order.id')
    .select('trade_order.id')
    .distinct()
    .where('trade_order.deployment_id', '=', deploymentId)
    .where('trade_order.run_number', '=', runNumber)
    .where('order_event.at', '>=', new Date(since))
    .execute();
  const positions = await tx
    .selectFrom('position')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where((eb) => eb.or([eb('status', '=', 'open'), eb('exit_at', '>=', new Date(since))]))
    .execute();
  return { orderIds: orders.map((row) => row.id), positionIds: positions.map((row) => row.id) };
}

export interface OpenedPosition {
  readonly mode: Mode;
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

export async function openPosition(tx: Tx, position: OpenedPosition): Promise<number> {
  const row = await tx
    .insertInto('position')
    .values({
      account_id: position.accountId,
      deployment_id: position.deploymentId,
      mode: position.mode,
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

/** An open position as it stands after a part of an order. */
export interface PositionSize {
  readonly symbol: string;
  /** Units held now. */
  readonly quantity: number;
  /** Of all units that were entered. */
  readonly entryPaise: number;
  readonly entryChargesPaise: number;
  /** Of entry and exit so far. */
  readonly chargesPaise: number;
}

/** A position that grew or shrank. Answers its id, `undefined` where none is open. */
export async function resizePosition(tx: Tx, key: RunKey, size: PositionSize): Promise<number | undefined> {
  const row = await tx
    .updateTable('position')
    .set({
      quantity: size.quantity,
      entry_paise: size.entryPaise,
      entry_charges_paise: BigInt(size.entryChargesPaise),
      charges_paise: BigInt(size.chargesPaise),
    })
    .where('deployment_id', '=', key.deploymentId)
    .where('run_number', '=', key.runNumber)
    .where('symbol', '=', size.symbol)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
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
  readonly mode: Mode;
  readonly accountId: number;
  readonly symbol: string;
  /** All that was traded of it; it may have been left in parts. */
  readonly quantity: number;
  readonly at: EpochMs;
  readonly entryPaise: number;
  /** Absent where it was not sold: its owner has taken it over. */
  readonly exit: { readonly pricePaise: number; readonly orderId: number } | undefined;
  readonly reason: string;
  readonly chargesPaise: number;
  readonly grossPaise: number;
  readonly netPaise: number;
}

/** Closes the open position and adds it to the day's roll-up. @throws Error when there is none */
export async function closePosition(tx: Tx, key: RunKey, close: PositionClose): Promise<number> {
  const row = await tx
    .updateTable('position')
    .set({
      status: 'closed',
      quantity: close.quantity,
      entry_paise: close.entryPaise,
      exit_at: new Date(close.at),
      exit_day: indiaDateOf(close.at),
      exit_paise: close.exit?.pricePaise ?? null,
      exit_order_id: close.exit?.orderId ?? null,
      exit_reason: close.reason,
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
  await addToDay(tx, key, close);
  return row.id;
}

/** What was handed over is no trade, but what it cost until then counts. */
async function addToDay(tx: Tx, { deploymentId }: RunKey, close: PositionClose): Promise<void> {
  const table = close.mode === 'live' ? 'daily_result_live' : 'daily_result';
  const sum = (column: 'gross_paise' | 'charges_paise' | 'net_paise') =>
    sql<bigint>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  const count = (column: 'trades' | 'wins') =>
    sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await tx
    .insertInto(table)
    .values({
      deployment_id: deploymentId,
      day: indiaDateOf(close.at),
      account_id: close.accountId,
      mode: close.mode,
      gross_paise: BigInt(close.grossPaise),
      charges_paise: BigInt(close.chargesPaise),
      net_paise: BigInt(close.netPaise),
      trades: close.exit ? 1 : 0,
      wins: close.exit && close.netPaise > 0 ? 1 : 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['deployment_id', 'day']).doUpdateSet({
        gross_paise: sum('gross_paise'),
        charges_paise: sum('charges_paise'),
        net_paise: sum('net_paise'),
        trades: count('trades'),
        wins: count('wins'),
      }),
    )
    .execute();
}
