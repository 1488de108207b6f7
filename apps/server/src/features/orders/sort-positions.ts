import { unrealisedPaise } from './rules.ts';
import type { PositionSort } from './sort-store.ts';
import type { PositionRecord } from './store.ts';
import { holdingOf, markOf } from './wire.ts';

type Value = number | bigint | string | undefined;
type Key = 'symbol' | 'time' | 'result';

const VALUES: Readonly<Record<Key, (record: PositionRecord) => Value>> = {
  symbol: (record) => record.symbol,
  time: (record) => record.entry_at.getTime(),
  result: (record) => {
    const mark = markOf(record);
    return mark && unrealisedPaise(holdingOf(record), mark);
  },
};

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
export function sortPositions(records: readonly PositionRecord[], sort: PositionSort = '-time'): PositionRecord[] {
  const { key, sign, youngest } = SORTS[sort];
  const valued = records.map((record) => ({ record, value: VALUES[key](record) }));
  return valued
    .sort((a, b) => compareValues(a.value, b.value, sign) || youngest * (b.record.id - a.record.id))
    .map(({ record }) => record);
}

function compareValues(a: Value, b: Value, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -sign : sign;
}
