import type { Tx } from '@trickdesk/db';
import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { RunKey } from './store.ts';

export interface IntendedOrder {
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
export async function insertOrder(tx: Tx, order: IntendedOrder): Promise<number> {
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
    .returning(['id', 'reason', 'quantity'])
    .executeTakeFirst();
  if (!row) throw new Error(`intent ${fill.intentId} of deployment ${fill.deploymentId} has no order to fill`);
  const less = fill.quantity < row.quantity;
  const note = `${fill.quantity} of ${row.quantity}: the cash at hand did not pay for more`;
  await insertOrderEvent(tx, row.id, { state: 'filled', at: fill.at, ...(less ? { note } : {}) });
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

export interface OpenedPosition {
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
