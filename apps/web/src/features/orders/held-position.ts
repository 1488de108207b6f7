import type { HandPositionRow, HeldPositionRow } from '@trickdesk/contract';
import type { HeldRow } from '../../lib/live-pnl.ts';
import { NO_ORDER, type OrderValues } from './order-input.ts';

/** What differs between positions of tricks and those opened by hand, so that a column asks once. */

export function rowKeyOf(row: HeldPositionRow): string | number {
  return row.placedBy === 'hand' ? `${row.brokerId} ${row.symbol} ${row.product}` : row.positionId;
}

/** A trick's position leads to its chart; one opened by hand to the orders that made it. */
export function rowLinkOf(row: HeldPositionRow): string {
  const symbol = encodeURIComponent(row.symbol);
  return row.placedBy === 'hand'
    ? `/orders?type=Live&own_search=${symbol}`
    : `/my-tricks/${row.TricksId}?symbol=${symbol}`;
}

/** Its result as it moves with the price: after charges, or before them for what was opened by hand. */
export function heldOf(row: HeldPositionRow): HeldRow {
  const { symbol, side, quantity, lastPrice } = row;
  const pnlPaise = row.placedBy === 'hand' ? row.pnlBeforeChargesPaise : row.pnlPaise;
  return { symbol, side, quantity, lastPrice, pnlPaise };
}

export function levelsOf(row: HeldPositionRow): {
  readonly stopLoss?: number | undefined;
  readonly stopAtBroker?: number | undefined;
  readonly target?: number | undefined;
  readonly trailing: boolean;
} {
  return row.placedBy === 'hand' ? { trailing: false, stopLoss: row.stop?.triggerPrice } : row;
}

/** Units that the stops of a position by hand cover, where they do not cover all of it. */
export function coveredInPart(row: HeldPositionRow): number | undefined {
  const covered = row.placedBy === 'hand' ? row.stop?.quantity : undefined;
  return covered !== undefined && covered < row.quantity ? covered : undefined;
}

/** Of a position by hand the orders show them. */
export function chargesOf(row: HeldPositionRow): number | undefined {
  return row.placedBy === 'hand' ? undefined : row.chargesPaise;
}

/** The order that closes it, to be looked at and sent by its owner: the other side, all of it, at the last price. */
export function closingOrder({ brokerId, symbol, side, product, quantity, lastPrice }: HandPositionRow): OrderValues {
  return {
    ...NO_ORDER,
    ...{ brokerId, symbol, product, quantity, price: lastPrice },
    side: side === 'buy' ? 'sell' : 'buy',
  };
}
