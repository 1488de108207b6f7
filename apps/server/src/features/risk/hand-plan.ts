import type { Queryable } from '@trickdesk/db';
import { closableByHand, dayUnits } from '@trickdesk/domain';
import { closingCharges, type HeldLine } from './figures.ts';
import { type ExecutedRow, listExecuted } from './hand-store.ts';
import type { Moment } from './store.ts';

/** What closing everything that an owner opened by hand through us comes to now. Whole paise. */
export interface HandFigures {
  readonly positions: number;
  readonly valuePaise: number;
  readonly chargesPaise: number;
}

/** By our own rows: the desk also asks the broker before it sells. */
export async function readHandFigures(
  db: Queryable,
  moment: Pick<Moment, 'accountId' | 'dataset' | 'day'>,
): Promise<HandFigures> {
  const lines = handLines(await listExecuted(db, moment));
  return {
    positions: lines.length,
    valuePaise: lines.reduce((sum, { openingQuantity, lastPaise }) => sum + Math.abs(openingQuantity) * lastPaise, 0),
    chargesPaise: lines.reduce((sum, line) => sum + closingCharges(line, moment.day), 0),
  };
}

function handLines(rows: readonly ExecutedRow[]): HeldLine[] {
  const groups = new Map<string, ExecutedRow[]>();
  for (const row of rows) {
    const key = `${row.broker_link_id} ${row.symbol} ${row.product}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || first.product === 'other') return [];
    const quantity = closable(group, first.product);
    return quantity === 0 ? [] : [lineOf(first, quantity)];
  });
}

function closable(rows: readonly ExecutedRow[], product: 'delivery' | 'intraday'): number {
  const units = dayUnits(
    rows.map((row) => ({
      role: row.role,
      place: row.place ?? undefined,
      side: row.side,
      filledQuantity: row.filled_quantity,
      settledQuantity: row.settled_quantity,
      isElsewhere: row.is_elsewhere,
    })),
  );
  const free = units.own + units.foreign + units.handedOver - units.taken;
  return closableByHand(units, { today: free, inAll: free }, product);
}

function lineOf(row: ExecutedRow, quantity: number): HeldLine {
  const { symbol, product, kind, filled_quantity: filled, filled_value_paise: value } = row;
  const lastPaise = row.last_paise ?? Math.round(Number(value) / filled);
  return {
    isByHand: true,
    symbol,
    product: product === 'delivery' ? 'delivery' : 'intraday',
    instrumentKind: kind === 'etf' ? 'etf' : 'equity',
    openingQuantity: quantity,
    previousClosePaise: lastPaise,
    lastPaise,
    fills: [],
    resting: [],
  };
}
