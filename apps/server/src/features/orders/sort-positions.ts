import { unrealisedPaise } from './rules.ts';
import type { PositionSort } from './sort-store.ts';
import type { PositionRecord } from './store.ts';
import { holdingOf, markOf } from './wire.ts';

type Value = number | bigint | string | undefined;
type Key = 'symbol' | 'time' | 'result';

/** What an open position is ordered by, whoever holds it. */
export type Sortable = { readonly [K in Key]: Value } & {
  /** Of equal ones; 0 where it has no number of its own. */
  readonly id: number;
};

export function sortableOf(record: PositionRecord): Sortable {
  const mark = markOf(record);
  return {
    id: record.id,
    symbol: record.symbol,
    time: record.entry_at.getTime(),
    result: mark && unrealisedPaise(holdingOf(record), mark),
  };
}

const SORTS = {
  symbol: { key: 'symbol', sign: 1, youngest: 1 },
  '-symbol': { key: 'symbol', sign: -1, youngest: -1 },
  time: { key: 'time', sign: 1, youngest: -1 },
  '-time': { key: 'time', sign: -1, youngest: 1 },
  result: { key: 'result', sign: 1, youngest: -1 },
  '-result': { key: 'result', sign: -1, youngest: 1 },
} as const satisfies Record<PositionSort, { key: Key; sign: 1 | -1; youngest: 1 | -1 }>;

/**
 * Open positions in the order that was asked for, valued at their last prices. One without a price has no result and
 * stands last, either way; equal ones follow their ids, as in the orders of the database.
 */
export function sortPositions<Held extends Sortable>(held: readonly Held[], sort: PositionSort = '-time'): Held[] {
  const { key, sign, youngest } = SORTS[sort];
  return held.toSorted((a, b) => compareValues(a[key], b[key], sign) || youngest * (b.id - a.id));
}

function compareValues(a: Value, b: Value, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -sign : sign;
}
