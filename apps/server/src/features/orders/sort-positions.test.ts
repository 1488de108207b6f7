import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sortable, sortableOf, sortPositions } from './sort-positions.ts';
import type { PositionRecord } from './store.ts';

const AT = new Date('2026-09-01T04:30:00Z');

function open(id: number, symbol: string, entryMinute: number, lastPaise: number | null): PositionRecord {
  return {
    id,
    symbol,
    account_id: 1,
    deployment_id: 1,
    deployment_name: '',
    broker_link_id: null,
    mode: 'paper',
    product: 'INTRADAY',
    exchange: 'NSE',
    instrument_kind: 'equity',
    direction: 'long',
    quantity: 10,
    status: 'open',
    entry_at: new Date(AT.getTime() + entryMinute * 60_000),
    entry_paise: 100_00,
    entry_charges_paise: 0n,
    entry_reason: '',
    stop_paise: null,
    stop_at_broker_paise: null,
    target_paise: null,
    trailing: false,
    exit_at: null,
    exit_paise: null,
    exit_reason: null,
    charges_paise: 0n,
    gross_paise: null,
    net_paise: null,
    last_paise: lastPaise,
    previous_close_paise: null,
    last_at: lastPaise === null ? null : AT,
  };
}

const held = [
  open(1, 'TCS', 3, 101_00),
  open(2, 'INFY', 1, null),
  open(3, 'SBIN', 2, 140_00),
  open(4, 'INFY', 2, 60_00),
  open(5, 'SBIN', 4, null),
].map(sortableOf);
const idsOf = (positions: readonly Sortable[]) => positions.map(({ id }) => id);

test('open positions come newest first, or as asked, and turned round', () => {
  expect(idsOf(sortPositions(held))).toEqual([5, 1, 4, 3, 2]);
  expect(idsOf(sortPositions(held, 'time'))).toEqual([2, 3, 4, 1, 5]);
  expect(idsOf(sortPositions(held, 'symbol'))).toEqual([4, 2, 5, 3, 1]);
  expect(idsOf(sortPositions(held, '-symbol'))).toEqual([1, 3, 5, 2, 4]);
});

test('a position without a price has no result yet: it stands last, whichever way results are sorted', () => {
  expect(idsOf(sortPositions(held, '-result'))).toEqual([3, 1, 4, 5, 2]);
  expect(idsOf(sortPositions(held, 'result'))).toEqual([4, 1, 3, 2, 5]);
});

test('the order does not depend on the order in which the database gave them', () => {
  const sorts = ['symbol', '-symbol', 'time', '-time', 'result', '-result'] as const;
  fc.assert(
    fc.property(fc.shuffledSubarray(held, { minLength: held.length }), fc.constantFrom(...sorts), (shuffled, sort) => {
      expect(idsOf(sortPositions(shuffled, sort))).toEqual(idsOf(sortPositions(held, sort)));
    }),
  );
});
