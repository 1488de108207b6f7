import { expect, test } from 'vitest';
import { entryFills, exitFills, shownOf } from './shown.ts';
import type { BrokerFill, DonePosition } from './store.ts';

const AT = Date.UTC(2026, 6, 31, 5);
const bought: BrokerFill = {
  trade_order_id: 7,
  symbol: 'SBIN',
  role: 'entry',
  side: 'buy',
  filled_quantity: 10,
  price_paise: 60_300,
  placed_kind: 'limit',
  exchange_at: new Date(AT),
  quote_bid_paise: 59_990,
  quote_ask_paise: 60_015,
  quote_last_paise: 60_000,
};
const unquoted = { ...bought, quote_bid_paise: null, quote_ask_paise: null, quote_last_paise: null };

test('crossing costs the other side’s best price beyond the last one, for each unit, and may go as far as the limit', () => {
  expect(shownOf([bought], 10)).toEqual({
    spreadPaise: 150,
    lowestPaise: 59_990,
    highestPaise: 60_300,
    unquotedQuantity: 0,
  });
  const sold = { ...bought, side: 'sell', price_paise: 59_700, quote_last_paise: 60_015 } as const;
  expect(shownOf([sold], 10)).toMatchObject({ spreadPaise: 250, lowestPaise: 59_700, highestPaise: 60_015 });
});

test('orders without a quote are counted, and where none has one nothing is said', () => {
  expect(shownOf([unquoted], 10)).toBeUndefined();
  expect(shownOf([], 10)).toBeUndefined();
  expect(shownOf([bought, { ...unquoted, filled_quantity: 30 }], 40)).toMatchObject({
    spreadPaise: 150,
    unquotedQuantity: 30,
  });
});

test('of a position, the orders of its intents and the stop that acted before there was one', () => {
  const position = {
    symbol: 'SBIN',
    entry_order_id: 7,
    exit_order_id: 8,
    entry_at: new Date(AT),
    exit_at: new Date(AT + 60_000),
  } as DonePosition;
  const stop: BrokerFill = { ...bought, trade_order_id: null, role: 'protective', side: 'sell' };
  const later = { ...stop, exchange_at: new Date(AT + 60_001) };
  const other = { ...stop, symbol: 'INFY' };
  const left = { ...stop, trade_order_id: 8, role: 'exit' };
  const fills = [bought, stop, later, other, left, { ...left, trade_order_id: 9 }];
  expect(entryFills(fills, position)).toEqual([bought]);
  expect(exitFills(fills, position)).toEqual([stop, left]);
  expect(exitFills(fills, { ...position, exit_at: null })).toEqual([]);
});
