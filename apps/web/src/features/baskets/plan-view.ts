import type { BasketPlan, ChargesByKind } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';

export type PlanRow = BasketPlan['rows'][number];
export type PlanOrder = NonNullable<PlanRow['order']>;

export const ordersOf = ({ rows }: { readonly rows: readonly PlanRow[] }): readonly PlanOrder[] =>
  rows.flatMap(({ order }) => (order ? [order] : []));

/** The charges of several orders, each kind by itself. */
export function sumOfCharges(orders: readonly Pick<PlanOrder, 'charges'>[]): ChargesByKind {
  const sum = (kind: keyof ChargesByKind): number => orders.reduce((total, { charges }) => total + charges[kind], 0);
  return {
    brokeragePaise: sum('brokeragePaise'),
    sttPaise: sum('sttPaise'),
    exchangePaise: sum('exchangePaise'),
    ipftPaise: sum('ipftPaise'),
    sebiPaise: sum('sebiPaise'),
    stampPaise: sum('stampPaise'),
    gstPaise: sum('gstPaise'),
    dpPaise: sum('dpPaise'),
    totalPaise: sum('totalPaise'),
  };
}

export interface Gains {
  readonly shortPaise: number;
  readonly longPaise: number;
}

/** What the sales of a plan would realise, by how long the shares were held. */
export function gainsOf(rows: readonly Pick<PlanRow, 'shortTermGainPaise' | 'longTermGainPaise'>[]): Gains {
  return {
    shortPaise: rows.reduce((sum, row) => sum + (row.shortTermGainPaise ?? 0), 0),
    longPaise: rows.reduce((sum, row) => sum + (row.longTermGainPaise ?? 0), 0),
  };
}

/** Orders of one side, sales before purchases: as they are placed. */
export const countOf = (orders: readonly PlanOrder[], side: PlanOrder['side']): number =>
  orders.filter((order) => order.side === side).length;

export const inOrder = (rows: readonly PlanRow[]): readonly PlanRow[] =>
  rows.toSorted((a, b) => placeOf(a) - placeOf(b));

function placeOf({ order }: PlanRow): number {
  if (order === undefined) return 2;
  return order.side === 'sell' ? 0 : 1;
}

/** Whole rupees that an address brings along, `/baskets/3?amount=5000`; `undefined` where there are none. */
export function amountIn(query: Query): number | undefined {
  const text = query['amount'];
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
