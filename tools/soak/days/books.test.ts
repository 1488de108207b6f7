import { expect, test } from 'vitest';
import { type Books, type BrokerOrder, differencesOf, type StoredOrder } from './books.ts';

const ENTRY: BrokerOrder = {
  ...{ orderId: 'b1', tag: 't1', side: 'BUY', status: 'complete' },
  ...{ filledQuantity: 10, unfilledQuantity: 0 },
};
const STOP: BrokerOrder = {
  ...{ orderId: 'b2', tag: 't2', side: 'SELL', status: 'trigger pending' },
  ...{ filledQuantity: 0, unfilledQuantity: 10 },
};
const ENTRY_ROW: StoredOrder = {
  ...{ id: 1, brokerOrderId: 'b1', deploymentId: 7, symbol: 'SBIN' },
  ...{ side: 'buy', role: 'entry', state: 'filled', filled: 10 },
};
const STOP_ROW: StoredOrder = {
  ...ENTRY_ROW,
  ...{ id: 2, brokerOrderId: 'b2', side: 'sell', role: 'protective', state: 'trigger_pending', filled: 0 },
};
const AGREED: Books = {
  broker: [ENTRY, STOP],
  stored: [ENTRY_ROW, STOP_ROW],
  held: [{ deploymentId: 7, symbol: 'SBIN', product: 'INTRADAY', units: 10 }],
  isOpen: true,
};

test('books that agree, over a position with its stop', () => {
  expect(differencesOf(AGREED)).toEqual([]);
});

const cases: readonly (readonly [string, Partial<Books>, string])[] = [
  ['an order without a row', { stored: [STOP_ROW] }, 'order b1 (BUY 10 filled, complete) has no row'],
  ['an order with two rows', { stored: [ENTRY_ROW, { ...ENTRY_ROW, id: 3 }, STOP_ROW] }, 'has 2 rows'],
  ['a fill that the row lacks', { stored: [{ ...ENTRY_ROW, filled: 4 }, STOP_ROW] }, 'row 1 has 4 filled'],
  ['an end that the row lacks', { stored: [{ ...ENTRY_ROW, state: 'open' }, STOP_ROW] }, 'row 1 is open'],
  ['an end that the broker lacks', { stored: [ENTRY_ROW, { ...STOP_ROW, state: 'cancelled' }] }, 'row 2 is cancelled'],
  ['a row without an order', { broker: [STOP] }, 'row 1 names order b1, which the broker has not'],
  ['a tag that was sent twice', { broker: [ENTRY, { ...STOP, tag: 't1' }] }, 'the tag t1 was sent more than once'],
  [
    'a stop over a part',
    { broker: [ENTRY, { ...STOP, unfilledQuantity: 6 }] },
    '10 SBIN of trick 7: only 6 rest and 0 leave',
  ],
  [
    'two stops',
    {
      broker: [ENTRY, STOP, { ...STOP, orderId: 'b3', tag: 't3' }],
      stored: [ENTRY_ROW, STOP_ROW, { ...STOP_ROW, id: 3, brokerOrderId: 'b3' }],
    },
    '10 SBIN of trick 7: 20 rest and 0 leave, more than is held',
  ],
];

test.each(cases)('%s', (_what, change, told) => {
  expect(differencesOf({ ...AGREED, ...change })).toEqual([expect.stringContaining(told)]);
});

test('no stop is missed where it rests for a short position, an exit leaves, or none can rest', () => {
  const broker = [ENTRY, { ...STOP, status: 'cancelled' }];
  const stored = [ENTRY_ROW, { ...STOP_ROW, state: 'cancelled' }];
  expect(differencesOf({ ...AGREED, broker, stored })).toHaveLength(1);
  expect(differencesOf({ ...AGREED, broker, stored, isOpen: false })).toEqual([]);
  const delivery = AGREED.held.map((position) => ({ ...position, product: 'DELIVERY' }));
  expect(differencesOf({ ...AGREED, broker, stored, held: delivery })).toEqual([]);
  const exit = { ...STOP, orderId: 'b3', tag: 't3', status: 'open' };
  const exitRow = { ...STOP_ROW, id: 3, brokerOrderId: 'b3', role: 'exit', state: 'open' };
  expect(differencesOf({ ...AGREED, broker: [...broker, exit], stored: [...stored, exitRow] })).toEqual([]);
});
