import type { Decision } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { doneTrades, refusalsOf } from './done-trades.ts';
import type { BrokerFill, DonePosition } from './store.ts';

const BAR = Date.UTC(2026, 8, 15, 4);
const entered = { sequence: 4, symbol: 'SBIN', action: 'enter', barOpenAt: BAR, at: BAR + 60_000 } as Decision;
/** As the engine tells that an entry was refused after it was decided: no bar is behind it. */
const refused = { sequence: 5, symbol: 'SBIN', action: 'veto', at: BAR + 60_000 } as Decision;
const causeOf = (decisions: readonly Decision[], state = 'rejected') =>
  refusalsOf({ decisions, unfilled: [{ intent_id: 4, state }] }).get(`SBIN@${BAR}`);

test('an entry that was held back after it was decided was stopped by a rule, not rejected by a broker', () => {
  expect(causeOf([entered, { ...refused, veto: 'price_jump' }])).toBe('veto');
  expect(causeOf([entered, { ...refused, veto: 'broker_refused' }])).toBe('rejection');
  expect(causeOf([entered])).toBe('rejection');
});

test('what is said of another share or of a later bar says nothing of this entry', () => {
  expect(causeOf([entered, { ...refused, symbol: 'INFY', veto: 'price_jump' }])).toBe('rejection');
  expect(causeOf([entered, { ...refused, barOpenAt: BAR + 60_000, veto: 'cooldown' }])).toBe('rejection');
});

test('an entry of which nothing was filled is no partial fill: it was not sent, or was taken back', () => {
  expect(causeOf([entered], 'cancelled')).toBe('not_filled');
  expect(causeOf([entered], 'expired')).toBe('not_filled');
  expect(causeOf([entered, { ...refused, veto: 'price_jump' }], 'cancelled')).toBe('veto');
  expect(causeOf([entered], 'unknown')).toBe('order_unclear');
});

/** A long that left at a bar's end, 15 minutes later than it was decided. */
const position: DonePosition = {
  ...{ symbol: 'SBIN', direction: 'long', quantity: 10, wanted_quantity: 10, charges_paise: 0n, gross_paise: 0n },
  ...{
    entry_at: new Date(BAR + 60_000),
    entry_paise: 600_00,
    entry_intent: 4,
    entry_order_id: 7,
    entry_state: 'filled',
  },
  ...{ exit_at: new Date(BAR + 960_000), exit_paise: 600_00, exit_intent: 6, exit_order_id: 8, exit_state: 'filled' },
  ...{ entry_spread_paise: null, entry_unshown: null, exit_spread_paise: null, exit_unshown: null },
};
const sold: BrokerFill = {
  ...{ trade_order_id: 8, symbol: 'SBIN', role: 'exit', side: 'sell', placed_kind: 'limit' },
  ...{ filled_quantity: 10, price_paise: 600_00, exchange_at: new Date(BAR + 960_000) },
  ...{ quote_bid_paise: null, quote_ask_paise: null, quote_last_paise: null },
};
const leftBy = (fills: readonly BrokerFill[]) =>
  doneTrades({
    ...{ openAt: BAR, closeAt: BAR + 3_600_000, decisions: [entered], positions: [position], fills, unfilled: [] },
    minuteOf: () => undefined,
  })[0]?.exit?.closedAtBroker;

test('units that were closed at the broker without an order of the trick are told apart from its own exit', () => {
  expect(leftBy([sold])).toBe(false);
  expect(leftBy([{ ...sold, placed_kind: 'elsewhere' }])).toBe(true);
  expect(leftBy([sold, { ...sold, trade_order_id: null, placed_kind: 'elsewhere' }])).toBe(true);
  expect(leftBy([sold, { ...sold, trade_order_id: 9, placed_kind: 'elsewhere' }])).toBe(false);
});
