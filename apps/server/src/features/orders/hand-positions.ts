import type { Queryable } from '@trickdesk/db';
import { closableByHand, dayUnits, type EpochMs, handCost, handedOverBy, type PricedDayOrder } from '@trickdesk/domain';
import { type ExecutedRow, type HandMoment, listExecuted } from './hand-positions-store.ts';

/**
 * What an owner opened by hand through us today, or took over from tricks, and has not closed: at the broker one position
 * for each share and product. Whole paise.
 */
export interface HandPosition {
  readonly brokerLinkId: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday';
  readonly instrumentKind: 'equity' | 'etf';
  /** Signed: below zero is sold. */
  readonly quantity: number;
  /** Before charges. */
  readonly averagePaise: number;
  /** The market's; `undefined` until the share has had one. */
  readonly last: { readonly pricePaise: number; readonly at: EpochMs } | undefined;
  /** Some of it was opened by an order of its owner. */
  readonly isByHand: boolean;
  readonly handedOverBy: readonly { readonly deploymentId: number; readonly name: string }[];
  /** Units of orders by hand that rest on the other side. */
  readonly restingQuantity: number;
  /** Of stops among them, the trigger that the price reaches first and the units of all. */
  readonly stop: { readonly triggerPaise: number; readonly quantity: number } | undefined;
  readonly openedAt: EpochMs;
}

/** By our own rows, newest first: the desk also asks the broker before the kill switch sells. */
export async function readHandPositions(db: Queryable, moment: HandMoment): Promise<HandPosition[]> {
  const groups = new Map<string, ExecutedRow[]>();
  for (const row of await listExecuted(db, moment)) {
    const key = `${row.broker_link_id} ${row.symbol} ${row.product}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const positions = [...groups.values()].flatMap((rows) => handPositionOf(rows) ?? []);
  return positions.sort((a, b) => b.openedAt - a.openedAt);
}

/** @param rows of one broker account in one share and product */
function handPositionOf(rows: readonly ExecutedRow[]): HandPosition | undefined {
  const [row] = rows;
  if (!row || row.product === 'other') return undefined;
  const orders = rows.map(dayOrderOf);
  const units = dayUnits(orders);
  const free = units.own + units.foreign + units.handedOver - units.taken;
  const quantity = closableByHand(units, { today: free, inAll: free }, row.product);
  const cost = handCost(orders, quantity);
  if (!cost) return undefined;
  const tricks = handedOverFrom(orders, quantity);
  return {
    brokerLinkId: row.broker_link_id,
    symbol: row.symbol,
    product: row.product,
    instrumentKind: row.kind === 'etf' ? 'etf' : 'equity',
    quantity,
    averagePaise: cost.averagePaise,
    last:
      row.last_paise === null || !row.last_at ? undefined : { pricePaise: row.last_paise, at: row.last_at.getTime() },
    isByHand: tricks.length === 0 || units.own * quantity > 0,
    handedOverBy: tricks,
    ...restingAgainst(rows, quantity),
    openedAt: cost.first.row.exchange_at.getTime(),
  };
}

interface OrderOfRow extends PricedDayOrder {
  readonly row: ExecutedRow;
}

function dayOrderOf(row: ExecutedRow): OrderOfRow {
  return {
    row,
    role: row.role,
    place: row.place ?? undefined,
    side: row.side,
    filledQuantity: row.filled_quantity,
    filledValuePaise: Number(row.filled_value_paise),
    settledQuantity: row.settled_quantity,
    isElsewhere: row.is_elsewhere,
  };
}

/** Tricks that handed units of this side over today, each once. */
function handedOverFrom(orders: readonly OrderOfRow[], quantity: number): HandPosition['handedOverBy'] {
  const tricks = new Map<number, string>();
  const handed = handedOverBy(orders);
  for (const { place, row } of orders) {
    const units = place === undefined ? 0 : (handed.get(place) ?? 0);
    if (units * quantity > 0 && row.deployment_id !== null) tricks.set(row.deployment_id, row.deployment_name ?? '');
  }
  return [...tricks].map(([deploymentId, name]) => ({ deploymentId, name }));
}

function restingAgainst(
  rows: readonly ExecutedRow[],
  quantity: number,
): Pick<HandPosition, 'restingQuantity' | 'stop'> {
  const closing = quantity > 0 ? 'sell' : 'buy';
  const against = rows.filter(({ role, side }) => role === 'own' && side === closing);
  const unitsOf = (orders: readonly ExecutedRow[]): number =>
    orders.reduce((sum, { resting_quantity: units }) => sum + units, 0);
  const stops = against.filter(({ resting_trigger_paise: trigger }) => trigger !== null);
  const triggers = stops.flatMap(({ resting_trigger_paise: trigger }) => trigger ?? []);
  const first = closing === 'sell' ? Math.max(...triggers) : Math.min(...triggers);
  return {
    restingQuantity: unitsOf(against),
    stop: stops.length === 0 ? undefined : { triggerPaise: first, quantity: unitsOf(stops) },
  };
}
